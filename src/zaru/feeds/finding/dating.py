"""Dates of a list's articles: which of the page's dates belongs to which article."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import NamedTuple

from zaru.feeds.finding.lists import Region
from zaru.layout.date_marks import DateMark
from zaru.layout.outline import Outline
from zaru.layout.value import Value
from zaru.text.dates import find_url_date

MIN_COVERAGE = 0.5  # of the articles that dates of one kind must belong to
MAX_STRAY = 0.1  # of the titles that may stand before the first date of a dated list
MAX_MARK = 2  # characters between a date and the title below it, such as ・
MIN_ABOVE = 2  # dates that stand above articles
MAX_SPARE = 1.5  # dates of one kind for each that is chosen; where there are more, they are text


def assign_dates(
    outline: Outline,
    regions: Sequence[Region],
    marks: Sequence[DateMark],
    links: Sequence[str | None],
) -> list[Value | None]:
    """Return the dates of the articles, whose links are *links*; None where none is said.

    Dates in like places come first, then those that look alike, then a date that is alone in
    an article, then one in the address of its link.
    """
    ways = _find_ways(outline, regions, marks, [mark.kind for mark in marks])
    ways += _find_ways(outline, regions, marks, [mark.look for mark in marks])
    if ways:
        ways.append(_Way(False, (), _lone_dates(outline, regions, marks)))
    values: list[Value | None] = [None] * len(regions)
    for way in ways:
        for number, mark in enumerate(way.marks):
            if values[number] is None and mark is not None:
                values[number] = _with_year(mark, links[number])
    for number, link in enumerate(links):
        found = find_url_date(link) if link and values[number] is None else None
        if found:
            values[number] = Value(found.iso, outline.tree)
    return values


class _Way(NamedTuple):
    """One way to give dates to articles."""

    is_above: bool
    fit: tuple[float, ...]  # less is better
    marks: list[DateMark | None]


def _find_ways(
    outline: Outline,
    regions: Sequence[Region],
    marks: Sequence[DateMark],
    keys: Sequence[object],
) -> list[_Way]:
    """Return the ways to give the dates of one key to the articles, best first."""
    groups: dict[object, list[DateMark]] = defaultdict(list)
    for mark, key in zip(marks, keys, strict=True):
        groups[key].append(mark)
    ways: list[_Way] = []
    for group in groups.values():
        given = []
        if len(group) >= MIN_COVERAGE * len(regions):
            given.append((False, _dates_inside(outline, regions, group)))
        if len(group) >= MIN_ABOVE:
            given.append((True, _dates_above(outline, regions, group)))
        for is_above, dates in given:
            chosen = [mark for mark in dates if mark is not None]
            if chosen and len(chosen) >= MIN_COVERAGE * len(regions):
                ways.append(_Way(is_above, _fit(group, chosen, len(regions)), dates))
    ways.sort(key=lambda way: (way.is_above, way.fit))
    return ways


def _lone_dates(
    outline: Outline, regions: Sequence[Region], marks: Sequence[DateMark]
) -> list[DateMark | None]:
    """Return the dates that are alone in the element of an article."""
    rows = [mark.row for mark in marks]
    result: list[DateMark | None] = []
    for region in regions:
        first = bisect_left(rows, region.top)
        last = bisect_left(rows, outline.ends[region.top])
        result.append(marks[first] if last == first + 1 else None)
    return result


def _fit(group: list[DateMark], chosen: list[DateMark], count: int) -> tuple[float, ...]:
    """Return how well dates of one kind fit, less is better.

    `time` elements, then those of most articles, one for each, with a time, alone on a line.
    """
    is_spare = len(group) > MAX_SPARE * len({mark.row for mark in chosen})
    exact = sum(mark.found.precision == "time" for mark in chosen) / len(chosen)
    rest = median(mark.rest for mark in chosen)
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
    outline: Outline, regions: Sequence[Region], marks: list[DateMark]
) -> list[DateMark | None]:
    """Return the first date in each region, none when they belong to what comes next."""
    rows = [mark.row for mark in marks]
    result: list[DateMark | None] = []
    for region in regions:
        place = bisect_left(rows, region.start)
        result.append(marks[place] if place < len(rows) and rows[place] < region.end else None)
    if _is_above(regions, marks):
        ends = [
            outline.sizes.size(mark.end, region.end) <= MAX_MARK
            for region, mark in zip(regions, result, strict=True)
            if mark is not None and mark.row >= outline.ends[region.top]
        ]
        if sum(ends) > len(ends) / 2:
            return [None] * len(regions)
    return result


def _is_above(regions: Sequence[Region], marks: list[DateMark]) -> bool:
    """Say whether the dates stand above titles: one above nearly all, none behind the last."""
    last = regions[-1]
    if any(last.title.start < mark.row < last.end for mark in marks):
        return False
    below = sum(region.title.start > marks[0].row for region in regions)
    return below >= (1 - MAX_STRAY) * len(regions)


def _dates_above(
    outline: Outline, regions: Sequence[Region], marks: list[DateMark]
) -> list[DateMark | None]:
    """Return for each region the last date before its title that is in no other article."""
    nothing: list[DateMark | None] = [None] * len(regions)
    tops = [region.top for region in regions]
    free: list[DateMark] = []
    for mark in marks:
        place = bisect_left(tops, mark.row + 1) - 1
        is_inside = place >= 0 and mark.row < outline.ends[tops[place]]
        if not is_inside or mark.row < regions[place].title.start:
            free.append(mark)
    if not free or not _is_above(regions, free):
        return nothing
    rows = [mark.row for mark in free]
    places = [bisect_left(rows, region.title.start) - 1 for region in regions]
    result = [free[place] if place >= 0 else None for place in places]
    firsts = dict(reversed(list(zip(places, regions, strict=True))))
    heads = [
        outline.sizes.size(free[place].end, _begin_behind(region, free[place])) <= MAX_MARK
        for place, region in firsts.items()
        if place >= 0
    ]
    # Where other text parts a date from the next article, it is of that text.
    return result if len(heads) >= MIN_ABOVE and all(heads) else nothing


def _begin_behind(region: Region, mark: DateMark) -> int:
    """Return where an article begins: its element, or its title where that holds the date, too."""
    return region.top if region.top >= mark.end else region.title.start
