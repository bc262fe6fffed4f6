"""Dates of posts and comments: where a page says them, and how."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta

from zaru.corpus.posts.marks import Role
from zaru.corpus.posts.sheet import EDGE_LINES, MAX_REST, Sheet
from zaru.dom.keeping import once
from zaru.layout.bylines import MAX_BYLINE, read_clock
from zaru.layout.lines import Line
from zaru.layout.value import Value, element_text
from zaru.text.dates import Found

MAX_ELEMENTS = 10  # of one role in a stretch that are read: real posts have few, attacks many
_HEAD_LINES = 3  # where a time stands with its day
_DATED = ("datetime", "content", "title")  # attributes that say a date for machines
_PROSE = re.compile(r"。|[！？!?]\S")  # the end of a sentence
_POSTED = re.compile(
    r"post|投稿|permalink|固定リンク|コメント|トラックバック|comment|trackback|時刻|日時",
    re.IGNORECASE,
)


@once
def find_date(sheet: Sheet, start: int, end: int) -> Value | None:
    """Return the date of the stretch, as `2006-08-04` or `2006-08-04 23:17:00`.

    What the markup calls a date comes first, then lines near the stretch's ends.
    """
    named = sheet.find(Role.DATE, start, end)[:MAX_ELEMENTS]
    times = sheet.find_tags("time", start, end)[:MAX_ELEMENTS]
    for row in (*named, *times):
        inner = next((time for time in times if row < time < sheet.ends[row]), row)
        value = _read_element(sheet, inner) or _read_element(sheet, row)
        if value:
            return add_clock(sheet, value, start, end)
    for line in sheet.edges_of(start, end):
        value = read_line_date(sheet, line)
        if value:
            return add_clock(sheet, value, start, end)
    return None


@once
def read_line_date(sheet: Sheet, line: Line) -> Value | None:
    """Return the date of a byline; None for prose and lines without a date."""
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
    tree = sheet.tree
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
    named = sheet.find(Role.DATE, start, end)[:MAX_ELEMENTS]
    texts = [element_text(sheet.tree, row, " ") for row in named]
    lines = sheet.lines_of(start, end)
    texts += [line.spaced for line in lines[:_HEAD_LINES] if sheet.read_date(line.spaced)]
    texts += [line.spaced for line in lines[-EDGE_LINES:] if _POSTED.search(line.spaced)]
    for text in texts:
        clock = read_clock(text) if len(text) <= MAX_BYLINE else None
        if clock:
            return replace(value, text=f"{value.text} {clock}")
    return value
