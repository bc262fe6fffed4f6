"""Dates of a list's articles: which of the page's dates belongs to which article."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from zaru.layout.date_marks import Calendar, DateMark, find_date_marks
from zaru.layout.outline import Outline
from zaru.layout.records import Record
from zaru.layout.sizes import find_median
from zaru.layout.value import Value
from zaru.text.dates import find_url_date

MIN_COVERAGE = 0.5  # of the articles that dates of one kind must belong to
MAX_STRAY = 0.1  # of the titles that may stand before the first date of a dated list
MAX_MARK = 2  # characters between a date and the title below it, such as ・
MIN_ABOVE = 2  # dates that stand above articles
MAX_SPARE = 1.5  # dates of one kind for each that is chosen; where there are more, they are text


@dataclass(frozen=True)
class Dates:
    """The dates of a page, for the articles of any of its lists."""

    outline: Outline
    calendar: Calendar

    @cached_property
    def marks(self) -> Sequence[DateMark]:
        """The dates that the page shows outside of its prose, in document order."""
        return find_date_marks(self.outline, self.calendar)

    def assign(self, records: Sequence[Record], links: Sequence[str | None]) -> list[Value | None]:
        """Return the dates of the articles, whose links are *links*; None where none is said.

        Dates in like places come first, then those that look alike, then a date that is alone in
        an article, then one in the address of its link.
        """
        ways = [way for groups in self._groups for way in self._find_ways(groups, records)]
        if ways:
            ways.append(_Way(False, (), _lone_dates(self.outline, records, self.marks)))
        values: list[Value | None] = [None] * len(records)
        for way in ways:
            for number, mark in enumerate(way.marks):
                if values[number] is None and mark is not None:
                    values[number] = _with_year(mark, links[number])
        for number, link in enumerate(links):
            found = find_url_date(link) if link and values[number] is None else None
            if found:
                values[number] = Value(found.iso, self.outline.tree)
        return values

    def between(self, start: int, end: int) -> Sequence[DateMark]:
        """Return the dates in the rows from *start* to before *end*."""
        return _between(self.marks, start, end)

    @cached_property
    def _groups(self) -> tuple[list[list[DateMark]], ...]:
        """The dates that stand in like places, and those that look alike."""
        kinds: dict[object, list[DateMark]] = defaultdict(list)
        looks: dict[object, list[DateMark]] = defaultdict(list)
        for mark in self.marks:
            kinds[mark.kind].append(mark)
            looks[mark.look].append(mark)
        return list(kinds.values()), list(looks.values())

    def _find_ways(self, groups: list[list[DateMark]], records: Sequence[Record]) -> list[_Way]:
        """Return the ways to give the dates of one group to the articles, best first."""
        ways: list[_Way] = []
        least = MIN_COVERAGE * len(records)
        titles = [record.title.start for record in records]
        for group in groups:
            given = []
            if len(group) >= least:
                given.append((False, _dates_inside(self.outline, records, group)))
            below = len(titles) - bisect_right(titles, group[0].row)
            if len(group) >= MIN_ABOVE and below >= (1 - MAX_STRAY) * len(titles):
                given.append((True, _dates_above(self.outline, records, group)))
            for is_above, dates in given:
                chosen = [mark for mark in dates if mark is not None]
                if chosen and len(chosen) >= least:
                    ways.append(_Way(is_above, _fit(group, chosen, len(records)), dates))
        ways.sort(key=lambda way: (way.is_above, way.fit))
        return ways


class _Way(NamedTuple):
    """One way to give dates to articles."""

    is_above: bool
    fit: tuple[float, ...]  # less is better
    marks: list[DateMark | None]


def _lone_dates(
    outline: Outline, records: Sequence[Record], marks: Sequence[DateMark]
) -> list[DateMark | None]:
    """Return the dates that are alone in the element of an article."""
    owned = [_between(marks, record.top, outline.ends[record.top]) for record in records]
    return [own[0] if len(own) == 1 else None for own in owned]


def _between(marks: Sequence[DateMark], start: int, end: int) -> Sequence[DateMark]:
    """Return those of *marks*, in order, that are in the rows from *start* to before *end*."""
    first = bisect_left(marks, start, key=attrgetter("row"))
    return marks[first : bisect_left(marks, end, lo=first, key=attrgetter("row"))]


def _fit(group: list[DateMark], chosen: list[DateMark], count: int) -> tuple[float, ...]:
    """Return how well dates of one kind fit, less is better.

    `time` elements, then those of most articles, one for each, with a time, alone on a line.
    """
    is_spare = len(group) > MAX_SPARE * len({mark.row for mark in chosen})
    exact = sum(mark.found.precision == "time" for mark in chosen) / len(chosen)
    rest = find_median(mark.rest for mark in chosen)
    return (-(group[0].kind < 0), -round(len(chosen) / count, 1), is_spare, -round(exact), rest)


def _with_year(mark: DateMark, link: str | None) -> Value | None:
    """Return the date; one without a year takes that which the link has beside the same day."""
    if not mark.needs_year:
        return mark.value
    day = mark.found.day
    match = re.search(rf"(?:19|20)[0-9]{{2}}(?=[-/_]?{day:%m}[-/_]?{day:%d})", link or "")
    if match is None:
        return None
    try:
        moment = mark.found.value.replace(year=int(match[0]))
    except ValueError:  # 29 February
        return None
    return replace(mark.value, text=moment.isoformat())


def _dates_inside(
    outline: Outline, records: Sequence[Record], marks: list[DateMark]
) -> list[DateMark | None]:
    """Return the first date in each record, none when they belong to what comes next."""
    owned = (_between(marks, record.start, record.end) for record in records)
    result = [own[0] if own else None for own in owned]
    if _is_above(records, marks):
        ends = [
            outline.sizes.size(mark.end, record.end) <= MAX_MARK
            for record, mark in zip(records, result, strict=True)
            if mark is not None and mark.row >= outline.ends[record.top]
        ]
        if sum(ends) > len(ends) / 2:
            return [None] * len(records)
    return result


def _is_above(records: Sequence[Record], marks: list[DateMark]) -> bool:
    """Say whether the dates stand above titles: one above nearly all, none behind the last."""
    below = sum([record.title.start > marks[0].row for record in records])
    last = records[-1]
    is_behind = bool(_between(marks, last.title.start + 1, last.end))
    return below >= (1 - MAX_STRAY) * len(records) and not is_behind


def _dates_above(
    outline: Outline, records: Sequence[Record], marks: list[DateMark]
) -> list[DateMark | None]:
    """Return for each record the last date before its title that is in no other article."""
    nothing: list[DateMark | None] = [None] * len(records)
    tops = [record.top for record in records]
    free: list[DateMark] = []
    for mark in marks:
        place = bisect_left(tops, mark.row + 1) - 1
        is_inside = place >= 0 and mark.row < outline.ends[tops[place]]
        if not is_inside or mark.row < records[place].title.start:
            free.append(mark)
    if not free or not _is_above(records, free):
        return nothing
    rows = [mark.row for mark in free]
    places = [bisect_left(rows, record.title.start) - 1 for record in records]
    result = [free[place] if place >= 0 else None for place in places]
    firsts = dict(reversed(list(zip(places, records, strict=True))))
    heads = [
        outline.sizes.size(free[place].end, _begin_behind(record, free[place])) <= MAX_MARK
        for place, record in firsts.items()
        if place >= 0
    ]
    # Where other text parts a date from the next article, it is of that text.
    return result if len(heads) >= MIN_ABOVE and all(heads) else nothing


def _begin_behind(record: Record, mark: DateMark) -> int:
    """Return where an article begins: its element, or its title where that holds the date, too."""
    return record.top if record.top >= mark.end else record.title.start
