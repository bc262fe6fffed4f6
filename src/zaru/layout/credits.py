"""Credits of a stretch of a page, a post or a comment: who wrote it, and when.

What the markup calls an author or a date comes first, then bylines near the stretch's ends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from zaru.dom import TEXT, Tree
from zaru.dom.keeping import once
from zaru.layout.authors import EDGE_LINES, MAX_ELEMENTS, find_author
from zaru.layout.bylines import MAX_BYLINE, clean_name, read_beside, read_clock, read_date
from zaru.layout.lines import (
    Line,
    edges_between,
    line_value,
    lines_between,
    read_lines,
    rows_between,
)
from zaru.layout.roles import Role, find_roles
from zaru.layout.value import Value, element_text
from zaru.text.dates import Found, stand_alone

MAX_REST = 70  # characters beside the date in a byline
SET_OFF_TAGS = frozenset({"b", "strong", "font", "big", "dt", "th", "em", "caption", "a"})
_HEAD_LINES = 3  # where a time stands with its day
_DATED = ("datetime", "content", "title")  # attributes that say a date for machines
_PROSE = re.compile(r"。|[！？!?]\S")  # the end of a sentence
_POSTED = re.compile(
    r"post|投稿|permalink|固定リンク|コメント|トラックバック|comment|trackback|時刻|日時",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Credits:
    """The credits of the stretches of one page, each given by its rows."""

    tree: Tree
    language: str | None = None  # of its dates
    year: int | None = None  # of days that do not say theirs
    kept: dict[object, object] = field(default_factory=dict, repr=False, compare=False)

    @once
    def read_date(self, text: str) -> Found | None:
        """Return the first date in *text*; None without one."""
        return read_date(text, language=self.language, year=self.year)

    def is_date(self, text: str) -> bool:
        """Say whether *text* is a date and nothing else, but for the day of the week."""
        found = self.read_date(text) if len(text) < MAX_REST else None
        return found is not None and stand_alone([found], text)

    @once
    def find_writer(self, start: int, end: int) -> Value | None:
        """Return whom a stretch names or cites as its writer, or the name beside its date."""
        tree = self.tree
        if author := find_author(tree, start, end):
            return author
        for row in rows_between(tree.rows_of("cite"), start, end)[:MAX_ELEMENTS]:
            if name := clean_name(element_text(tree, row)):
                return Value(name, tree, row)
        lines = lines_between(read_lines(tree), start, end)
        for line in edges_between(tree, start, end, EDGE_LINES):
            found = self.read_date(line.spaced) if self.read_line_date(line) else None
            if found:
                name = read_beside(line.spaced, found)
                if name is None and line in lines[1:2]:  # below a line with the name alone
                    line, name = lines[0], clean_name(lines[0].spaced)
                return line_value(tree, line, name) if name else _find_set_off(tree, lines[0])
        return None

    @once
    def find_date(self, start: int, end: int) -> Value | None:
        """Return the date of a stretch, as `2006-08-04` or `2006-08-04 23:17:00`."""
        tree = self.tree
        named = find_roles(tree, Role.DATE, start, end)[:MAX_ELEMENTS]
        times = rows_between(tree.rows_of("time"), start, end)[:MAX_ELEMENTS]
        for row in (*named, *times):
            inner = next((time for time in times if row < time < tree.ends[row]), row)
            if value := self._read_element(inner) or self._read_element(row):
                return self.add_clock(value, start, end)
        for line in edges_between(tree, start, end, EDGE_LINES):
            if value := self.read_line_date(line):
                return self.add_clock(value, start, end)
        return None

    @once
    def read_line_date(self, line: Line) -> Value | None:
        """Return the date of a byline; None for prose and lines without a date."""
        if len(line.spaced) > MAX_BYLINE:
            return None
        found = self.read_date(line.spaced)
        rest = line.spaced[: found.start] + line.spaced[found.end :] if found else ""
        if found is None or len(rest) > MAX_REST or _PROSE.search(rest):
            return None
        written = line.spaced[found.start : found.end]
        return line_value(self.tree, line, to_text(found.iso), source=written)

    def add_clock(self, value: Value, start: int, end: int) -> Value:
        """Return a day with the time that stands alone in the stretch: "Posted at 23:17"."""
        if " " in value.text:
            return value
        named = find_roles(self.tree, Role.DATE, start, end)[:MAX_ELEMENTS]
        texts = [element_text(self.tree, row, " ") for row in named]
        lines = lines_between(read_lines(self.tree), start, end)
        texts += [line.spaced for line in lines[:_HEAD_LINES] if self.read_date(line.spaced)]
        texts += [line.spaced for line in lines[-EDGE_LINES:] if _POSTED.search(line.spaced)]
        clocks = (read_clock(text) for text in texts if len(text) <= MAX_BYLINE)
        clock = next(filter(None, clocks), None)
        return replace(value, text=f"{value.text} {clock}") if clock else value

    def _read_element(self, row: int) -> Value | None:
        """Return the date that an element says: what it shows, with the time of its attribute.

        The time in UTC is not the one that readers of the page have: of it only the day is taken.
        """
        tree = self.tree
        text = element_text(tree, row, " ")[:MAX_BYLINE]
        shown = self.read_date(text)
        for name in _DATED:
            written = tree.attribute(row, name)
            found = self.read_date(written) if written else None
            if found is None or written is None or (shown and shown.precision == "time"):
                continue
            is_utc = isinstance(found.value, datetime) and found.value.utcoffset() == timedelta()
            iso = found.day.isoformat() if is_utc else to_text(found.iso)
            if shown and shown.day == found.day:
                return Value(iso, tree, row, source=text[shown.start : shown.end])
            return Value(iso, tree, row, name, source=written[found.start : found.end])
        if shown:
            return Value(to_text(shown.iso), tree, row, source=text[shown.start : shown.end])
        return None


def _find_set_off(tree: Tree, line: Line) -> Value | None:
    """Return the name that stands bold, or as a link, in the first line of a comment."""
    runs = (row for row in range(line.start, line.end) if tree.tags[row] == TEXT)
    rows = (row for row in runs if tree.tags[tree.parents[row]] in SET_OFF_TAGS)
    found = ((row, clean_name(tree.text(row))) for row in rows)
    return next((Value(name, tree, row) for row, name in found if name), None)


def to_text(iso: str) -> str:
    """Return a date of ISO 8601 as the Standard Format has it; the zone is left out.

    >>> to_text("2006-08-04T23:17:00+09:00")
    '2006-08-04 23:17:00'
    """
    return iso[:19].replace("T", " ")
