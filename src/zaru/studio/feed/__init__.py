"""Feeds: the list of a page that people pick, and the feed that it becomes."""
