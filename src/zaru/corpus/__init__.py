"""Sentences of pages, and the Standard Format of paper 1 that holds them."""
