"""The lists of a page as the feed view needs them: found once, while the page is looked at."""

from __future__ import annotations

from bisect import bisect_left
from datetime import UTC, datetime
from functools import cached_property, lru_cache

from zaru.errors import UsageError
from zaru.feeds.article import ArticleList, Span
from zaru.feeds.finding.candidates import Candidates, find_candidates
from zaru.page import Page

_KEPT_PAGES = 8


class PageLists:
    """What a page lists, and all texts of it that can be titles."""

    def __init__(self, candidates: Candidates) -> None:
        self.candidates = candidates
        self._titles: dict[int, tuple[Span, ...]] = {}  # of lists that were asked for
        self._read: tuple[tuple[Span, ...], ArticleList] = (), candidates.read_titles(())
        self.items: list[Span] = list(candidates.places)  # what can be clicked, by number

    @cached_property
    def main(self) -> tuple[Span, ...]:
        """The titles of the list that zaru finds; none when the page has no list."""
        return self.titles(self.main_number)

    @cached_property
    def main_number(self) -> int | None:
        """The number of that list."""
        named = enumerate(self.candidates.named, 1)
        return next((number for number, one in named if one is self.candidates.main), None)

    @cached_property
    def all_titles(self) -> list[frozenset[Span]]:
        """The titles of each list that was considered."""
        return [frozenset(self.candidates.all_titles(one)) for one in self.candidates.named]

    def titles(self, number: int | None) -> tuple[Span, ...]:
        """Return the titles of a list, by its number from 1; no list has none."""
        named = self.candidates.named
        if number is None:
            return ()
        if not 1 <= number <= len(named):
            raise UsageError(f"no list {number}: the page has {len(named)}")
        if number not in self._titles:
            self._titles[number] = self.candidates.titles(named[number - 1])
        return self._titles[number]

    def read(self, titles: tuple[Span, ...]) -> ArticleList:
        """Return the articles that have these titles; kept for the next question about them.

        Raises `UsageError` for what cannot be a title.
        """
        kept, found = self._read
        if kept != titles:
            found = self.candidates.read_titles(titles)
            self._read = titles, found
        return found

    def find_picked(self, titles: tuple[Span, ...]) -> int | None:
        """Return the number of the list that has most of these titles, and the least others."""
        wanted = frozenset(titles)
        likeness = [
            (len(wanted & found), -len(found), -number)
            for number, found in enumerate(self.all_titles, 1)
        ]
        shared, _, number = max(likeness, default=(0, 0, 0))
        return -number if shared else None

    def find_more(self, titles: tuple[Span, ...]) -> tuple[Span, ...]:
        """Return the other titles of the shortest list that has all of these; none without one."""
        wanted = frozenset(titles)
        lists = map(self.candidates.all_titles, self.candidates.ranked)
        holders = [found for found in lists if wanted and wanted < frozenset(found)]
        return tuple(title for title in min(holders, key=len, default=()) if title not in wanted)

    def find_items(self, span: Span) -> tuple[int, int]:
        """Return the numbers of the first item in some bytes, and of the one behind the last."""
        first = bisect_left(self.items, (span[0],))
        last = bisect_left(self.items, (sum(span),), lo=first)
        while first < last and sum(self.items[first]) > sum(span):  # a line with several articles
            first += 1
        return first, last


@lru_cache(maxsize=_KEPT_PAGES)  # of the pages that people work on
def look(page: Page) -> PageLists:
    """Return the lists of *page*; raises `InputError` for a page that has no tree."""
    return PageLists(find_candidates(page, now=find_time(page)))


def find_time(page: Page) -> datetime | None:
    """Return when a page was fetched; None when its source does not say it."""
    return read_time(page.time)


def read_time(text: str | None) -> datetime | None:
    """Return the moment that a source says, in UTC; sources may say anything: then None."""
    try:
        moment = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
