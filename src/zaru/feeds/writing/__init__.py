"""Feeds that people can subscribe to: formats, ids, history."""
