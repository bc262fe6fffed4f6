"""Articles: what a page lists, each part with its byte span."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Any

from zaru.layout.value import Part
from zaru.page import Origin, Page

Span = tuple[int, int]  # byte offset and length

# Languages whose readers share one zone. A page in another language has no zone of its own.
_HOURS = {"ja": 9, "ko": 9, "zh": 8}
_WHOLE_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Article:
    """One entry of a list. None stands for what the page does not say."""

    title: Part
    span: Span  # from the first to the last byte of the entry
    link: Part | None = None
    date: Part | None = None  # ISO 8601: a day, or a time with what is known of its zone
    body: Part | None = None  # as text
    image: Part | None = None
    author: Part | None = None

    def to_json(self, page: str, offset: int | None = None) -> dict[str, Any]:
        """Return the article as a JSON object; keys are always there and in this order."""
        parts: dict[str, Part | None] = {name: getattr(self, name) for name in _PARTS}
        spans = {name: part and part.span for name, part in parts.items()}
        return {
            "page": page,
            "offset": offset,
            **{name: part.text if part else None for name, part in parts.items()},
            "span": list(self.span),
            "spans": {name: span and list(span) for name, span in spans.items()},
        }


_PARTS = ("title", "link", "date", "body", "image", "author")


@dataclass(frozen=True, slots=True)
class ArticleList:
    """The main list of a page."""

    articles: tuple[Article, ...]
    source: str  # of the page
    url: str | None = None  # of the page
    title: str | None = None  # of the page: what a feed is called
    language: str | None = None
    feeds: tuple[str, ...] = ()  # the addresses of feeds that the page itself names
    reasons: tuple[str, ...] = ()  # which lists were considered, and why this one was chosen
    offset: int | None = None  # of the page in its source, when that is an archive

    @classmethod
    def of(cls, page: Page, articles: Iterable[Article], **said: Any) -> ArticleList:
        """Return the articles of *page*, and what else is said of them."""
        source, offset = page.origin.source, page.origin.offset
        return cls(tuple(articles), source=source, offset=offset, url=page.url, **said)

    @property
    def place(self) -> str:
        """Where the page is, for people."""
        return str(Origin(self.source, self.offset))

    def __len__(self) -> int:
        """Return the number of articles."""
        return len(self.articles)

    def __iter__(self) -> Iterator[Article]:
        """Yield the articles in the page's order."""
        return iter(self.articles)

    @property
    def zone(self) -> tzinfo:
        """The zone of dates without one: the articles' own if they agree, else the language's.

        What machines write, UTC, is not theirs. Japanese and Korean are +09:00, Chinese is +08:00,
        everything else is UTC.
        """
        moments = (read_date(article.date, UTC) for article in self.articles)
        offsets = {moment.utcoffset() for moment in moments if moment} - {None, timedelta()}
        if len(offsets) == 1:
            return timezone(offsets.pop() or timedelta())
        language = (self.language or "").lower().replace("_", "-").partition("-")[0]
        hours = _HOURS.get(language)
        return UTC if hours is None else timezone(timedelta(hours=hours))


def read_date(part: Part | None, zone: tzinfo) -> datetime | None:
    """Return the moment that an article's date names; None for none, or for what is no date.

    A day is its midnight; *zone* holds where the date names no zone.

    >>> read_date(Part("2009-01-16", None), UTC).isoformat()
    '2009-01-16T00:00:00+00:00'
    """
    if part is None:
        return None
    try:
        moment = datetime.fromisoformat(part.text.strip())
    except ValueError:
        return None
    offset = moment.utcoffset()
    if offset is None:
        moment = moment.replace(tzinfo=zone)
    elif offset % _WHOLE_MINUTE:  # neither RFC 822 nor RFC 3339 can say it
        return None
    if moment.microsecond:
        moment = moment.replace(microsecond=0)
    # At the ends of the calendar a moment has no UTC, which readers convert to.
    return moment if 1 < moment.year < 9999 else None
