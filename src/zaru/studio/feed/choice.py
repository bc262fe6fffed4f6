"""The choice of a person: which titles of a page have the articles of its feed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from zaru.errors import UsageError
from zaru.feeds.article import Span
from zaru.studio.feed.lists import PageLists

NAME = re.compile(r"[A-Za-z0-9_-]{1,60}")


@dataclass(frozen=True, slots=True)
class Choice:
    """The titles of a list, some of which are left out, and what the feed is called."""

    titles: tuple[Span, ...]  # in the order of the page
    dropped: frozenset[Span] = frozenset()
    name: str | None = None  # None: the feed has no address yet

    @classmethod
    def of(cls, labels: Mapping[str, Any], lists: PageLists) -> Choice:
        """Return what *labels* say; before the first one it is the list that zaru finds."""
        said = labels.get("titles")
        titles = lists.main if said is None else _read_spans(said)
        dropped = frozenset(_read_spans(labels.get("dropped", ())))
        return cls(titles, dropped, labels.get("name"))

    def to_labels(self) -> dict[str, Any]:
        """Return the labels that say it; None stands for none."""
        dropped = [list(span) for span in sorted(self.dropped)]
        titles = [list(span) for span in self.titles]
        return {"titles": titles, "dropped": dropped or None, "name": self.name}

    def pick(self, lists: PageLists, number: int) -> Choice:
        """Return the list of that number, from 1, whole; raises `UsageError` when there is none."""
        return replace(self, titles=lists.titles(number), dropped=frozenset())

    def drop(self, lists: PageLists, title: Span) -> Choice:
        """Return the choice without an article; one that was added is as it was before.

        Raises `UsageError` when it is not there.
        """
        if title not in self.titles or title in self.dropped:
            raise UsageError("this article is not in the list")
        if title not in lists.titles(lists.find_picked(self.titles)):
            return replace(self, titles=tuple(span for span in self.titles if span != title))
        return replace(self, dropped=self.dropped | {title})

    def add(self, lists: PageLists, titles: Iterable[Span]) -> Choice:
        """Return the choice with more articles, or with those that were left out.

        Raises `UsageError` for what cannot be a title.
        """
        more = frozenset(titles)
        every = tuple(sorted({*self.titles, *more}))
        lists.read(every)
        return replace(self, titles=every, dropped=self.dropped - more)

    def call(self, name: str) -> Choice:
        """Return the choice as a feed of that name, no name: without an address.

        Raises `UsageError` for what is no name.
        """
        if name and not NAME.fullmatch(name):
            raise UsageError("the name of a feed has 1 to 60 letters a to z, digits, - or _")
        return replace(self, name=name or None)


def _read_spans(said: Iterable[Iterable[int]]) -> tuple[Span, ...]:
    return tuple((int(start), int(size)) for start, size in said)
