"""Title, author and date of one post or comment, and where the page says them."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta

from zaru.content.titles import comparable
from zaru.corpus.posts.sheet import MAX_REST, Sheet
from zaru.dom import TEXT, Tree
from zaru.dom.keeping import once
from zaru.layout.authors import EDGE_LINES, MAX_ELEMENTS, find_author
from zaru.layout.bylines import MAX_BYLINE, clean_name, read_beside, read_clock
from zaru.layout.lines import Line, edges_between, line_value
from zaru.layout.roles import Role
from zaru.layout.value import Value, collapse, element_text

_HEAD_LINES = 3  # where a time stands with its day
_DATED = ("datetime", "content", "title")  # attributes that say a date for machines
_PROSE = re.compile(r"。|[！？!?]\S")  # the end of a sentence
_POSTED = re.compile(
    r"post|投稿|permalink|固定リンク|コメント|トラックバック|comment|trackback|時刻|日時",
    re.IGNORECASE,
)
_STRONG_TAGS = frozenset({"b", "strong", "font", "big", "dt", "th", "em", "caption"})
_SET_OFF_TAGS = _STRONG_TAGS | {"a"}
_MAX_TITLE = 200  # characters
_MAX_RUNS = 50  # text runs of a title
_TITLE_LINES = 3  # at the beginning of a stretch where a bold line is its title
_OPENINGS = "(（["


@once
def find_writer(sheet: Sheet, rows: range) -> Value | None:
    """Return whom a comment names or cites as its writer, or the name beside its date; or None."""
    tree = sheet.tree
    author = find_author(tree, rows.start, rows.stop)
    if author:
        return author
    cited = [row for row in rows if tree.tags[row] == "cite"]
    for row in cited[:MAX_ELEMENTS]:
        name = clean_name(element_text(tree, row))
        if name:
            return Value(name, tree, row)
    lines = sheet.lines_of(rows.start, rows.stop)
    for line in edges_between(tree, rows.start, rows.stop, EDGE_LINES):
        found = sheet.read_date(line.spaced) if read_line_date(sheet, line) else None
        if found:
            name = read_beside(line.spaced, found)
            if name is None and line in lines[1:2]:  # below a line with the name alone
                line, name = lines[0], clean_name(lines[0].spaced)
            return line_value(tree, line, name) if name else _find_set_off(tree, lines[0])
    return None


def _find_set_off(tree: Tree, line: Line) -> Value | None:
    """Return the name that stands bold, or as a link, in the first line of a comment."""
    for row in range(line.start, line.end):
        if tree.is_text(row) and tree.tags[tree.parents[row]] in _SET_OFF_TAGS:
            name = clean_name(tree.text(row))
            if name:
                return Value(name, tree, row)
    return None


@once
def find_title(sheet: Sheet, start: int, end: int) -> Value | None:
    """Return the title of the stretch: what the markup calls so, a heading, a bold first line."""
    headings = sheet.find_headings(start, end)
    titles: list[int] = []
    author_end = 0
    for row in sheet.find(Role.AUTHOR | Role.TITLE, start, end):
        roles = sheet.roles[row]
        if roles & Role.AUTHOR:
            author_end = max(author_end, sheet.ends[row])
        if roles & Role.TITLE and row >= author_end:
            titles.append(row)
    for row in (*titles[:MAX_ELEMENTS], *headings[:MAX_ELEMENTS]):
        inner = next((one for one in headings if row < one < sheet.ends[row]), row)
        value = _read_title(sheet, inner)
        if value:
            return value
    return _bold_line(sheet, start, end)


def _read_title(sheet: Sheet, row: int) -> Value | None:
    """Return the title that an element says, without the date in it; None when it says none."""
    tree = sheet.tree
    parts: list[str] = []
    place = row + 1
    while place < sheet.ends[row] and len(parts) <= _MAX_RUNS:
        if sheet.roles[place] & Role.DATE or tree.tags[place] == "time":
            place = sheet.ends[place]
            continue
        if tree.tags[place] == TEXT and sheet.sizes.size(place, place + 1):
            parts.append(tree.text(place))
        place += 1
    text = collapse("".join(parts)[: 2 * _MAX_TITLE])
    if not text or len(text) > _MAX_TITLE or sheet.is_date(text):
        return None
    return Value(_leave_date(sheet, text), tree, row)


def _leave_date(sheet: Sheet, text: str) -> str:
    """Return a title without the date in brackets at its end."""
    found = sheet.read_date(text)
    if found is None or found.start < 2 or found.end < len(text) - 1:
        return text
    bare = text[: found.start - 1].strip()
    return bare if bare and text[found.start - 1] in _OPENINGS else text


def _bold_line(sheet: Sheet, start: int, end: int) -> Value | None:
    """Return the first line of the stretch if it is all bold: the title, on old pages."""
    tree = sheet.tree
    for line in sheet.lines_of(start, end)[:_TITLE_LINES]:
        if sheet.is_date(line.spaced) or len(line.spaced) > _MAX_TITLE:
            continue
        row = tree.parents[line.start]
        while row > start and tree.tags[row] in ("a", "span"):
            row = tree.parents[row]
        is_bold = tree.tags[row] in _STRONG_TAGS and sheet.ends[row] >= line.end
        return Value(line.text, tree, line.start) if is_bold else None
    return None


def is_strong_title(sheet: Sheet, title: Value | None, known: Value) -> bool:
    """Say whether the markup calls *title* the post's, or the page's; *known* is the page's."""
    if title is None:
        return False
    if sheet.names_page(title.text) or comparable(title.text) in comparable(known.text):
        return True
    if sheet.names_page(known.text):
        return False
    roles = sheet.roles[title.row] | sheet.roles[sheet.tree.parents[title.row]]
    return sheet.tree.tags[title.row] == "h1" or bool(roles & Role.TITLE)


@once
def find_date(sheet: Sheet, start: int, end: int) -> Value | None:
    """Return the date of the stretch, as `2006-08-04` or `2006-08-04 23:17:00`.

    What the markup calls a date comes first, then lines near the stretch's ends.
    """
    named = sheet.find(Role.DATE, start, end)[:MAX_ELEMENTS]
    times = sheet.find_times(start, end)[:MAX_ELEMENTS]
    for row in (*named, *times):
        inner = next((time for time in times if row < time < sheet.ends[row]), row)
        value = _read_element(sheet, inner) or _read_element(sheet, row)
        if value:
            return add_clock(sheet, value, start, end)
    for line in edges_between(sheet.tree, start, end, EDGE_LINES):
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
    return line_value(sheet.tree, line, to_text(found.iso), source=written)


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
        is_utc = isinstance(found.value, datetime) and found.value.utcoffset() == timedelta()
        iso = found.day.isoformat() if is_utc else to_text(found.iso)
        if shown and shown.day == found.day:
            return Value(iso, tree, row, source=text[shown.start : shown.end])
        return Value(iso, tree, row, name, source=written[found.start : found.end])
    if shown:
        return Value(to_text(shown.iso), tree, row, source=text[shown.start : shown.end])
    return None


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
