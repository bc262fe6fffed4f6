"""Loads on real nodes: once, twice, grown, interrupted, killed; what readers see meanwhile."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.corpora import make_corpus
from tests.opensearch.nodes import Nodes
from tests.unit.runs.build.conftest import make_site

from zaru.errors import OutputFailed, UsageError
from zaru.page import Page
from zaru.search.engines import Target
from zaru.search.indexing import Indexed, index_corpus
from zaru.search.opensearch.cluster import Cluster, Connection
from zaru.search.opensearch.generations import Generations
from zaru.search.opensearch.loading import load_file
from zaru.search.opensearch.mapping import Making
from zaru.search.searching import Searcher

PAGES = list(make_site("made.example", 12))
QUERY = "site:made.example"
Load = Callable[..., Indexed]


class Stopped(Exception):
    """What stops a load."""


@pytest.fixture
def cluster(nodes: Nodes, request: pytest.FixtureRequest) -> Cluster:
    """Return an index that no other test has."""
    name = request.node.name.partition("[")[0].replace("_", "-")
    return Cluster.of(nodes.address, name[-90:].strip("-"), "")


@pytest.fixture
def connection(cluster: Cluster) -> Iterator[Connection]:
    with closing(Connection(cluster)) as opened:
        yield opened


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Return the folder of a corpus of twelve pages in four files."""
    return write_corpus(tmp_path / "corpus", PAGES, "a")


@pytest.fixture
def load(cluster: Cluster, corpus: Path) -> Load:
    def do(making: Making | None = None, **options: Any) -> Indexed:
        target = Target("opensearch", cluster.address, cluster.name, making or Making())
        return index_corpus(corpus, target=target, **options)

    return do


def write_corpus(folder: Path, pages: list[Page], digest: str, *, files: int = 4) -> Path:
    """Write a corpus in the place of the old one, whose index stays."""
    for name in ("pages", "sentences", "links", "originals"):
        shutil.rmtree(folder / name, ignore_errors=True)
    make_corpus(folder, pages, files=files)
    about = json.loads((folder / "corpus.json").read_bytes())
    (folder / "corpus.json").write_text(json.dumps({**about, "digest": digest}))
    return folder


def count(corpus: Path, query: str = QUERY) -> int:
    with closing(Searcher(corpus)) as searcher:
        return searcher.count(query)


def stop_after(pages: int) -> Callable[[int, int], None]:
    def watch(done: int, _: int) -> None:
        if done > pages:
            raise Stopped

    return watch


def test_a_second_load_does_nothing(load: Load, corpus: Path, connection: Connection) -> None:
    assert (load().added, count(corpus)) == (12, 12)
    assert (load().added, count(corpus)) == (0, 12)
    generations = Generations(connection)
    (only,) = generations.find()
    generations.forget(only.index, [f"{number:05}.parquet" for number in range(2)])
    again = load()  # what is there is replaced, not added
    assert (again.added, again.pages, count(corpus)) == (6, 12, 12)


def test_where_the_index_is_need_not_be_said_again(load: Load, corpus: Path) -> None:
    load()
    write_corpus(corpus, PAGES[:8], "b")
    done = index_corpus(corpus)
    assert (done.pages, count(corpus)) == (8, 8)
    assert index_corpus(corpus, target=Target("tantivy")).pages == 8
    assert "tantivy" in (corpus / "index/index.json").read_text()


def test_a_machine_without_the_file_of_the_index_asks_the_cluster(
    load: Load, corpus: Path, cluster: Cluster
) -> None:
    load()
    shutil.rmtree(corpus / "index")
    with closing(Searcher(corpus, cluster=cluster)) as searcher:
        assert (searcher.count(QUERY), searcher.is_stale) == (12, False)
    missing = Cluster.of(cluster.address, "nothing-here", "")
    with pytest.raises(UsageError, match="no index"):
        Searcher(corpus, cluster=missing)


def test_a_corpus_that_changed_is_loaded_where_it_changed(load: Load, corpus: Path) -> None:
    load()
    with closing(Searcher(corpus)) as searcher:
        found = searcher.search(QUERY, limit=100).hits
        write_corpus(corpus, [*PAGES[:3], *PAGES[4:11]], "b", files=3)
        assert Searcher(corpus).is_stale
        assert load().pages == 10
        assert searcher.count(QUERY) == 10
        assert not searcher.is_stale
        left = {hit.page.url for hit in found}
        left -= {hit.page.url for hit in searcher.search(QUERY, limit=100).hits}
    assert left == {PAGES[3].url, PAGES[11].url}


def test_an_interrupted_load_goes_on(load: Load, corpus: Path, connection: Connection) -> None:
    with pytest.raises(Stopped):
        load(watch=stop_after(7))
    with pytest.raises(UsageError, match="no index"):
        Searcher(corpus)
    assert not connection.has("/_alias/" + connection.cluster.name)
    assert (load().added, count(corpus)) == (6, 12)  # six were whole


