"""One of three nodes is killed: searching and loading go on, from many machines, too."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest
from tests.opensearch.nodes import Nodes
from tests.opensearch.test_loading import write_corpus
from tests.unit.runs.build.conftest import make_site

from zaru.runs.ray_engine import RayEngine
from zaru.search.engines import Target
from zaru.search.indexing import index_corpus
from zaru.search.opensearch.loading import load_file
from zaru.search.opensearch.mapping import Making
from zaru.search.searching import Searcher

QUERY = "site:made.example"
PAGES = list(make_site("made.example", 60))


def find_primary(nodes: Nodes, index: str) -> int:
    """Return the number of the node that has the first shard of *index*."""
    with urlopen(f"{nodes.addresses[0]}/_cat/shards/{index}?format=json") as answer:
        shards: Sequence[dict[str, str]] = json.load(answer)
    (name,) = {row["node"] for row in shards if (row["shard"], row["prirep"]) == ("0", "p")}
    return int(name.removeprefix("node-"))


def test_searching_and_loading_go_on_without_a_node(nodes: Nodes, tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "corpus", PAGES[:40], "a", files=20)
    target = Target("opensearch", nodes.address, "lost-node", Making(shards=3))
    index_corpus(corpus, target=target)
    urlopen(f"{nodes.addresses[0]}/_cluster/health/lost-node?wait_for_status=green").close()
    victim = find_primary(nodes, "lost-node")
    write_corpus(corpus, PAGES, "b", files=30)
    is_killed = threading.Event()

    def watch(done: int, _: int) -> None:
        if done >= 20 and not is_killed.is_set():
            is_killed.set()
            nodes.kill(victim)

    totals = []
    with closing(Searcher(corpus)) as searcher:
        loading = threading.Thread(
            target=index_corpus, args=[corpus], kwargs={"target": target, "watch": watch}
        )
        loading.start()
        while loading.is_alive():
            totals.append(searcher.search(QUERY, limit=1).total)
        loading.join()
        assert searcher.count(QUERY) == 60
    assert is_killed.is_set()
    assert len(totals) > 5
    assert set(totals) <= {40, 60}
    assert index_corpus(corpus, target=target).added == 0


def test_the_nodes_of_ray_load_a_corpus(
    nodes: Nodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ray")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2] / "src"))
    corpus = write_corpus(tmp_path / "corpus", PAGES, "a", files=6)
    target = Target("opensearch", nodes.address, "by-ray")
    told = []
    with RayEngine(count=2) as ray:
        done = index_corpus(
            corpus,
            target=target,
            watch=lambda *now: told.append(now),
            carry=lambda loads: ray.map(load_file, loads),
        )
    assert (done.pages, done.added) == (60, 60)
    assert told == [(10 * number, 60) for number in range(1, 7)]
    with closing(Searcher(corpus)) as searcher:
        assert searcher.count(QUERY) == 60
