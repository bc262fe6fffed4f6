"""Content: which blocks of a page are content, by people and by the extractor."""