def test_readers_see_the_old_index_until_a_new_one_is_whole(
    load: Load, corpus: Path, connection: Connection
) -> None:
    load()
    with closing(Searcher(corpus)) as searcher:
        before = searcher.search("記事", limit=100)
        with pytest.raises(Stopped):
            load(Making(k1=1.0, b=0.6), watch=stop_after(7))
        assert searcher.search("記事", limit=100).hits == before.hits
        assert load(Making(k1=1.0, b=0.6)).added == 6
        after = searcher.search("記事", limit=100)
    assert {hit.page.id for hit in after.hits} == {hit.page.id for hit in before.hits}
    assert [hit.score for hit in after.hits] != [hit.score for hit in before.hits]
    (only,) = Generations(connection).find()  # the old one is gone
    assert only.index.endswith("-000002")
    assert load().added == 0  # what is not said stays as it is


def test_readers_see_nothing_of_a_growth_before_it_is_whole(load: Load, corpus: Path) -> None:
    load()
    write_corpus(corpus, [*PAGES, *make_site("more.example", 4)], "b", files=4)
    with pytest.raises(Stopped):
        load(watch=stop_after(9))
    assert (count(corpus), count(corpus, "site:more.example")) == (12, 0)
    load()
    assert (count(corpus), count(corpus, "site:more.example")) == (12, 4)


def test_what_a_load_of_an_older_corpus_has_left_goes(load: Load, corpus: Path) -> None:
    with pytest.raises(Stopped):
        load(watch=stop_after(7))
    write_corpus(corpus, PAGES[:2], "b", files=1)
    assert load().pages == 2
    assert count(corpus) == 2


def test_a_page_that_is_twice_in_a_crawl_is_there_twice(load: Load, corpus: Path) -> None:
    write_corpus(corpus, [*PAGES, *PAGES[:1], *PAGES[:1]], "b", files=2)
    assert load().pages == 14
    assert load().added == 0
    assert count(corpus) == 14


def test_pages_that_are_lost_are_said_and_loaded_again(
    load: Load, corpus: Path, connection: Connection
) -> None:
    load()
    with closing(Searcher(corpus)) as searcher:
        page = searcher.search(QUERY, limit=1).hits[0].page
    body = {"query": {"term": {"id": page.id}}}
    (only,) = Generations(connection).find()
    connection.ask("POST", f"/{only.index}/_delete_by_query", body, params={"refresh": "true"})
    with pytest.raises(OutputFailed, match=r"0000\d.parquet: pages are missing; run again"):
        load()
    assert (load().added, count(corpus)) == (3, 12)


def test_the_index_of_another_corpus_is_not_overwritten(
    load: Load, corpus: Path, cluster: Cluster, tmp_path: Path
) -> None:
    load()
    other = write_corpus(tmp_path / "other", list(make_site("other.example", 2)), "b", files=1)
    target = Target("opensearch", cluster.address, cluster.name)
    with pytest.raises(UsageError, match=r"the index of another corpus; .* --name, or .* --new"):
        index_corpus(other, target=target)
    assert count(corpus) == 12
    assert index_corpus(other, target=target, new=True).pages == 2


def test_a_word_longer_than_lucene_takes_costs_no_page(load: Load, corpus: Path) -> None:
    body = f"<title>長い</title><p>短い {'x' * 40_000} 言葉。</p>".encode()
    long = Page.from_bytes(body, url="http://made.example/long", source="long")
    write_corpus(corpus, [*PAGES, long], "b")
    assert load().pages == 13
    assert count(corpus, "url:long") == 1


def test_a_killed_load_goes_on(corpus: Path, cluster: Cluster, connection: Connection) -> None:
    write_corpus(corpus, list(make_site("made.example", 300)), "b", files=60)
    command = [
        sys.executable, "-m", "zaru", "index", str(corpus), "--engine", "opensearch",
        "--address", cluster.address, "--name", cluster.name,
    ]  # fmt: skip
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    generations = Generations(connection)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if any(generations.read_records(one.index) for one in generations.find()):
            break
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    words = done.stderr.split()
    assert words[:4] == ["zaru:", "index:", "300", "pages,"]
    assert 0 < int(words[4]) < 300
    assert count(corpus) == 300


def test_files_are_loaded_by_whoever_is_asked(load: Load, corpus: Path) -> None:
    asked = []

    def carry(loads: Any) -> Iterator[Any]:
        for one in reversed(loads):
            asked.append(one.file)
            yield load_file(one)

    assert (load(carry=carry).added, count(corpus)) == (12, 12)
    assert asked == [f"{number:05}.parquet" for number in (3, 2, 1, 0)]
