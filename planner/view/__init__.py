"""Values as pages for people."""
