from __future__ import annotations

import time
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.content.metadata import Metadata, find_metadata
from zaru.layout.bylines import clean_name
from zaru.layout.value import Value
from zaru.page import Page

URL = "http://blog.example.com/entry/1"


def metadata_of(html: str, url: str | None = URL, encoding: str = "utf-8") -> Metadata:
    page = Page.from_bytes(html.encode(encoding), url=url, charset=encoding)
    return find_metadata(page.tree, url=url)


def text_of(value: Value | None) -> str | None:
    return value.text if value else None


def source_of(value: Value | None) -> str:
    assert value is not None
    assert value.span is not None
    offset, length = value.span
    return value.tree.raw[offset : offset + length].decode(value.tree.decoded.codec)


@pytest.mark.parametrize(
    ("html", "title"),
    [
        pytest.param("<title>An entry | A site</title><h1>An entry</h1>", "An entry", id="h1"),
        pytest.param(
            "<title>My diary: Rain today</title><h1><a href=/>My diary</a></h1><h2>Rain today</h2>",
            "Rain today",
            id="h1-is-the-banner",
        ),
        pytest.param(
            "<meta property='og:title' content='A site'><title>A site</title>"
            "<meta property='og:site_name' content='A site'><h1>The real thing</h1>",
            "The real thing",
            id="generic-og-title",
        ),
        pytest.param(
            "<meta property=og:site_name content='A site'><title>One – two – A site</title>",
            "One – two",
            id="known-site-at-the-end",
        ),
        pytest.param("<title>新しい駅ができた｜河北新報</title>", "新しい駅ができた", id="ja-bar"),
        pytest.param("<title>Example: Rain in May</title>", "Rain in May", id="host-is-the-site"),
        pytest.param("<title>2:1 for Kyoto</title>", "2:1 for Kyoto", id="colon-inside"),
        pytest.param(
            "<title>雨の日</title><h1>■ 雨の日 <button>シェア</button></h1>", "雨の日", id="extras"
        ),
        pytest.param("<meta property=og:title content='An entry'>", "An entry", id="only-og"),
        pytest.param("<h1>News</h1><title>Rain in May</title>", "Rain in May", id="section-name"),
        pytest.param("<p>text", None, id="none"),
    ],
)
def test_title_is_the_page_s_own(html: str, title: str | None) -> None:
    assert text_of(metadata_of(html).title) == title


def article(published: str, modified: str = "") -> str:
    return (
        '<script type="application/ld+json">{"@type": "NewsArticle", "datePublished": '
        f'"{published}", "dateModified": "{modified}"}}</script><title>Rain today</title>'
    )


@pytest.mark.parametrize(
    ("html", "date", "updated"),
    [
        pytest.param(
            article("2009-01-16T12:00:00+09:00") + "<h1>Rain today</h1><p>2009年1月16日",
            "2009-01-16T12:00:00+09:00",
            None,
            id="markup-is-confirmed",
        ),
        pytest.param(
            article("2015-05-05") + "<h1>Rain today</h1><p>2009年1月16日(金)",
            "2009-01-16",
            None,
            id="shown-date-wins",
        ),
        pytest.param(
            article("2009-01-16", "2009-02-01") + "<h1>Rain today</h1><p>2009年2月1日",
            "2009-01-16",
            "2009-02-01",
            id="shown-date-is-the-update",
        ),
        pytest.param(
            "<title>Rain</title><h1>Rain</h1><p>公開：平成21年1月16日 更新：平成21年2月1日",
            "2009-01-16",
            "2009-02-01",
            id="both-shown",
        ),
        pytest.param(
            "<h1>Rain</h1><time datetime='2009-01-16T12:00Z'>Friday</time>",
            "2009-01-16T12:00:00+00:00",
            None,
            id="time",
        ),
        pytest.param(
            "<h1>Rain</h1><abbr class=published title='2009-01-16'>last week</abbr>",
            "2009-01-16",
            None,
            id="hatom",
        ),
        pytest.param(
            "<meta name=citation_date content='2009/1/16'><h1>Rain</h1>",
            "2009-01-16",
            None,
            id="citation",
        ),
        pytest.param(
            "<h1>Rain</h1><p>" + "It rained. " * 20 + "On 16 January 2009 it did not.",
            None,
            None,
            id="date-in-the-text",
        ),
        pytest.param(
            "<h1>Rain</h1><div class=comments><time datetime=2009-01-16>x</time></div>",
            None,
            None,
            id="date-of-a-comment",
        ),
        pytest.param(
            "<h1>Rain</h1>" + "<p>It rained." * 200 + "<time itemprop=datePublished "
            "datetime=2009-01-16>x</time>",
            "2009-01-16",
            None,
            id="microdata-far-away",
        ),
        pytest.param("<h1>Rain</h1><p>3 hours ago", None, None, id="relative-without-now"),
        pytest.param(article("1970-01-01") + "<h1>Rain today</h1>", None, None, id="epoch"),
    ],
)
def test_dates(html: str, date: str | None, updated: str | None) -> None:
    found = metadata_of(html)
    assert (text_of(found.date), text_of(found.updated)) == (date, updated)


