"""Feeds: the articles that a page lists, and feeds that people can subscribe to."""
