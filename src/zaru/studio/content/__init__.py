"""Content: which blocks of a page are content, and what each of them is."""
