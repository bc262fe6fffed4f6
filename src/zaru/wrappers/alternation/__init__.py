"""LR wrappers by alternation counts, paper 4 to the letter."""
