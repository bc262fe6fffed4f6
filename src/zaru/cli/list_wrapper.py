"""Lists as wrappers: the rule of today's list reads tomorrow's page, or says that it cannot."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from typing import Any

from zaru.content.metadata import find_metadata
from zaru.errors import FormatError, UsageError
from zaru.feeds.article import Article, ArticleList, Part, Span
from zaru.layout.head import Head
from zaru.page import Page
from zaru.text.dates import parse_date
from zaru.text.urls import resolve
from zaru.wrappers.care.health import check
from zaru.wrappers.learning import learn
from zaru.wrappers.record import Record, Value
from zaru.wrappers.wrapper import Wrapper

_ATTRIBUTES = {"link": "href", "image": "src"}


def learn_list(page: Page, articles: ArticleList) -> Wrapper:
    """Return the wrapper that finds *articles* on *page*; raises `UsageError` when none does."""
    wrapper = learn([page], list(_labels(page, articles)))
    titles = [record.texts("title") for record in wrapper.apply(page)]
    if titles != [[article.title.text] for article in articles]:
        raise UsageError(
            f"{articles.place}: no rule finds just these {len(articles)} articles, so the list"
            " cannot be saved; label some of them and use `zaru learn`"
        )
    return wrapper


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


def read_list(page: Page, wrapper: Wrapper) -> ArticleList:
    """Return the articles that *wrapper* finds; raises `FormatError` when the layout changed."""
    health = check(wrapper, [page])
    missing = [field for field in health.fields if field.name == "title" and not field.found]
    records = [record for record in wrapper.apply(page) if record.texts("title")]
    if missing or not records:
        raise FormatError("the layout changed: the saved list finds no article; save it anew")
    metadata = find_metadata(page.tree, url=page.url)
    address = Head(page.tree).base(page.url)
    return ArticleList(
        tuple(_article(record, address) for record in records),
        source=page.origin.source,
        offset=page.origin.offset,
        url=page.url,
        title=metadata.title.text if metadata.title else None,
        language=metadata.language.text if metadata.language else None,
        reasons=(f"read by a saved rule: {len(records)} articles",),
    )


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
