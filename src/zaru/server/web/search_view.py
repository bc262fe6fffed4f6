"""Results for the browser: what was found, and the addresses around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from zaru.errors import UsageError
from zaru.search.searching import MAX_OFFSET, Results
from zaru.server.state import View
from zaru.server.web.asking import PAGE_RESULTS, Asked

_NEIGHBOURS = 2  # numbers of pages of results to the left and right of the one that is shown


class Step(NamedTuple):
    """A link to a page of results."""

    number: int | None  # None: some are left out here
    address: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class SearchView:
    """What a search came to: results, or one line that says why there are none."""

    asked: Asked
    results: Results | None
    problem: str | None = None

    @property
    def last(self) -> int:
        """The number of the last page of results that can be asked for."""
        total = self.results.total if self.results else 0
        return max(1, min(-(-total // PAGE_RESULTS), MAX_OFFSET // PAGE_RESULTS + 1))

    @property
    def previous(self) -> str | None:
        """The address of the results before these."""
        number = min(self.asked.number, self.last + 1)
        return self.asked.but(number=number - 1).address if number > 1 else None

    @property
    def next(self) -> str | None:
        """The address of the results behind these."""
        number = self.asked.number
        return self.asked.but(number=number + 1).address if number < self.last else None

    def steps(self) -> Iterator[Step]:
        """Yield links to the first page of results, to those around this one, and to the last."""
        now, before = self.asked.number, 0
        near = range(max(1, now - _NEIGHBOURS), min(self.last, now + _NEIGHBOURS) + 1)
        for number in sorted({1, *near, self.last}):
            if number > before + 1:
                yield Step(None, "", is_current=False)
            yield Step(number, self.asked.but(number=number).address, number == now)
            before = number


def search(view: View, asked: Asked) -> SearchView:
    """Look for what was asked; a query that makes no sense is a problem, not an error."""
    if not asked.query:
        return SearchView(asked, None)
    offset = (asked.number - 1) * PAGE_RESULTS
    try:
        results = view.searcher.search(
            asked.query, filters=asked.filters, offset=offset, limit=PAGE_RESULTS
        )
    except UsageError as error:
        return SearchView(asked, None, str(error))
    return SearchView(asked, results)
