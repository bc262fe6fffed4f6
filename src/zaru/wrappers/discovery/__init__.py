"""Fields without labels."""
