"""Which engine an index has: what is said, what there was, and tantivy."""

from __future__ import annotations

import pytest

from zaru.errors import UsageError
from zaru.search.engines import Target
from zaru.search.index_about import SCHEMA, IndexAbout
from zaru.search.opensearch.cluster import Cluster
from zaru.search.opensearch.mapping import Making

HERE = IndexAbout(SCHEMA, "tantivy", "words-1", "0", 1, None, None)
THERE = IndexAbout(SCHEMA, "opensearch", "http://a:9200/old", "0", 1, None, None)
OLD, NEW = Cluster("http://a:9200", "old"), Cluster("http://b:9200", "zaru-corpus")


@pytest.mark.parametrize(
    ("target", "known", "cluster"),
    [
        pytest.param(Target(), None, None, id="first"),
        pytest.param(Target(), HERE, None, id="as-before"),
        pytest.param(Target(), THERE, OLD, id="as-before-there"),
        pytest.param(Target("tantivy"), THERE, None, id="back"),
        pytest.param(Target(address="http://b:9200"), None, NEW, id="by-address"),
        pytest.param(Target("opensearch", "http://b:9200"), HERE, NEW, id="moved"),
        pytest.param(
            Target("opensearch", "http://b:9200"), THERE, Cluster("http://b:9200", "old"),
            id="another-node",
        ),
        pytest.param(Target(name="new"), THERE, Cluster("http://a:9200", "new"), id="renamed"),
    ],
)  # fmt: skip
def test_a_target_is_found(
    target: Target, known: IndexAbout | None, cluster: Cluster | None
) -> None:
    assert target.find_cluster("data/corpus", known) == cluster


@pytest.mark.parametrize(
    ("target", "words"),
    [
        pytest.param(Target("opensearch"), "--address", id="no-address"),
        pytest.param(Target("lucene"), "known: tantivy, opensearch", id="unknown"),
        pytest.param(Target("tantivy", "http://a:9200"), "for OpenSearch", id="address"),
        pytest.param(Target(making=Making(k1=1.0)), "for OpenSearch", id="k1"),
    ],
)
def test_what_does_not_fit_together_is_refused(target: Target, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        target.find_cluster("corpus", None)
