"""Source: from anything on a page to its bytes, and back."""
