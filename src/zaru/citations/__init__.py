"""Quotations of a page: where they stand, how they are named, whether they are true."""
