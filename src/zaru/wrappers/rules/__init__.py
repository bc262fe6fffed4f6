"""Rules: how values are found on a page, and how the right rule is chosen."""
