"""Addresses: what they ask for, and back."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.errors import UsageError
from zaru.search.wanted import Filters
from zaru.server.web.asking import Asked, find_outer_address, read_span, write_span

WORDS = st.text(st.characters(exclude_categories=["Cs"])).map(str.strip)


def read(address: str) -> Asked:
    return Asked.of(dict(parse_qsl(urlsplit(address).query)))


@given(
    st.builds(
        Asked, query=WORDS, site=WORDS, language=WORDS, begin=WORDS, end=WORDS,
        duplicates=st.booleans(), number=st.integers(1, 999_999), lang=st.sampled_from(["", "ja"]),
    )
)  # fmt: skip
def test_an_address_says_all_that_was_asked(asked: Asked) -> None:
    assert read(asked.address) == asked
    assert read(asked.page_address("ab12", span="1,2")) == asked


def test_another_filter_begins_with_the_first_results() -> None:
    asked = Asked("京都", number=7)
    assert asked.but(site="example.jp").number == 1
    assert asked.but(number=8).number == 8


def test_days_become_numbers() -> None:
    assert Asked("a", begin="2009-01-16").filters == Filters(days=(20090116, 99991231))
    assert Asked("a", end="2009-01-16").filters == Filters(days=(0, 20090116))
    assert Asked("a").filters == Filters()


@pytest.mark.parametrize("day", ["2009", "16.1.2009", "２００９-01-16", "2009-01-16T00:00", "'"])
def test_what_is_no_day_is_said(day: str) -> None:
    with pytest.raises(UsageError, match="is no day"):
        _ = Asked("a", begin=day).filters


@pytest.mark.parametrize("number", ["0", "-1", "x", "1e3", "", "9999999", "１"])
def test_a_page_of_results_that_makes_no_sense_is_the_first(number: str) -> None:
    assert Asked.of({"q": "a", "page": number}).number == 1


@given(st.tuples(st.integers(0, 10**11), st.integers(0, 10**11)))
def test_a_span_is_read_as_it_is_written(span: tuple[int, int]) -> None:
    assert read_span(write_span(span)) == span


@pytest.mark.parametrize("text", ["1", "1,", "a,b", "1,2,3", "-1,2", "1 ,2", "1" * 20 + ",1"])
def test_what_is_no_span_is_said(text: str) -> None:
    with pytest.raises(UsageError, match="offset and length"):
        read_span(text)


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)", " javascript:alert(1)", "JaVaScRiPt:1", "data:text/html,x",
        "java\nscript:1", "file:///etc/passwd", "//evil.example", "/path", "", None, "http:",
        "http://[", "ftp://example.jp/", "vbscript:x", "\x01http://a.example/",
    ],
)  # fmt: skip
def test_no_link_leads_to_what_is_not_http(url: str | None) -> None:
    assert find_outer_address(url) in (None, url)
    if find_outer_address(url) is not None:
        assert str(url).lstrip("\x01").startswith("http://")


@pytest.mark.parametrize("url", ["http://a.example/", "https://日本.example/京都?q=1#x"])
def test_links_lead_to_http(url: str) -> None:
    assert find_outer_address(url) == url
