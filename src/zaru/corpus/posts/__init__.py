"""Blog posts and their comments, found on a page."""
