"""Dates of posts and comments: where a page says them, and how."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TypeVar, TypeVarTuple, cast

from zaru.content.titles import comparable
from zaru.corpus.posts.marks import Marks, Role, rows_between
from zaru.dom import TEXT
from zaru.layout.bylines import MAX_BYLINE, read_clock, read_date
from zaru.layout.head import Head
from zaru.layout.lines import Line, lines_between
from zaru.layout.value import Value, collapse, element_text
from zaru.text.dates import Found, stands_alone

Read = TypeVar("Read")
Place = TypeVarTuple("Place")

MAX_REST = 70  # characters beside the date in a byline
MAX_ELEMENTS = 10  # of one role in a stretch that are read: real posts have few, attacks many
# Lines at either end of a stretch where a date is the post's, not one that its text speaks of.
_EDGE_LINES = 8
_HEAD_LINES = 3  # where a time stands with its day
_DATED = ("datetime", "content", "title")  # attributes that say a date for machines
_MONTH_FIRST = re.compile(r"(?<![0-9/])[01]?[0-9]/[0-3]?[0-9]/[12][0-9]{3}(?![0-9])")
_PROSE = re.compile(r"。|[！？!?]\S")  # the end of a sentence
_POSTED = re.compile(
    r"post|投稿|permalink|固定リンク|コメント|トラックバック|comment|trackback|時刻|日時",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page laid out for reading: its marks, its lines, and what helps to read its dates."""

    marks: Marks
    lines: list[Line]
    language: str | None = None
    year: int | None = None  # of days that do not say theirs
    names: tuple[str, ...] = ()  # the parts of the page's title, comparable
    kept: dict[object, object] = field(default_factory=dict)  # what was found, by reader and place

    def once(self, read: Callable[[Sheet, *Place], Read], *place: *Place) -> Read:
        """Return what *read* finds at a place; kept, for a search asks for one many times."""
        key = read, place
        if key not in self.kept:
            self.kept[key] = read(self, *place)
        return cast(Read, self.kept[key])

    def lines_of(self, start: int, end: int) -> list[Line]:
        """Return the lines that begin in the rows from *start* to before *end*."""
        return lines_between(self.lines, start, end)

    def edges_of(self, start: int, end: int) -> Iterator[Line]:
        """Yield the first lines of a stretch, then the last ones from its end."""
        lines = self.lines_of(start, end)
        yield from lines[:_EDGE_LINES]
        yield from reversed(lines[_EDGE_LINES:][-_EDGE_LINES:])

    def read_date(self, text: str) -> Found | None:
        """Return the first date in *text*; None without one.

        Japanese pages write 08/04/2006 where an American engine does it for them.
        """
        return self.once(_read_date, text)

    def is_date(self, text: str) -> bool:
        """Say whether *text* is a date and nothing else, but for the day of the week."""
        found = self.read_date(text) if len(text) < MAX_REST else None
        return found is not None and stands_alone(text, found.start, found.end)

    def names_page(self, text: str) -> bool:
        """Say whether *text* is a part of the page's title, or hardly more than one."""
        name = comparable(text)
        return any(part in name and 2 * len(part) >= len(name) for part in self.names)

    def line_value(self, line: Line, text: str, *, source: str | None = None) -> Value:
        """Return *text* with its place: that of *source*, or its own, which *line* holds."""
        tree = self.marks.tree
        wanted = source or text
        rows = (row for row in range(line.start, line.end) if tree.tags[row] == TEXT)
        row = next((row for row in rows if wanted in collapse(tree.text(row))), line.start)
        return Value(text, tree, row, source=source)


def _read_date(sheet: Sheet, text: str) -> Found | None:
    is_american = (sheet.language or "").startswith("ja") and _MONTH_FIRST.search(text)
    language = "en-US" if is_american else sheet.language
    return read_date(text, language=language, year=sheet.year)


def find_date(sheet: Sheet, start: int, end: int) -> Value | None:
    """Return the date of the stretch, as `2006-08-04` or `2006-08-04 23:17:00`.

    What the markup calls a date comes first, then lines near the stretch's ends.
    """
    return sheet.once(_find_date, start, end)


def _find_date(sheet: Sheet, start: int, end: int) -> Value | None:
    marks = sheet.marks
    named = marks.find(Role.DATE, start, end)[:MAX_ELEMENTS]
    times = rows_between(Head(marks.tree).rows["time"], start, end)[:MAX_ELEMENTS]
    for row in (*named, *times):
        inner = next((time for time in times if row < time < marks.ends[row]), row)
        value = _read_element(sheet, inner) or _read_element(sheet, row)
        if value:
            return add_clock(sheet, value, start, end)
    for line in sheet.edges_of(start, end):
        value = read_line_date(sheet, line)
        if value:
            return add_clock(sheet, value, start, end)
    return None


def read_line_date(sheet: Sheet, line: Line) -> Value | None:
    """Return the date of a byline; None for prose and lines without a date."""
    return sheet.once(_read_line_date, line)


def _read_line_date(sheet: Sheet, line: Line) -> Value | None:
    if len(line.spaced) > MAX_BYLINE:
        return None
    found = sheet.read_date(line.spaced)
    rest = line.spaced[: found.start] + line.spaced[found.end :] if found else ""
    if found is None or len(rest) > MAX_REST or _PROSE.search(rest):
        return None
    written = line.spaced[found.start : found.end]
    return sheet.line_value(line, to_text(found.iso), source=written)


def to_text(iso: str) -> str:
    """Return a date of ISO 8601 as the Standard Format has it; the zone is left out.

    >>> to_text("2006-08-04T23:17:00+09:00")
    '2006-08-04 23:17:00'
    """
    return iso[:19].replace("T", " ")


def _read_element(sheet: Sheet, row: int) -> Value | None:
    """Return the date that an element says: what it shows, with the time of its attribute.

    The time in UTC is not the one that readers of the page have: of it only the day is taken.
    """
    tree = sheet.marks.tree
    text = element_text(tree, row, " ")[:MAX_BYLINE]
    shown = sheet.read_date(text)
    for name in _DATED:
        written = tree.attribute(row, name)
        found = sheet.read_date(written) if written else None
        if found is None or written is None or (shown and shown.precision == "time"):
            continue
        iso = found.day.isoformat() if _is_utc(found) else to_text(found.iso)
        if shown and shown.day == found.day:
            return Value(iso, tree, row, source=text[shown.start : shown.end])
        return Value(iso, tree, row, name, source=written[found.start : found.end])
    if shown:
        return Value(to_text(shown.iso), tree, row, source=text[shown.start : shown.end])
    return None


def _is_utc(found: Found) -> bool:
    return isinstance(found.value, datetime) and found.value.utcoffset() == timedelta()


def add_clock(sheet: Sheet, value: Value, start: int, end: int) -> Value:
    """Return a day with the time that stands alone in the stretch: "Posted at 23:17"."""
    if " " in value.text:
        return value
    marks = sheet.marks
    named = marks.find(Role.DATE, start, end)[:MAX_ELEMENTS]
    texts = [element_text(marks.tree, row, " ") for row in named]
    lines = sheet.lines_of(start, end)
    texts += [line.spaced for line in lines[:_HEAD_LINES] if sheet.read_date(line.spaced)]
    texts += [line.spaced for line in lines[-_EDGE_LINES:] if _POSTED.search(line.spaced)]
    for text in texts:
        clock = read_clock(text) if len(text) <= MAX_BYLINE else None
        if clock:
            return replace(value, text=f"{value.text} {clock}")
    return value
