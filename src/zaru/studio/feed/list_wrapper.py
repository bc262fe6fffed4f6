"""Lists as wrappers: the rule of today's list reads tomorrow's page, or says that it cannot."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from html import unescape
from typing import Any

from zaru.errors import FormatError, UsageError
from zaru.feeds.article import Article, ArticleList, Span
from zaru.feeds.finding.candidates import Candidates, find_candidates
from zaru.feeds.finding.ranking import Ranked
from zaru.layout.head import Head
from zaru.layout.value import Part
from zaru.page import Page
from zaru.text.dates import parse_date
from zaru.text.urls import resolve
from zaru.wrappers.care.health import check
from zaru.wrappers.learning import learn
from zaru.wrappers.record import Record, Value
from zaru.wrappers.wrapper import Wrapper

_PARTS = ("link", "date", "body", "image", "author")
_ATTRIBUTES = {"link": "href", "image": "src"}


def learn_list(page: Page, articles: ArticleList) -> Wrapper:
    """Return the wrapper that finds *articles* on *page*; raises `UsageError` when none does."""
    wrapper = learn_like(page, articles)
    if not finds_just(wrapper, page, articles):
        raise UsageError(
            f"{articles.place}: no rule finds just these {len(articles)} articles, so the list"
            " cannot be saved; label some of them and use `zaru learn`"
        )
    return wrapper


def learn_like(page: Page, articles: ArticleList) -> Wrapper:
    """Return the wrapper that *articles* teach, which may find others, too.

    Raises `UsageError` when nothing can be learnt.
    """
    return learn([page], list(_labels(page, articles)))


def finds_just(wrapper: Wrapper, page: Page, articles: ArticleList) -> bool:
    """Say whether a wrapper finds the titles of *articles* on their page, and no other one."""
    titles = [record.texts("title") for record in wrapper.apply(page)]
    return titles == [[article.title.text] for article in articles]


def _labels(page: Page, articles: ArticleList) -> Iterator[dict[str, Any]]:
    for field in ("title", "link", "date", "image"):
        parts = [getattr(article, field) for article in articles]
        values = [_value(page, field, part) for part in parts if part is not None and part.span]
        if values:
            yield {"page": page.origin.source, "field": field, "values": values}


def _value(page: Page, field: str, part: Part) -> dict[str, Any]:
    span = part.span or (0, 0)
    written = unescape(page.source(span))
    if field in _ATTRIBUTES:
        return {"attribute": _ATTRIBUTES[field], "value": written}
    return {"text": written, "span": list(span)}


def read_list(page: Page, wrapper: Wrapper, *, now: datetime | None = None) -> ArticleList:
    """Return the articles that *wrapper* finds; raises `FormatError` when the layout changed.

    What a wrapper does not read (texts, authors, dates that need a year) is that of the list of
    the page that has most of these titles; *now* is when the page was fetched.
    """
    health = check(wrapper, [page])
    missing = [field for field in health.fields if field.name == "title" and not field.found]
    records = [record for record in wrapper.apply(page) if record.texts("title")]
    if missing or not records:
        raise FormatError("the layout changed: the saved list finds no article; save it anew")
    address = Head(page.tree).base(page.url)
    articles = [_article(record, address) for record in records]
    found = _find_likest(find_candidates(page, now=now), articles)
    return replace(
        found,
        articles=tuple(_complete(article, _find_same(found, article)) for article in articles),
        reasons=(f"read by a saved rule: {len(records)} articles",),
    )


def _find_likest(candidates: Candidates, articles: Sequence[Article]) -> ArticleList:
    """Return the list of a page that has the most of some titles, of two the one without more."""
    starts = [article.title.span[0] for article in articles if article.title.span]

    def likeness(one: Ranked) -> tuple[int, int]:
        spans = candidates.all_titles(one)
        return sum(_find_holder(spans, start) is not None for start in starts), -len(spans)

    return candidates.read(max(candidates.named, key=likeness, default=None))


def _find_same(found: ArticleList, article: Article) -> Article | None:
    """Return the article of a list that has the title of *article* in it; None without one."""
    holder = _find_holder([one.span for one in found], (article.title.span or article.span)[0])
    return None if holder is None else found.articles[holder]


def _find_holder(spans: Sequence[Span], byte: int) -> int | None:
    """Return the place of the one of *spans*, in their order, that has a byte; None without one."""
    place = bisect_right(spans, byte, key=lambda span: span[0]) - 1
    return place if place >= 0 and byte < sum(spans[place]) else None


def _complete(article: Article, other: Article | None) -> Article:
    """Return *article* with what only the *other* reading of it knows."""
    if other is None:
        return article
    parts = {name: getattr(article, name) or getattr(other, name) for name in _PARTS}
    return replace(article, span=_hull([article.span, other.span]), **parts)


def _article(record: Record, base: str | None) -> Article:
    parts = {name: _first(record, name) for name in ("title", "link", "date", "image")}
    spans = [value.span for value in parts.values() if value is not None and value.span]
    title, date = parts["title"], parts["date"]
    found = parse_date(date.text) if date is not None else None
    return Article(
        Part(title.text if title else "", title.span if title else None),
        _hull(spans),
        link=_address(parts["link"], base),
        date=Part(found.iso, date.span) if date is not None and found is not None else None,
        image=_address(parts["image"], base),
    )


def _first(record: Record, name: str) -> Value | None:
    return next(iter(record.fields.get(name, ())), None)


def _address(value: Value | None, base: str | None) -> Part | None:
    if value is None:
        return None
    return Part(resolve(base, value.text) or value.text, value.span)


def _hull(spans: list[Span]) -> Span:
    start = min((offset for offset, _ in spans), default=0)
    return start, max(map(sum, spans), default=0) - start
