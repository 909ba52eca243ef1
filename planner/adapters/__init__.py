"""The ports made real: files, clock, configuration, drafters."""
