"""Paper 3 to the letter."""
