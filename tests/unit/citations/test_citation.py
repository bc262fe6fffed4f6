"""Citations: what is needed to find a passage again."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from zaru.citations.citation import cite
from zaru.errors import UsageError
from zaru.page import Origin, Page

RAW = "<p>前の文。東京都の<b>新\n聞</b>&amp;本。後の文。<p hidden>隠す".encode("cp932")
PAGE = Page(RAW, Origin("a.warc", 7), url="http://www.example.jp/a#x", time="2009-01-16T00:00:00Z")


def span_of(text: str) -> tuple[int, int]:
    written = text.encode("cp932")
    return RAW.index(written), len(written)


def test_a_citation_says_where_its_quote_stands() -> None:
    citation = cite(PAGE, span_of("東京都の<b>新\n聞</b>&amp;本。"))
    assert citation.quote == "東京都の新聞&本。"
    assert PAGE.source(citation.span) == "東京都の<b>新\n聞</b>&amp;本。"
    assert citation.sha256 == sha256(RAW).hexdigest()
    assert (citation.page, citation.origin, citation.encoding, citation.codec) == (
        PAGE.id, Origin("a.warc", 7), "Shift_JIS", "cp932",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("lead", "tail", "expected"),
    [
        pytest.param(1, 0, "東京都", id="begins-inside-a-character"),
        pytest.param(0, 1, "東京都", id="ends-inside-a-character"),
        pytest.param(-3, 0, "文。東京都", id="begins-earlier"),
    ],
)
def test_a_span_is_widened_to_characters(lead: int, tail: int, expected: str) -> None:
    offset, length = span_of("東京都")
    assert cite(PAGE, (offset + lead, length - lead - tail)).quote == expected


def test_markup_and_white_space_around_a_text_are_left_out() -> None:
    offset, length = span_of("<b>新\n")
    assert cite(PAGE, (offset, length)).span == span_of("新")


def test_a_selector_follows_the_web_annotation_model() -> None:
    citation = cite(PAGE, span_of("東京都"))
    selector = citation.selector
    offset, length = span_of("東京都")
    assert selector["type"] == "SpecificResource"
    assert selector["source"] == PAGE.url
    assert selector["state"] == {"type": "TimeState", "sourceDate": PAGE.time}
    assert selector["selector"] == [
        {"type": "DataPositionSelector", "start": offset, "end": offset + length},
        {
            "type": "TextQuoteSelector",
            "exact": "東京都",
            "prefix": "前の文。",
            "suffix": "の新聞&本。後の文。\n隠す",
        },
    ]
    assert json.loads(json.dumps(citation.to_json()))["selector"] == selector


def test_a_page_without_address_is_named_by_its_digest() -> None:
    citation = cite(Page.from_bytes("<p>京都".encode()), (3, 6))
    assert citation.link is None
    assert citation.selector["source"].startswith("ni:///sha-256;")


@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x"])
def test_other_schemes_have_no_link(url: str) -> None:
    assert cite(Page.from_bytes("<p>京都".encode(), url=url), (3, 6)).link is None


def test_a_fragment_of_an_address_is_kept() -> None:
    link = cite(PAGE, span_of("前の文。")).link
    assert link is not None
    assert link.startswith("http://www.example.jp/a#x:~:text=%E5%89%8D")


def test_what_is_hidden_has_no_link() -> None:
    assert cite(PAGE, span_of("隠す")).link is None


@pytest.mark.parametrize("span", [(0, 3), (-1, 5), (0, 0), (0, 10**9)])
def test_a_span_without_text_is_refused(span: tuple[int, int]) -> None:
    with pytest.raises(UsageError, match=r"a\.warc at byte 7"):
        cite(PAGE, span)


def test_ruby_alone_can_be_cited() -> None:
    page = Page.from_bytes("<p><ruby>漢<rt>かん</rt></ruby>".encode())
    assert cite(page, (page.raw.index("かん".encode()), 6)).quote == "かん"
