"""An index on OpenSearch, opened for reading."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import Any

from zaru.search.index_about import IndexAbout
from zaru.search.opensearch.cluster import Cluster, Connection, Json
from zaru.search.opensearch.frequencies import Frequencies
from zaru.search.opensearch.generations import Generations
from zaru.search.opensearch.query import to_query
from zaru.search.wanted import READINGS, WORDS, Found, Wanted

# Statistics are those of all shards, so that scores do not depend on where a page lies; an answer
# that lacks a shard is none.
_SEARCH = {"search_type": "dfs_query_then_fetch", "allow_partial_search_results": "false"}
# Pages of one score have an order: a reader who turns over sees none twice, whichever copy answers.
_ORDER = ["_score", "id", "file"]


class OpenSearchEngine:
    """An index on a cluster, opened for reading; each search sees what was committed last.

    Scores are Okapi BM25's, with the K1 and b that the index was made with. A node that dies is
    not noticed while each shard has another copy.
    """

    def __init__(self, cluster: Cluster) -> None:
        self._name = cluster.name
        self._connection = Connection(cluster)
        self._frequencies = Frequencies(self._connection)

    def search(self, wanted: Wanted, *, offset: int, limit: int) -> tuple[int, list[Found]]:
        """Return how many pages there are, and *limit* of them from *offset* on, best first."""
        answer = self._search(
            {
                "query": to_query(wanted),
                "from": offset,
                "size": limit,
                "sort": _ORDER,
                "track_total_hits": True,
                "_source": [WORDS, READINGS, "payload"],
            }
        )
        return answer["hits"]["total"]["value"], [_to_found(hit) for hit in answer["hits"]["hits"]]

    def count(self, wanted: Wanted) -> int:
        """Return how many pages there are."""
        body = {"query": to_query(wanted), "size": 0, "track_total_hits": True}
        total: int = self._search(body)["hits"]["total"]["value"]
        return total

    def frequencies(self, field: str, terms: Sequence[str]) -> list[int]:
        """Return in how many pages each of *terms* stands."""
        return self._frequencies.count(field, terms)

    def close(self) -> None:
        """Give back what is held open; it may be called twice."""
        self._connection.close()

    def _search(self, body: Json) -> Any:
        return self._connection.ask("POST", f"/{self._name}/_search", body, params=_SEARCH)


def read_about(cluster: Cluster) -> IndexAbout | None:
    """Return what the index of *cluster* says of itself, None when there is none."""
    with closing(Connection(cluster)) as connection:
        return IndexAbout.from_values(Generations(connection).read_about(), cluster.place)


def _to_found(hit: Json) -> Found:
    kept = hit["_source"]
    return Found(hit["_score"], kept[WORDS], kept[READINGS], kept["payload"])
