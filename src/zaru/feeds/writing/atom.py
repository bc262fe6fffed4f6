"""Atom 1.0: https://www.rfc-editor.org/rfc/rfc4287."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from zaru._version import __version__
from zaru.errors import UsageError
from zaru.feeds.writing.edition import Edition, PublishedArticle
from zaru.feeds.writing.wording import element, to_html
from zaru.text.urls import host_of


def to_atom(edition: Edition) -> str:
    """Return the edition as Atom 1.0.

    An article is `updated` when the history saw it first or saw it change, else at its own
    date, else at the edition's `now`; `published` is only what the page says. The feed is as
    new as its newest article, so an unchanged page gives an unchanged feed. Raises
    `UsageError` when there is none of these times.
    """
    language = {"xml_lang": edition.language} if edition.language else {}
    head = element("feed", xmlns="http://www.w3.org/2005/Atom", **language)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        + head.removesuffix("/>")
        + ">\n"
        + "\n".join(_feed_lines(edition))
        + "\n</feed>\n"
    )


def _feed_lines(edition: Edition) -> Iterator[str]:
    updates = [_updated(article, edition.now) for article in edition.articles]
    yield element("id", edition.id)
    yield element("title", edition.title)
    yield element("updated", _newest(updates, edition.now).isoformat())
    if edition.link:
        yield element("link", rel="alternate", type="text/html", href=edition.link)
    if edition.feed_url:
        yield element("link", rel="self", type="application/atom+xml", href=edition.feed_url)
    yield element("generator", "zaru", version=__version__)
    # Articles without an author take the feed's, and each must have one (RFC 4287, 4.1.1).
    yield _author(host_of(edition.link or "") or edition.title)
    for article, updated in zip(edition.articles, updates, strict=True):
        yield "<entry>\n" + "\n".join(_article_lines(article, updated)) + "\n</entry>"


def _article_lines(article: PublishedArticle, updated: datetime) -> Iterator[str]:
    yield element("id", article.identity.id)
    yield element("title", article.title)
    yield element("updated", updated.isoformat())
    if article.published:
        yield element("published", article.published.isoformat())
    if article.author:
        yield _author(article.author)
    if article.link:
        yield element("link", rel="alternate", href=article.link)
    if article.image:
        yield element("link", rel="enclosure", type=article.image_type, href=article.image)
    if article.text:
        yield element("content", to_html(article.text), type="html")
    elif not article.link:  # an entry without a link must have content (RFC 4287, 4.1.2)
        yield element("content", article.title, type="text")


def _author(name: str) -> str:
    return f"<author>{element('name', name)}</author>"


def _updated(article: PublishedArticle, now: datetime | None) -> datetime:
    found = article.changed or article.published or now
    if found is None:
        raise UsageError(
            f"Atom needs a time for the article {article.title!r:.60}, which has no date:"
            " give `now`, when the page was fetched, or a `history`"
        )
    return found


def _newest(updates: list[datetime], now: datetime | None) -> datetime:
    found = max(updates) if updates else now
    if found is None:
        raise UsageError("Atom needs a time for a feed without articles: give `now`")
    return found
