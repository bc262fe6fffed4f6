"""Tree-Wrappers, paper 2 to the letter."""
