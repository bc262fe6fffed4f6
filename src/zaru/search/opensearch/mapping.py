"""What an index on OpenSearch is made like: its fields, the analyser of our words, its BM25."""

from __future__ import annotations

from dataclasses import dataclass

from zaru.errors import UsageError
from zaru.search.opensearch.cluster import Json
from zaru.search.wanted import COMPOUNDS, READINGS, SITE, TITLE, URL, WORDS

DEFAULT_K1, DEFAULT_B = 1.2, 0.75  # those that tantivy has; TSUBAKI had 1.0 and 0.6
# A page of 800 characters takes 4.7 kB (the example sites): a shard of so many has some 10 GB, of
# the 10 to 50 that OpenSearch's makers advise.
PAGES_OF_A_SHARD = 2_000_000
_MAX_SHARDS = 1024
_MAX_RESULTS = 20_000  # how far a reader can turn over, and a page more
# Lucene refuses a page for one term of more than 32,766 bytes, and pages are anybody's.
_MAX_TERM_CHARS = 8_000
_TOKENS, _SCORES = "zaru_words", "zaru_bm25"


@dataclass(frozen=True, slots=True)
class Making:
    """How an index is made; None: as the one that is there, or as zaru thinks best."""

    k1: float | None = None  # how much more a word counts that is there again
    b: float | None = None  # how much less it counts in a long page, 0 to 1
    shards: int | None = None
    replicas: int = 1  # further copies of each shard, as far as there are nodes for them

    def check(self) -> Making:
        """Return this; raises `UsageError` when it cannot be."""
        if self.k1 is not None and not 0 <= self.k1 <= 100:
            raise UsageError(f"K1 is from 0 to 100, not {self.k1}")
        if self.b is not None and not 0 <= self.b <= 1:
            raise UsageError(f"b is from 0 to 1, not {self.b}")
        if self.shards is not None and not 1 <= self.shards <= _MAX_SHARDS:
            raise UsageError(f"there can be 1 to {_MAX_SHARDS} shards, not {self.shards}")
        if not 0 <= self.replicas <= 20:
            raise UsageError(f"there can be 0 to 20 replicas, not {self.replicas}")
        return self


def to_template(making: Making, k1: float, b: float, pages: int) -> Json:
    """Return settings and mappings of an index for some number of *pages*."""
    shards = making.shards or min(_MAX_SHARDS, 1 + pages // PAGES_OF_A_SHARD)
    return {
        "settings": {
            "number_of_shards": shards,
            "number_of_routing_shards": shards,  # so that `frequencies` finds each shard
            "auto_expand_replicas": f"0-{making.replicas}",
            "refresh_interval": "-1",  # `commit` does it
            "max_result_window": _MAX_RESULTS,
            "analysis": _ANALYSIS,
            "similarity": {_SCORES: {"type": "BM25", "k1": k1, "b": b}},
        },
        "mappings": {"dynamic": False, "properties": _build_fields()},
    }


def to_record_index(making: Making) -> Json:
    """Return settings and mappings of the small index that says what is loaded."""
    return {
        "settings": {"number_of_shards": 1, "auto_expand_replicas": f"0-{making.replicas}"},
        "mappings": {
            "dynamic": False,
            "properties": {"index": {"type": "keyword"}, "file": {"type": "keyword"}},
        },
    }


_ANALYSIS: Json = {
    "tokenizer": {
        _TOKENS: {
            "type": "char_group",
            "tokenize_on_chars": [" ", "\n"],
            "max_token_length": 1_000_000,
        }
    },
    "filter": {_TOKENS: {"type": "length", "max": _MAX_TERM_CHARS}},
    "analyzer": {_TOKENS: {"type": "custom", "tokenizer": _TOKENS, "filter": [_TOKENS]}},
}


def _build_fields() -> Json:
    words = {"type": "text", "analyzer": _TOKENS, "similarity": _SCORES}
    named = {**words, "index_options": "docs", "norms": False}
    return {
        "id": {"type": "keyword"},
        "file": {"type": "keyword"},
        "version": {"type": "keyword"},
        "load": {"type": "integer"},
        WORDS: {**words, "index_options": "positions"},
        READINGS: {**words, "index_options": "freqs"},
        COMPOUNDS: {**words, "index_options": "positions"},
        TITLE: {**words, "index_options": "positions"},
        URL: {**words, "index_options": "positions", "norms": False},
        SITE: named,
        "language": named,
        "day": {"type": "integer"},
        "duplicate": {"type": "boolean"},
        "payload": {"type": "keyword", "index": False, "doc_values": False},
    }
