"""Indexes beyond one machine: OpenSearch, by the same protocol as the index in this process."""
