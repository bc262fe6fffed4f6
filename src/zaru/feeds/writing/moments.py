"""Moments: the dates of articles, with a zone, as feeds need them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone, tzinfo

from zaru.feeds.article import Article, ArticleList
from zaru.layout.value import Part

# Languages whose readers share one zone. A page in another language has no zone of its own.
_HOURS = {"ja": 9, "ko": 9, "zh": 8}
_WHOLE_MINUTE = timedelta(minutes=1)


def page_zone(articles: ArticleList) -> tzinfo:
    """Return the zone of dates without one: the articles' own if they agree, else the language's.

    Japanese and Korean are +09:00, Chinese is +08:00, everything else is UTC.
    """
    offsets = _offsets(articles)
    if len(offsets) == 1:
        return timezone(offsets.pop())
    language = (articles.language or "").lower().replace("_", "-").partition("-")[0]
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
    moment = moment.replace(microsecond=0)
    # At the ends of the calendar a moment has no UTC, which readers convert to.
    return moment if 1 < moment.year < 9999 else None


def _offsets(articles: Iterable[Article]) -> set[timedelta]:
    """Return the zones that the articles' dates name themselves, but UTC, which machines write."""
    found = set()
    for article in articles:
        moment = read_date(article.date, UTC)
        if moment is not None and (offset := moment.utcoffset()):
            found.add(offset)
    return found