def test_feed_has_metadata() -> None:
    found = metadata_of(
        '<?xml version="1.0"?><feed><title>日記</title><author><name>梅子</name></author>'
        "<entry><title>京都の寺</title><issued>2009-07-01</issued></entry></feed>"
    )
    assert text_of(found.title) == "日記"


def test_year_and_day_may_come_from_the_url() -> None:
    url = "http://example.com/2009/01/16/rain"
    found = metadata_of("<h1>Rain</h1>", url)
    assert text_of(found.date) == "2009-01-16"
    assert found.date is not None
    assert found.date.span is None
    url = "http://example.com/2009/rain"
    assert text_of(metadata_of("<h1>Rain</h1><p>1月16日", url).date) == "2009-01-16"


def test_now_settles_relative_dates() -> None:
    page = Page.from_bytes(b"<h1>Rain</h1><p>3 hours ago")
    found = find_metadata(page.tree, now=datetime(2026, 11, 16, 12))
    assert text_of(found.date) == "2026-11-16T09:00:00"


@pytest.mark.parametrize(
    ("html", "author"),
    [
        pytest.param("<h1>Rain</h1><p class=byline>By Jane Doe | 2009-01-16", "Jane Doe", id="by"),
        pytest.param("<h1>雨</h1><p class=author>文＝山田太郎", "山田太郎", id="ja-label"),
        pytest.param("<h1>Rain</h1><p>by <a rel=author href=/x>Jane Doe</a>", "Jane Doe", id="rel"),
        pytest.param(
            "<h1>Rain</h1><p itemprop=author>by <b itemprop=name>Jane Doe</b>, Rome",
            "Jane Doe",
            id="microdata",
        ),
        pytest.param("<meta name=author content='Jane Doe'>", "Jane Doe", id="meta"),
        pytest.param(
            "<meta name=citation_author content=J.Doe><meta name=citation_author content='A. B'>",
            "J.Doe, A. B",
            id="several",
        ),
        pytest.param("<meta property=article:author content=http://x.org/jane>", None, id="url"),
        pytest.param(
            "<meta property=og:site_name content='A site'><meta name=author content='A site'>",
            None,
            id="site-name",
        ),
        pytest.param(
            "<meta name=author content=admin><h1>Rain</h1><a rel=author href=/x>Jane Doe</a>",
            "Jane Doe",
            id="shown-name-wins",
        ),
    ],
)
def test_author(html: str, author: str | None) -> None:
    assert text_of(metadata_of(html).author) == author


JAPANESE = "<p>" + "ざるは竹で編んだ器である。水を切るのに使う。" * 4


def test_addresses_are_absolute_and_safe() -> None:
    found = metadata_of(
        "<base href='/sub/'><link rel=canonical href=one><meta property=og:image content=i.png>"
    )
    assert text_of(found.url) == "http://blog.example.com/sub/one"
    assert text_of(found.image) == "http://blog.example.com/sub/i.png"
    unsafe = metadata_of(
        "<link rel=canonical href='java&#9;script:1'><meta property=og:image content='data:,x'>"
    )
    assert (unsafe.url, unsafe.image) == (None, None)


