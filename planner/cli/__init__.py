"""The command line: argv in, exit code out; one file for each verb."""
