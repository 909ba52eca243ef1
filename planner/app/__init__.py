"""Use cases over ports: each returns an outcome and raises only what a caller cannot go on from."""
