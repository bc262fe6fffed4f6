"""Wrappers: rules that read the fields of pages as records; learnt, discovered, kept alive."""
