"""Text to documents as written, and documents to text; permissive, with lines, deciding nothing."""
