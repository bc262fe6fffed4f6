"""Parts of pages by words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.corpora import make_corpus

from zaru.errors import UsageError
from zaru.page import Page
from zaru.search.chunks import MAX_OF_A_PAGE, ChunkHit, find_chunks
from zaru.search.indexing import index_corpus
from zaru.search.searching import Searcher
from zaru.search.wanted import Filters

KEYS = [
    "id", "url", "title", "site", "language", "date", "time", "score", "number", "headings",
    "text", "spans", "marks", "mark_spans",
]  # fmt: skip
GARDEN = """<html><head><title>庭の手帳</title></head><body><article><h1>庭の手帳</h1>
<p>この手帳には庭の仕事を書いておく。春から秋まで続くつもりだ。</p>
<h2>梅の手入れ</h2><p>梅の枝は冬のうちに切る。<b>鋏</b>はよく研いで
おくこと。</p><h2>池の掃除</h2><p>池の水は春に替える。金魚は桶に移しておいた。</p>
<h2>道具</h2><p>鋏と熊手を使う。<ruby>鋏<rt>はさみ</rt></ruby>は油を塗ってしまう。</p>
</article></body></html>"""
ROSE = (
    """<html><head><title>A rose book</title></head><body><article><h1>A rose book</h1>
<p>Roses want sun and patience, and a gardener who does not mind thorns at all.</p>
<h2>Pruning</h2><p>Prune in February. Sharp shears make clean cuts. """
    + ("Every branch that crosses another one has to go before spring comes. " * 30)
    + """The last shears of the day are oiled.</p></article></body></html>"""
)
MANY = "<html><head><title>金魚</title></head><body><article><h1>金魚</h1>" + "".join(
    f"<h2>金魚の{name}</h2><p>金魚はとても{name}を好む。水槽で静かに暮らしている。</p>"
    for name in ("水", "餌", "草", "光", "石")
) + "</article></body></html>"  # fmt: skip


@pytest.fixture(scope="module")
def searcher(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Searcher]:
    pages = [
        Page.from_bytes(GARDEN.encode("euc_jp"), url="http://niwa.example.jp/"),
        Page.from_bytes(ROSE.encode(), url="http://rose.example.com/"),
        Page.from_bytes(MANY.encode("cp932"), url="http://kingyo.example.jp/"),
    ]
    folder: Path = make_corpus(tmp_path_factory.mktemp("corpus"), pages)
    index_corpus(folder)
    opened = Searcher(folder)
    yield opened
    opened.close()


def marked(hit: ChunkHit) -> list[str]:
    return [hit.chunk.text[begin:end] for begin, end in hit.marks]


def test_the_part_that_has_all_words_is_first(searcher: Searcher) -> None:
    first = find_chunks(searcher, "鋏 熊手")[0]
    assert first.chunk.headings == ("庭の手帳", "道具")
    assert set(marked(first)) >= {"鋏", "熊手"}
    assert first.score > 0


def test_headings_above_count(searcher: Searcher) -> None:
    found = find_chunks(searcher, "池 金魚", max_characters=30)
    best = next(hit for hit in found if hit.page.url == "http://niwa.example.jp/")
    assert best.chunk.headings[-1] == "池の掃除"
    whole = find_chunks(searcher, "池 金魚")[0]
    assert best.score == pytest.approx(whole.score)


def test_a_page_has_no_more_than_some_chunks(searcher: Searcher) -> None:
    found = find_chunks(searcher, "金魚", limit=20)
    urls = [hit.page.url for hit in found]
    assert urls.count("http://kingyo.example.jp/") == MAX_OF_A_PAGE
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)


def test_no_more_than_wanted_are_found(searcher: Searcher) -> None:
    assert len(find_chunks(searcher, "金魚", limit=2)) == 2
    assert find_chunks(searcher, "金魚", limit=2) == find_chunks(searcher, "金魚", limit=20)[:2]


def test_a_long_paragraph_is_found_in_the_part_that_says_it(searcher: Searcher) -> None:
    found = find_chunks(searcher, "shears", max_characters=200)
    assert {word for hit in found for word in marked(hit)} == {"shears"}
    assert ["oiled" in hit.chunk.text or "Sharp" in hit.chunk.text for hit in found] == [True, True]
    assert all(len(hit.chunk.text) <= 200 for hit in found)


@pytest.mark.parametrize("query", ["鋏", "金魚 水", "prune", "移す", "熊手 油", "roses thorns"])
@pytest.mark.parametrize("size", [25, 1200])
def test_every_mark_has_its_bytes(searcher: Searcher, query: str, size: int) -> None:
    found = find_chunks(searcher, query, max_characters=size)
    assert found
    for hit in found:
        page = searcher.corpus.original(hit.page)
        assert [page.source(span) for span in hit.mark_spans] == marked(hit)
        said = hit.to_json()
        assert list(said) == KEYS
        assert len(said["mark_spans"]) == len(said["marks"])


def test_a_page_that_is_found_by_its_address_is_there_once(searcher: Searcher) -> None:
    (found,) = find_chunks(searcher, "site:niwa.example.jp")
    assert found.chunk.number == 0
    assert found.marks == ()


def test_filters_and_alternatives_count(searcher: Searcher) -> None:
    only = find_chunks(searcher, "金魚", filters=Filters(site="niwa.example.jp"))
    assert {hit.page.url for hit in only} == {"http://niwa.example.jp/"}
    assert find_chunks(searcher, "金魚 shears") == []
    either = find_chunks(searcher, "熊手 shears", is_any=True)
    assert len({hit.page.url for hit in either}) == 2


@pytest.mark.parametrize("limit", [0, 1000])
def test_a_wrong_limit_is_refused(searcher: Searcher, limit: int) -> None:
    with pytest.raises(UsageError, match="at once"):
        find_chunks(searcher, "金魚", limit=limit)
