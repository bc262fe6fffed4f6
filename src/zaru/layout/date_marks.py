"""Date marks: the dates that a page shows outside of its prose."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from zaru.dom import BLOCK_TAGS
from zaru.dom.keeping import once
from zaru.layout.lines import Line, rows_between
from zaru.layout.outline import Outline
from zaru.layout.value import Value
from zaru.text.dates import ANY_YEAR, Found, find_dates, find_url_year, parse_date, stand_alone

_MAX_LINE = 300  # characters of a line that are read for dates; behind them stands prose
MAX_REST = 60  # characters beside the date in a line that tells a date; in longer lines a date
_MAX_EDGE = 3  # counts at most so many characters from the line's beginning or end
_YEAR_LINE = re.compile(  # not #19974, the number of a message
    r"[^\w#©№]*((?:19|20)[0-9]{2})(?:\s?年|(?![0-9]))(?:[\s./-]{0,2}(?:1[0-2]|0?[1-9])\s?月?)?\W*\Z"
)
_URL_MONTH = re.compile(r"(?<![0-9])((?:19|20)[0-9]{2})[-/_]?(?:0[1-9]|1[0-2])(?![0-9])")
_DIGIT = re.compile(r"\d")
_DAY_ONLY = re.compile(r"[月월/／]|[^\W\d_]{3}")  # what a day without a year has beside digits


@dataclass(frozen=True, slots=True)
class DateMark:
    """A date on the page."""

    row: int  # of the text run or the time element
    end: int  # the row behind its line
    value: Value
    found: Found
    kind: int  # equal for dates that stand in like places; negative for `time` elements
    look: tuple[str, ...]  # equal for dates whose elements look alike
    rest: int  # characters of its line beside the date; 0 when it has an element of its own
    needs_year: bool = False  # the page does not say it; a link may

    @property
    def size(self) -> int:
        """The characters of the date."""
        return self.found.end - self.found.start


@dataclass(frozen=True, slots=True)
class Calendar:
    """What helps to read the dates of a page."""

    url: str | None = None
    now: datetime | None = None  # when the page was fetched
    language: str | None = None
    month_first: bool | None = None  # in dates such as 1/2/2009; one order for a page
    kept: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)

    @once
    def find(self, text: str, year: int | None) -> tuple[list[Found], bool]:
        """Return the dates in *text*, and whether their year is unknown.

        Dates that are whole come first: in "mar 09 mayo 2017" March is a Tuesday.
        """
        read = partial(find_dates, language=self.language, month_first=self.month_first)
        if self.now is None and not _DAY_ONLY.search(text):
            return read(text), False
        is_open = year is None and self.now is None
        found = read(text, now=self.now, year=ANY_YEAR if is_open else year)
        if any(one.is_inferred for one in found):
            whole = read(text)
            return (whole, False) if whole else (found, is_open)
        return found, False

    def is_date(self, text: str) -> bool:
        """Say whether *text* is a date and nothing else, but for the day of the week."""
        return len(text) <= MAX_REST and stand_alone(self.find(text, None)[0], text)


def find_date_marks(outline: Outline, calendar: Calendar) -> list[DateMark]:
    """Return the dates of the page that are not inside prose, in document order.

    A line that is only a year (and month) gives the year of the days below it.
    """
    year = _year_of(calendar.url or "")
    marks: list[DateMark] = []
    for line in outline.lines:
        header = _YEAR_LINE.match(line.text) if len(line.text) < MAX_REST else None
        if header:
            year = int(header[1])
        else:
            marks += _read_line(outline, line, calendar, year)
    marks += _read_times(outline, calendar)
    marks.sort(key=lambda mark: mark.row)
    return marks


def _year_of(url: str) -> int | None:
    """Return the year that a page's address names: `/2006/`, `month_200604.html`."""
    match = _URL_MONTH.search(url)
    return find_url_year(url) or (int(match[1]) if match else None)


def _read_line(
    outline: Outline, line: Line, calendar: Calendar, year: int | None
) -> list[DateMark]:
    """Return the dates of a line when there is not much else in it."""
    if calendar.now is None and not _DIGIT.search(line.text):
        return []
    text = line.spaced[:_MAX_LINE]
    marks: list[DateMark] = []
    dates, needs_year = calendar.find(text, year)
    if not dates and len(line.spaced) <= _MAX_LINE:  # as most
        return marks
    runs = rows_between(outline.runs, line.start, line.end)
    for found in dates:
        row = _row_at(outline, runs, len("".join(text[: found.start].split())))
        rest = 0 if _is_alone(outline, row, found) else len(line.text) - (found.end - found.start)
        is_edge = found.start <= _MAX_EDGE or len(line.text) - found.end <= _MAX_EDGE
        if rest <= MAX_REST or is_edge:
            marks.append(_mark(outline, line, row, text, found, rest, needs_year))
    if len(line.spaced) > _MAX_LINE:  # one link or span behind the other
        first = _row_at(outline, runs, len("".join(text.split())))
        known = {mark.row for mark in marks}
        for row in (row for row in runs[bisect_left(runs, first) :] if row not in known):
            text = " ".join(outline.tree.text(row).split())
            if len(text) <= MAX_REST and _DIGIT.search(text):
                dates, needs_year = calendar.find(text, year)
                own = (found for found in dates if _is_alone(outline, row, found))
                marks += [_mark(outline, line, row, text, found, 0, needs_year) for found in own]
    return marks


def _mark(
    outline: Outline, line: Line, row: int, text: str, found: Found, rest: int, needs_year: bool
) -> DateMark:
    value = Value(found.iso, outline.tree, row, source=text[found.start : found.end])
    kind, look = outline.kinds[outline.tree.parents[row]], _look(outline, row)
    unknown = needs_year and found.is_inferred
    return DateMark(row, line.end, value, found, kind, look, rest, unknown)


def _is_alone(outline: Outline, row: int, found: Found) -> bool:
    """Say whether a date has an element of its own in its line: <span>2009-07-01</span>."""
    tree = outline.tree
    parent = tree.parents[row]
    if tree.tags[parent] in BLOCK_TAGS or tree.tags[parent] == "a":
        return False
    text = outline.text(parent, outline.ends[parent])
    return len(text) <= found.end - found.start + _MAX_EDGE


def _look(outline: Outline, row: int) -> tuple[str, ...]:
    """Return the tags and classes of the two elements above *row*."""
    parents = outline.tree.parents
    return *outline.look(parents[row]), *outline.look(parents[parents[row]])


def _row_at(outline: Outline, runs: list[int], offset: int) -> int:
    """Return the text run in which the character *offset* stands, white space not counted."""
    behind = (row for row in runs if outline.sizes.size(runs[0], row + 1) > offset)
    return next(behind, runs[-1])


def _read_times(outline: Outline, calendar: Calendar) -> list[DateMark]:
    """Return the dates that `time` elements tell in their attribute."""
    tree = outline.tree
    marks: list[DateMark] = []
    for row in tree.rows_of("time"):
        written = tree.attribute(row, "datetime")
        found = parse_date(written, language=calendar.language) if written else None
        if found and written:
            value = Value(found.iso, tree, row, "datetime", source=written)
            kind, look = -1 - outline.kinds[row], _look(outline, row)
            marks.append(DateMark(row, outline.ends[row], value, found, kind, look, 0))
    return marks
