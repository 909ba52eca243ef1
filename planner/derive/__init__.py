"""From a document that is understood to the rows of a tasks file or of a plan file."""
