"""When each article was first seen and last changed: the small state that a feed keeps."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any

from zaru.errors import FormatError, UsageError
from zaru.feeds.article import Article, ArticleList
from zaru.feeds.writing.identity import digest_of, first_of_each

VERSION = 1
KEEP_DAYS = 180  # an article that comes back later than this is new again for `updated`
MAX_ARTICLES = 20_000  # 4 MB of JSON; the ones not seen for longest go first
_TIMES = ("first", "last", "changed")


@dataclass(frozen=True, slots=True)
class Seen:
    """What is remembered of an article; all times have a zone."""

    first: datetime
    last: datetime
    changed: datetime  # equals `first` until title or body change
    digest: str  # `digest_of` the article as it was last seen


@dataclass(frozen=True, slots=True)
class History:
    """The articles that a feed had, by their ids. A history never changes: `update` makes one."""

    articles: Mapping[str, Seen] = field(default_factory=lambda: MappingProxyType({}))

    def get(self, article_id: str) -> Seen | None:
        """Return what is known of an article; None when it was never seen."""
        return self.articles.get(article_id)

    @property
    def digests(self) -> dict[str, str]:
        """The digest of each article by its id, for `identify`."""
        return {key: seen.digest for key, seen in self.articles.items()}

    def update(self, articles: ArticleList, now: datetime) -> History:
        """Return the history after *articles* were seen at *now*, which needs a zone.

        Articles that were not seen for `KEEP_DAYS` are forgotten, and all above `MAX_ARTICLES`.
        """
        if now.tzinfo is None:
            raise UsageError("the time of a history needs a zone: datetime.now(UTC)")
        now = now.astimezone(UTC).replace(microsecond=0)
        found = first_of_each(articles, self.digests)
        current = {one.id: _see(article, self.get(one.id), now) for one, article in found.items()}
        oldest = now - timedelta(days=KEEP_DAYS)
        others = [
            (key, seen)
            for key, seen in self.articles.items()
            if key not in current and seen.last >= oldest
        ]
        others.sort(key=lambda pair: (pair[1].last, pair[0]), reverse=True)
        kept = dict(others[: max(0, MAX_ARTICLES - len(current))])
        return History(MappingProxyType(current | kept))

    def to_json(self) -> dict[str, Any]:
        """Return the history as a JSON object, sorted by id."""
        articles = {
            key: {
                **{name: getattr(seen, name).isoformat() for name in _TIMES},
                "digest": seen.digest,
            }
            for key, seen in sorted(self.articles.items())
        }
        return {"zaru_history": VERSION, "articles": articles}

    @classmethod
    def from_json(cls, data: object) -> History:
        """Return the history that `to_json` wrote; raises `FormatError` for other data."""
        if not isinstance(data, dict) or "zaru_history" not in data:
            raise FormatError("no history of a feed: zaru_history is missing")
        if data["zaru_history"] != VERSION:
            raise FormatError(
                f"a history of version {str(data['zaru_history'])[:20]!r}, but this zaru knows"
                f" {VERSION}; delete it, or use the zaru that wrote it"
            )
        articles = data.get("articles")
        if not isinstance(articles, dict):
            raise FormatError("a history without the object 'articles'")
        return cls(MappingProxyType({key: _read(key, seen) for key, seen in articles.items()}))

    def dumps(self) -> str:
        """Return the text of the history's file."""
        return json.dumps(self.to_json(), indent=1) + "\n"

    @classmethod
    def loads(cls, text: str | bytes, *, source: str = "") -> History:
        """Return the history of a file's text; raises `FormatError` with the file's name."""
        try:
            return cls.from_json(json.loads(text))
        except FormatError as error:
            raise FormatError(str(error.args[0]), source=source) from error
        except (ValueError, RecursionError) as error:
            raise FormatError(f"no history: no valid JSON ({error})", source=source) from error


def _see(article: Article, seen: Seen | None, now: datetime) -> Seen:
    digest = digest_of(article)
    if seen is None:
        return Seen(first=now, last=now, changed=now, digest=digest)
    # A clock that was set back must not make an article older than it was.
    latest = max(seen.last, now)
    return Seen(seen.first, latest, seen.changed if digest == seen.digest else latest, digest)


def _read(key: str, data: object) -> Seen:
    if not isinstance(data, dict):
        raise FormatError(f"a history with {data!r:.40} for {key!r:.80}")
    digest = data.get("digest")
    if not isinstance(digest, str):
        raise FormatError(f"a history without a digest for {key!r:.80}")
    first, last, changed = (
        _read_time(data.get(name), f"{name!r} of {key!r:.80}") for name in _TIMES
    )
    return Seen(first, last, changed, digest)


def _read_time(data: object, place: str) -> datetime:
    try:
        moment = datetime.fromisoformat(data) if isinstance(data, str) else None
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise FormatError(f"a history with {data!r:.40}, no time with a zone, as {place}")
    return moment
