"""Words of a corpus, and pages by words: one protocol, an engine in this process or a cluster."""
