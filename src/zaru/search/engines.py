"""Which engine has the index of a corpus; its library is imported when it is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from zaru.errors import UsageError, suggest
from zaru.search.index_about import IndexAbout
from zaru.search.opensearch.cluster import Cluster
from zaru.search.opensearch.mapping import Making
from zaru.search.tantivy_engine import TantivyEngine
from zaru.search.wanted import Engine

TANTIVY, OPENSEARCH = ENGINES = ("tantivy", "opensearch")


@dataclass(frozen=True, slots=True)
class Target:
    """Where an index is wanted; what is not said is as with the index that is there."""

    engine: str | None = None  # one of ENGINES; tantivy, when there is no index yet
    address: str | None = None  # of nodes of OpenSearch, with commas
    name: str | None = None  # of the index there; after the folder of the corpus, when not said
    making: Making = field(default_factory=Making)

    def find_cluster(self, corpus: str, known: IndexAbout | None) -> Cluster | None:
        """Return the cluster that has, or shall have, the index of *corpus*; None: tantivy.

        *known* is the index that is there.
        """
        is_there = known is not None and known.engine == OPENSEARCH
        old = Cluster.from_place(known.place) if known is not None and is_there else None
        engine = self.engine or (OPENSEARCH if self.address or is_there else TANTIVY)
        if engine not in ENGINES:
            known_names = ", ".join(ENGINES)
            message = f"no engine {engine!r}{suggest(engine, ENGINES)}; known: {known_names}"
            raise UsageError(message)
        if engine == TANTIVY:
            if self.address or self.name or self.making != Making():
                raise UsageError("address, name, K1, b, shards and replicas are for OpenSearch")
            return None
        address = self.address or (old.address if old else None)
        if address is None:
            raise UsageError("OpenSearch has an address, such as --address http://localhost:9200")
        return Cluster.of(address, self.name or (old.name if old else None), corpus)


def load_about(folder: Path, cluster: Cluster | None) -> IndexAbout | None:
    """Return what the index in *folder* says of itself, or the one of *cluster*; None: no index."""
    if cluster is None:
        return IndexAbout.load(folder)
    from zaru.search.opensearch.engine import read_about

    return read_about(cluster)


def open_engine(about: IndexAbout, folder: Path, cluster: Cluster | None) -> Engine:
    """Open the index that *about* is of, for reading."""
    if about.engine == TANTIVY:
        return TantivyEngine(folder / about.place)
    from zaru.search.opensearch.engine import OpenSearchEngine

    return OpenSearchEngine(cluster or Cluster.from_place(about.place))
