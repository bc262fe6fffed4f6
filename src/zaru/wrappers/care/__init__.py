"""Wrappers kept alive: checked, and repaired when pages change."""
