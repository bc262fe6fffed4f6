"""Words of a query in a whole page: in every encoding, over tags and ruby, in their bytes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.corpora import make_corpus

from zaru.page import Page
from zaru.search.indexing import index_corpus
from zaru.search.page_marks import MAX_MARKS, PageMarks
from zaru.search.searching import Searcher

TEXT = "港の朝市が二年ぶりに始まり、大勢の人が来ました。"
HTML = f"""<html lang=ja><title>朝市の記事</title><body><ul><li>朝市のお知らせです</li></ul>
<p>{TEXT}</p><p>港の<b>朝</b>市と<ruby>朝市<rt>あさいち</rt></ruby>、asa &amp; 朝市。</p>
<script>朝市</script></body></html>"""


@pytest.fixture(scope="module")
def searcher(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Searcher]:
    """An index of one page."""
    page = Page.from_bytes(HTML.encode(), source="a.html", url="http://a.example/")
    folder = make_corpus(tmp_path_factory.mktemp("marks") / "corpus", [page], files=1)
    index_corpus(folder)
    searcher = Searcher(folder)
    yield searcher
    searcher.close()


def make_marks(searcher: Searcher, query: str) -> PageMarks:
    return PageMarks(searcher, searcher.analyse(query))


@pytest.mark.parametrize("encoding", ["utf-8", "shift_jis", "euc_jp", "iso2022_jp", "utf-16"])
def test_words_are_found_wherever_a_reader_sees_them(searcher: Searcher, encoding: str) -> None:
    page = Page.from_bytes(HTML.encode(encoding), charset=encoding)
    spans = make_marks(searcher, "朝市").find_in_page(page, "ja")
    assert [page.source(span) for span in spans] == ["朝市", "朝市", "朝</b>市", "朝市", "朝市"]


def test_words_in_a_text_are_found_by_their_characters(searcher: Searcher) -> None:
    marks = make_marks(searcher, "朝市 人")
    assert [TEXT[begin:end] for begin, end in marks.find_in_text(TEXT, "ja")] == ["朝市", "人"]
    assert marks.find_in_text("", "ja") == ()


def test_a_feed_has_words_too(searcher: Searcher) -> None:
    feed = f'<?xml version="1.0"?><rss><item><title>朝市</title><body>{TEXT}</body></item></rss>'
    page = Page.from_bytes(feed.encode())
    spans = make_marks(searcher, "朝市").find_in_page(page, None)
    assert [page.source(span) for span in spans] == ["朝市", "朝市"]


def test_marks_of_one_page_are_counted(searcher: Searcher) -> None:
    page = Page.from_bytes(("<p>朝市。" * (MAX_MARKS + 9)).encode())
    assert len(make_marks(searcher, "朝市").find_in_page(page, "ja")) == MAX_MARKS


def test_a_long_text_is_looked_at_in_parts(searcher: Searcher) -> None:
    text = TEXT * 500 + "x" * 3000 + "朝市"
    places = make_marks(searcher, "朝市").find_in_text(text, "ja")
    assert len(places) == 501
    assert all(text[begin:end] == "朝市" for begin, end in places)
