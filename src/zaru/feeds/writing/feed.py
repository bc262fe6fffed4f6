"""Feeds: the articles of a page in a format that people subscribe to."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from zaru.errors import UsageError
from zaru.feeds.article import ArticleList
from zaru.feeds.writing.atom import to_atom
from zaru.feeds.writing.edition import Edition, prepare_edition
from zaru.feeds.writing.history import History
from zaru.feeds.writing.json_feed import to_json_feed
from zaru.feeds.writing.rss import to_rss
from zaru.text.json_lines import to_line

_WRITERS: dict[str, Callable[[Edition], str]] = {
    "rss": to_rss,
    "atom": to_atom,
    "jsonfeed": to_json_feed,
}
FORMATS = (*_WRITERS, "jsonl")


def write_feed(
    articles: ArticleList,
    *,
    format: str = "rss",  # noqa: A002  (the word of the command line)
    feed_url: str | None = None,
    history: History | None = None,
    now: datetime | None = None,
) -> str:
    """Return *articles* as a feed: `rss`, `atom` or `jsonfeed`; `jsonl` is one line for each.

    *feed_url* is where the feed will be found. *history*, already updated with *articles*,
    says since when each is known, and *now* when the page was fetched; both are used for
    Atom's `updated` and JSON Feed's `date_modified`, never as a date of publication. A day
    without a time is that day's midnight in the page's zone, see `ArticleList.zone`. Raises
    `UsageError` for an unknown format, and for Atom without any time for an article.
    """
    if format == "jsonl":
        place = articles.source, articles.offset
        return "".join(to_line(article.to_json(*place)).decode() for article in articles)
    if format not in _WRITERS:
        raise UsageError(f"no feed format {format!r}; known: {', '.join(FORMATS)}")
    edition = prepare_edition(articles, feed_url=feed_url, history=history, now=now)
    return _WRITERS[format](edition)
