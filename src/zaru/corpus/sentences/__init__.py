"""Is a page Japanese, and what are its sentences."""
