"""Quotations are proven, changed or absent; white space alone does not count."""

from __future__ import annotations

from time import process_time

import pytest

from zaru.citations.nearest import Difference
from zaru.citations.verification import MAX_QUOTE_CHARS, verify_page
from zaru.errors import UsageError
from zaru.page import Page

HTML = (
    "<p>これは<b>新\n聞</b>です。a <b> b</b> c<br>"
    "次の<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>を読む。"
    "<p>東京&nbsp;都 2009 年<p>これは新聞です。"
)
PAGE = Page.from_bytes(HTML.encode())


@pytest.mark.parametrize(
    ("quote", "times"),
    [
        pytest.param("これは新聞です。", 2, id="cut-by-tags"),
        pytest.param(" これは\n新聞です。\n", 2, id="line-ends-between-japanese"),
        pytest.param("a b  c", 1, id="runs-of-blanks"),
        pytest.param("c\n次の漢字", 1, id="over-a-line-end"),
        pytest.param("次の漢かん字じを読む。", 1, id="with-ruby"),
        pytest.param("東京 都 2009 年", 1, id="no-break-space"),
    ],
)
def test_what_stands_in_the_page_is_proven(quote: str, times: int) -> None:
    verdict = verify_page(quote, PAGE)
    assert verdict.is_proven
    assert len(verdict.spans) == times


@pytest.mark.parametrize(
    ("quote", "difference"),
    [
        pytest.param("これは新聞だ。", Difference("だ", "です"), id="word"),
        pytest.param("これは新 聞です。", Difference(" ", ""), id="real-blank"),
        pytest.param("次の漢字を読む!", Difference("!", "。"), id="mark"),
        pytest.param("東京 都 2008 年", Difference("8", "9"), id="digit"),
        pytest.param("東京都 2009 年", Difference("", " "), id="blank-left-out"),
    ],
)
def test_what_was_changed_is_told(quote: str, difference: Difference) -> None:
    verdict = verify_page(quote, PAGE)
    assert verdict.status == "changed"
    assert verdict.differences == (difference,)
    assert verdict.passage
    assert verdict.to_json()["spans"] == [list(verdict.spans[0])]


def test_what_is_nowhere_is_absent() -> None:
    verdict = verify_page("まったく別の文章がここにある。", PAGE)
    assert (verdict.status, verdict.spans) == ("absent", ())


@pytest.mark.parametrize("quote", ["", " \n\u2028 ", "あ" * (MAX_QUOTE_CHARS + 1)])
def test_nothing_and_too_much_are_refused(quote: str) -> None:
    with pytest.raises(UsageError):
        verify_page(quote, PAGE)


def test_places_that_overlap_are_all_told() -> None:
    page = Page.from_bytes("<p>ああああ".encode())
    assert verify_page("あああ", page).spans == ((3, 9), (6, 9))


@pytest.mark.parametrize(
    "quote",
    [
        pytest.param("a" * 20_000, id="all-places"),
        pytest.param("a" * 10_000 + "b" + "a" * 10_000, id="one-change"),
        pytest.param("ab" * 10_000, id="every-other-character"),
    ],
)
def test_a_hostile_page_costs_no_more_than_its_size(quote: str) -> None:
    page = Page.from_bytes(("<p>" + "a" * 500_000).encode())
    start = process_time()
    verify_page(quote, page)
    assert process_time() - start < 10
