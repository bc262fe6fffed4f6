"""Readers' comments on a page of a blog: the rows that each takes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from zaru.corpus.posts.dates import Sheet, read_line_date
from zaru.corpus.posts.marks import Marks, Role
from zaru.corpus.posts.parts import find_author, find_byline_author
from zaru.dom import BLOCK_TAGS, HEADINGS
from zaru.layout.lines import Line

_HEADING = re.compile(
    r"\W*(?:[0-9]+\s?(?:件の)?\s*)?"
    r"(?:(?:この.{0,14}|みんな|読者|最新)?(?:へ|に対する)?の?\s?コメント(?:一覧)?|comments?)"
    r"(?:\s?(?:[0-9]+\s?件?|[(（\[]\s?[0-9]+\s?件?[)）\]]))?\W*\Z",
    re.IGNORECASE,
)
_END = re.compile(
    r"\W*(?:(?:この.{0,14}への)?トラックバック|track ?backs?"
    r"|コメントを?(?:書|投稿|する|残|追加|どうぞ|し)|この.{0,8}に?コメントする"
    r"|(?:post|leave|add|write) (?:a|your) (?:comment|reply)|最近の|recent )",
    re.IGNORECASE,
)
_TRACKED = re.compile(r"\W*(?:tracked from|(?:track|ping)back (?:from|by))", re.IGNORECASE)
_TRACKBACK = re.compile(r"track(?:ed|back)|トラックバック|pingback", re.IGNORECASE)
_EDGE_LINES = 3  # at either end of a comment where its byline stands
_MAX_LINKED = 0.5  # share of a heading in links, or of a comment that only its byline tells
_MAX_HEADING = 40  # characters


def find_comment_rows(sheet: Sheet) -> list[range]:
    """Return the rows of each comment, in document order, none inside another."""
    for role in (Role.COMMENT, Role.COMMENT_PART):
        found = _find_marked(sheet, role)
        if len(found) == 1:  # one element may hold them all
            parts = _part_region(sheet, found[0].start, found[0].stop)
            found = parts if len(parts) > 1 else found
        if found:
            return found
    found = []
    for region in find_regions(sheet):
        found += _part_region(sheet, region.start, region.stop)
    return found


def is_end(marks: Marks, line: Line) -> bool:
    """Say whether a line is the heading of what stands behind a post: comments, trackbacks.

    A link of these words is none: it leads to them.
    """
    text = line.spaced
    if len(text) > _MAX_HEADING or not (_HEADING.match(text) or _END.match(text)):
        return False
    if marks.sizes.link_share(line.start, line.end) > _MAX_LINKED:
        return False
    return bool(_heading_level(marks, line)) or not _is_in_link(marks, line.start)


def find_regions(sheet: Sheet) -> list[range]:
    """Return the rows below each heading such as コメント, up to the next heading of its kind."""
    marks, lines = sheet.marks, sheet.lines
    regions: list[range] = []
    stop = 0
    for place, line in enumerate(lines):
        if line.start < stop or marks.listed[line.start]:
            continue
        if not is_end(marks, line) or not _HEADING.match(line.spaced):
            continue
        level = _heading_level(marks, line)
        stop = len(marks.tree)
        for number in range(place + 1, len(lines)):
            later = lines[number]
            if marks.listed[later.start] or _ends_region(marks, later, level):
                stop = later.start
                break
        regions.append(range(line.end, stop))
    return regions


def _find_marked(sheet: Sheet, role: int) -> list[range]:
    """Return the comments that the markup calls so.

    A reply inside a comment ends it: its rows are those up to the first reply. An element without
    name and date is a part of the comment around it, or none.
    """
    marks = sheet.marks
    rows = [row for row in marks.rows_of(role) if not marks.roles[row] & Role.COMMENTS]
    stops = [*rows, len(marks.tree)][1:]
    kept = [
        row
        for row, stop in zip(rows, stops, strict=True)
        if _has_byline(sheet, row, min(stop, marks.ends[row]))
    ]
    found: list[range] = []
    for row, stop in zip(kept, [*kept, len(marks.tree)][1:], strict=True):
        end = min(stop, marks.ends[row])
        lines = sheet.lines_of(row, end)
        if len(lines) < 2 or _has_form(marks, row, end):
            continue
        if not any(_TRACKED.match(line.spaced) for line in _edges(lines)):
            found.append(range(row, end))
    return found


def _has_byline(sheet: Sheet, start: int, end: int) -> bool:
    """Say whether a stretch names a writer or a date."""
    marks = sheet.marks
    named = marks.find(Role.AUTHOR | Role.DATE, start, end)[:_EDGE_LINES]
    if any(marks.sizes.size(row, min(end, marks.ends[row])) for row in named):
        return True
    if "cite" in marks.tree.tags[start:end]:
        return True
    lines = sheet.lines_of(start, end)
    return any(read_line_date(sheet, line) for line in _edges(lines))


def _edges(lines: list[Line]) -> Iterable[Line]:
    return (*lines[:_EDGE_LINES], *lines[_EDGE_LINES:][-_EDGE_LINES:])


def _has_form(marks: Marks, start: int, end: int) -> bool:
    return any(marks.tree.tags[row] == "textarea" for row in range(start, end))


def _ends_region(marks: Marks, line: Line, level: str) -> bool:
    """Say whether a line ends the comments below a heading of that level; empty for none."""
    if len(line.spaced) < _MAX_HEADING and _END.match(line.spaced):
        return marks.sizes.link_share(line.start, line.end) <= _MAX_LINKED
    return bool(level) and "" < _heading_level(marks, line) <= level


def _heading_level(marks: Marks, line: Line) -> str:
    """Return the tag of the heading that a line stands in, empty when it is in none."""
    row = _block_of(marks, line.start)
    return marks.tree.tags[row] if marks.tree.tags[row] in HEADINGS else ""


def _is_in_link(marks: Marks, row: int) -> bool:
    """Say whether a row is in a link, be it to a place of the page."""
    tree = marks.tree
    block = _block_of(marks, row)
    while row > block:
        row = tree.parents[row]
        if tree.tags[row] == "a" and tree.attribute(row, "href") is not None:
            return True
    return False


def _block_of(marks: Marks, row: int) -> int:
    tags, parents = marks.tree.tags, marks.tree.parents
    while row > 0 and tags[row] not in BLOCK_TAGS:
        row = parents[row]
    return row


def _part_region(sheet: Sheet, start: int, end: int) -> list[range]:
    """Return the comments of a region, one for each byline; most must have a name.

    Bylines stand all before or all behind their texts: where text comes first, behind.
    """
    lines = sheet.lines_of(start, end)
    bylines = [line for line in lines if read_line_date(sheet, line)]
    if not bylines:
        return []
    if lines[0].start < bylines[0].start and lines[-1].start == bylines[-1].start:
        stops = [line.end for line in bylines]
        starts = [lines[0].start, *stops[:-1]]
    else:
        starts = [line.start for line in bylines]
        stops = [*starts[1:], min(end, _close(sheet.marks, bylines[-1].start))]
    found = [
        range(first, stop)
        for first, stop, line in zip(starts, stops, bylines, strict=True)
        if not _TRACKBACK.search(line.spaced)
        and len(sheet.lines_of(first, stop)) > 1
        and sheet.marks.sizes.link_share(first, stop) <= _MAX_LINKED
    ]
    named = sum(
        (find_author(sheet, rows.start, rows.stop) or find_byline_author(sheet, rows)) is not None
        for rows in found
    )
    return found if named * 2 >= len(found) else []


def _close(marks: Marks, row: int) -> int:
    """Return where the element that holds the last comment and its text ends."""
    block = _block_of(marks, row)
    parent = max(marks.tree.parents[block], 0)
    return marks.ends[parent]