def test_site_name_is_what_title_adds() -> None:
    found = metadata_of("<title>Rain in May | The Kyoto Diary</title><h1>Rain in May</h1>")
    assert (text_of(found.site_name), source_of(found.site_name)) == ("The Kyoto Diary",) * 2


ENCODINGS = ("utf-8", "shift_jis", "euc_jp", "utf-16", "iso2022_jp")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_spans_of_cut_files_lie_in_them(encoding: str) -> None:
    whole = "<title>［京都観光］三月の雨</title><h1>三月の雨</h1>".encode(encoding)
    for size in range(len(whole)):
        found = find_metadata(Page.from_bytes(whole[:size]).tree)
        spans = [value.span for value in (found.title, found.site_name) if value and value.span]
        assert all(offset >= 0 and offset + length <= size for offset, length in spans)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_spans_show_the_source(encoding: str) -> None:
    html = (
        "<html lang=ja><title>雨の日 | ある日記</title><meta name=author content=' 山田太郎'>"
        '<script type="application/ld+json">{"@type": "BlogPosting", "headline": "雨の日",'
        ' "description": "雨の話"}</script><h1><b>雨の</b>日</h1><p>更新日 2009年1月16日(金)'
        + JAPANESE
    )
    found = metadata_of(html, encoding=encoding)
    assert source_of(found.title) == "雨の</b>日"
    assert source_of(found.author) == "山田太郎"
    assert source_of(found.date) == "2009年1月16日"
    assert source_of(found.description) == "雨の話"
    assert source_of(found.site_name) == "ある日記"
    assert source_of(found.language) == "ja"


def test_escaped_json_is_found() -> None:
    found = metadata_of(
        '<script type="application/ld+json">{"@type":"Article","image":"http:\\/\\/e.org\\/i.png",'
        '"description":"\\u96e8"}</script>'
    )
    assert source_of(found.image) == "http:\\/\\/e.org\\/i.png"
    assert (text_of(found.description), source_of(found.description)) == ("雨", "\\u96e8")


PIECES = (
    *("<h1>", "</h1>", "<title>", "</title>", "<meta name=author content='", "'>", "<a href=/>"),
    *("<time datetime='", "<p class=byline>", "2009年1月16日", "Rain | Site", "<div id=date>"),
    *('<script type="application/ld+json">', "</script>", '{"@type":"Article"', "}"),
)
MARKUP = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8)), max_size=20)


@given(MARKUP)
def test_never_raises_and_spans_lie_in_the_file(pieces: list[str]) -> None:
    html = "".join(pieces)
    page = Page.from_bytes(html.encode("utf-8", "replace"), url=URL)
    found = find_metadata(page.tree, url=URL)
    for value in (found.title, found.author, found.date, found.site_name, found.description):
        if value is not None and value.span is not None:
            assert 0 <= value.span[0] <= sum(value.span) <= len(page.raw)
    clean_name(html)


@pytest.mark.parametrize(
    "unit", ["<h1>a b</h1>", "<div class=author>", "<p class=date>1", "<title>a | ", "a - "]
)
def test_cost_is_linear(unit: str) -> None:
    def seconds(size: int) -> float:
        tree = Page.from_bytes((unit * (size // len(unit))).encode()).tree
        start = time.process_time()
        find_metadata(tree, url=URL)
        return time.process_time() - start

    large = min(seconds(400_000) for _ in range(3))  # the garbage collector comes when it wants
    assert large < 8 * max(seconds(100_000) for _ in range(3)) + 0.1


@pytest.mark.parametrize("cut", [1, 2])
def test_title_that_is_cut_in_a_character_ends_with_the_file(cut: int) -> None:
    page = Page.from_bytes("<title>日本の文章です".encode() + "。".encode()[:cut])
    title = find_metadata(page.tree).title
    assert title is not None
    assert title.span == (7, len(page.raw) - 7)
    assert page.source(title.span) == title.text == "日本の文章です\ufffd"
