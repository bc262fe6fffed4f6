"""From pages to a corpus: a plan of shards, stages of tasks, what is done and what is left."""
