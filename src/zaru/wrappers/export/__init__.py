"""Wrappers for people and for other tools."""
