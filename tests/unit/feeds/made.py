"""Articles made for tests, and what a feed reader takes from a feed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import feedparser
from hypothesis import strategies as st

from zaru.feeds.article import Article, ArticleList
from zaru.layout.value import Part

PAGE = "http://example.com/news/"
FEED = "http://example.com/feed"
NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "]]>&amp;&lt;b&gt;<!--",
    "a\x00b\x01\x0b\x0c\x1f\x7f\x85\x9f",
    "\ud800 \udfff lone",
    "\ufffe\uffff\ufdd0\U0001fffe",
    "\u202eevil\u202c \u200f שלום مرحبا",
    "é" + "\u0301" * 10_000,
    "&#0;&#x1F;&nbsp;",
    "\r\nline\rline\u2028line",
    "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]>",
)


def make_article(title: str = "紅葉", **parts: str | None) -> Article:
    """Return an article with these parts, all without spans."""
    texts = {name: Part(text, None) for name, text in parts.items() if text is not None}
    return Article(title=Part(title, None), span=(0, 1), **texts)


def make_list(*articles: Article, **more: Any) -> ArticleList:
    """Return the list of the page `PAGE`."""
    return ArticleList(articles, "page.html", **{"url": PAGE, "title": "お知らせ", **more})


# No surrogates and controls are left out: any text that Python can hold.
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=40) | st.sampled_from(HOSTILE)
_LINKS = ANY_TEXT | st.sampled_from(("javascript:alert(1)", "data:,x", "/a?b=1&c", "http://[", "a"))
_DATES = ANY_TEXT | st.datetimes().map(datetime.isoformat) | st.dates().map(str)


def _articles() -> st.SearchStrategy[Article]:
    return st.builds(
        make_article,
        ANY_TEXT,
        link=st.none() | _LINKS,
        date=st.none() | _DATES,
        body=st.none() | ANY_TEXT,
        image=st.none() | _LINKS,
        author=st.none() | ANY_TEXT,
    )


def any_lists() -> st.SearchStrategy[ArticleList]:
    """Return a strategy for lists with any text in any place."""
    return st.builds(
        ArticleList,
        st.lists(_articles(), max_size=4).map(tuple),
        ANY_TEXT,
        url=st.none() | _LINKS | st.just(PAGE),
        title=st.none() | ANY_TEXT,
        language=st.none() | ANY_TEXT | st.just("ja"),
    )


def similar_lists() -> st.SearchStrategy[ArticleList]:
    """Return a strategy for lists whose articles share links, titles, dates and bodies."""
    articles = st.builds(
        make_article,
        st.sampled_from(("a", "a (1)", "b", "")),
        link=st.sampled_from((None, "/x", "/y", "#")),
        date=st.sampled_from((None, "2009-01-16", "2009-01-17")),
        body=st.sampled_from((None, "p", "q")),
    )
    return st.lists(articles, max_size=7).map(lambda found: make_list(*found))


@dataclass(frozen=True)
class ReadFeed:
    """A feed as feedparser reads it."""

    feed: dict[str, Any]
    articles: list[dict[str, Any]]
    version: str

    @property
    def ids(self) -> list[str]:
        """The ids of the articles, in the feed's order."""
        return [article["id"] for article in self.articles]


def read_feed(text: str) -> ReadFeed:
    """Return what feedparser reads; fails when the feed is not well-formed."""
    found = feedparser.parse(text.encode("utf-8"))
    assert not found.bozo, found.get("bozo_exception")
    return ReadFeed(found.feed, found.entries, found.version)
