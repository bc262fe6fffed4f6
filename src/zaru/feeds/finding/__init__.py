"""The main list of a page, found from its titles."""
