"""Things as meant: strict, frozen values that know nothing of text or files."""
