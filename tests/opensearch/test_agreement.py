"""Both engines find the same pages of the example corpus, with the same scores."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tests.opensearch.nodes import Nodes

from zaru.io.corpus import Corpus
from zaru.search.engines import Target
from zaru.search.indexing import index_corpus
from zaru.search.opensearch.mapping import Making
from zaru.search.searching import Results, Searcher
from zaru.search.wanted import COMPOUNDS, Filters

Options = dict[str, Any]

QUERIES = [
    "朝市 再開", "朝市 -再開", "朝市 OR 大雪", "title:朝市", "きょうと", "の", "running shoes",
    "url:index", "site:example.jp", '"朝市 再開"', "髙橋", "ﾁｮｺﾚｰﾄ", "-- !", "京都 site:example",
]  # fmt: skip
FILTERS = [
    Filters(), Filters(language="ja"), Filters(language="en"), Filters(duplicates=True),
    Filters(days=(2009_01_01, 2009_01_20)), Filters(site="example.jp"),
]  # fmt: skip


@pytest.fixture(scope="module")
def tantivy(example: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Searcher]:
    """Return the example corpus in this process."""
    folder = tmp_path_factory.mktemp("tantivy")
    index_corpus(example, folder=folder)
    with closing(Searcher(example, folder=folder)) as searcher:
        yield searcher


@pytest.fixture(scope="module", params=[1, 3], ids=["one-shard", "three-shards"])
def opensearch(
    nodes: Nodes,
    example: Path,
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> Iterator[Searcher]:
    """Return it on OpenSearch."""
    folder, shards = tmp_path_factory.mktemp("opensearch"), request.param
    target = Target("opensearch", nodes.address, f"agreement-{shards}", Making(shards=shards))
    index_corpus(example, folder=folder, target=target)
    with closing(Searcher(example, folder=folder)) as searcher:
        yield searcher


def find_queries(corpus: Corpus) -> Iterator[tuple[str, Options]]:
    """Yield queries as people type them: titles, alone, as phrases and with any of their words."""
    for page in corpus:
        if page.title:
            yield page.title, {}
            yield f'"{page.title}"', {}
    for query in QUERIES:
        yield query, {"is_any": True}
        for filters in FILTERS:
            yield query, {"filters": filters}


def to_scores(results: Results) -> dict[str, float]:
    return {hit.page.id: hit.score for hit in results.hits}


def is_alike(searcher: Searcher, query: str, options: Options) -> bool:
    """Say whether both engines count the same pages for *query*.

    Lucene counts those that have a field, and OpenSearch those of shards that have a word of the
    query; tantivy counts all. All example pages have words and titles, and not all compounds.
    """
    groups = searcher.analyse(query, **options).groups
    fields = {match.field for group in groups for ways in group for match in ways}
    return COMPOUNDS not in fields and searcher.about.place.endswith("-1")


def test_both_engines_agree(tantivy: Searcher, opensearch: Searcher) -> None:
    asked = found = compared = 0
    step = 1 if opensearch.about.place.endswith("-1") else 3  # shards only change scores
    for query, options in islice(find_queries(tantivy.corpus), 0, None, step):
        one = tantivy.search(query, limit=100, **options)
        other = opensearch.search(query, limit=100, **options)
        scores, others = to_scores(one), to_scores(other)
        assert (one.total, scores.keys()) == (other.total, others.keys()), query
        assert list(others.values()) == sorted(others.values(), reverse=True)
        asked, found = asked + 1, found + len(scores)
        if is_alike(opensearch, query, options):
            assert others == pytest.approx(scores, rel=1e-5), query
            compared += 1
    assert asked > 120 // step
    assert found > 200 // step
    assert compared > 100 or step > 1


def test_excerpts_and_marks_are_the_same(tantivy: Searcher, opensearch: Searcher) -> None:
    for query in ("朝市 再開", "きょうと", "running"):
        one, other = (
            {hit.page.id: (hit.title_marks, hit.excerpts) for hit in searcher.search(query).hits}
            for searcher in (tantivy, opensearch)
        )
        assert one == other


def test_pages_are_turned_over_without_one_twice(opensearch: Searcher) -> None:
    every = [hit.page.id for hit in opensearch.search("の", limit=100).hits]
    turned = [
        hit.page.id
        for offset in range(0, len(every) + 3, 3)
        for hit in opensearch.search("の", offset=offset, limit=3).hits
    ]
    assert turned == every
    assert len(set(turned)) == len(turned) == opensearch.count("の")
    assert opensearch.search("の", offset=10_000, limit=100).hits == ()


def test_frequencies_are_the_same(tantivy: Searcher, opensearch: Searcher) -> None:
    terms = ["朝市", "京都", "の", "無い言葉", "run", "a b", '"', "朝市"]
    one, other = (
        searcher._engine.frequencies("words", terms) for searcher in (tantivy, opensearch)
    )
    assert one == other
    assert one[0] == one[-1] > 0
    assert opensearch._engine.frequencies("words", []) == []
