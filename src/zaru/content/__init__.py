"""The main text of a page, or of a set of pages."""
