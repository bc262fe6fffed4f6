"""Bytes to text, and what can be said about a text without its page."""
