"""Readers' comments on a page of a blog: the rows that each takes."""

from __future__ import annotations

import re
from bisect import bisect_right

from zaru.dom import HEADINGS
from zaru.dom.keeping import once
from zaru.layout.lines import Line, edges_between
from zaru.layout.outline import Outline, find_tops
from zaru.layout.records import make_list_at
from zaru.layout.roles import Role

_HEADING = re.compile(
    r"\W*(?:[0-9]+\s?(?:件の)?\s*)?"
    r"(?:(?:この.{0,14}|みんな|読者)?(?:へ|に対する)?の?\s?コメント(?:一覧)?|comments?)"
    r"(?:\s?(?:[0-9]+\s?件?|[(（\[]\s?[0-9]+\s?件?[)）\]]))?\W*\Z",
    re.IGNORECASE,
)
_END = re.compile(
    r"\W*(?:(?:この.{0,14}への)?トラックバック|track ?backs?"
    r"|コメントを?(?:書|投稿|する|残|追加|どうぞ|し)|この.{0,8}に?コメントする"
    r"|(?:post|leave|add|write) (?:a|your) (?:comment|reply)|最近の"
    r"|最新の?(?:コメント|トラック)|recent )",
    re.IGNORECASE,
)
_TRACKED = re.compile(
    r"\W*(?:tracked from|(?:track|ping)backs?\s?(?:from|by|[:：])|(?:トラック|ピン)バック\s?[:：])",
    re.IGNORECASE,
)
_TRACKBACK = re.compile(r"track(?:ed|back)|(?:トラック|ピン)バック|pingback", re.IGNORECASE)
_EDGE_LINES = 3  # at either end of a comment where its byline stands
_MAX_LINKED = 0.5  # share of a heading in links, or of a comment that only its byline tells
_MAX_HEADING = 40  # characters


@once
def find_comment_rows(outline: Outline) -> list[range]:
    """Return the rows of each comment, in document order, none inside another."""
    for role in (Role.COMMENT, Role.COMMENT_PART):
        found = _find_marked(outline, role)
        if len(found) == 1:  # one element may hold them all
            parts = _part_region(outline, found[0].start, found[0].stop)
            found = parts if len(parts) > 1 else found
        if found:
            return found
    found = []
    for region in find_regions(outline):
        found += _part_region(outline, region.start, region.stop)
    return found


def is_end(outline: Outline, line: Line) -> bool:
    """Say whether a line is the heading of what stands behind a post: comments, trackbacks.

    A link of these words is none: it leads to them.
    """
    text = line.spaced
    if len(text) > _MAX_HEADING or not (_HEADING.match(text) or _END.match(text)):
        return False
    return outline.sizes.link_share(line.start, line.end) <= _MAX_LINKED


@once
def find_ends(outline: Outline) -> list[Line]:
    """Return the lines of a page that are such headings."""
    return [line for line in outline.lines if is_end(outline, line)]


@once
def find_regions(outline: Outline) -> list[range]:
    """Return the rows below each heading such as コメント, up to the next heading of its kind."""
    lines = outline.lines
    regions: list[range] = []
    stop = 0
    for line in find_ends(outline):
        if line.start < stop or outline.aside[line.start] or not _HEADING.match(line.spaced):
            continue
        level = _heading_level(outline, line)
        behind = map(lines.__getitem__, range(bisect_right(lines, line), len(lines)))
        stops = (one.start for one in behind if _ends_region(outline, one, level))
        stop = next(stops, len(outline.tree))
        regions.append(range(line.end, stop))
    return regions


def _find_marked(outline: Outline, role: int) -> list[range]:
    """Return the comments that the markup calls so.

    A reply inside a comment ends it: its rows are those up to the first reply. An element without
    name and date is a part of the comment around it, or none.
    """
    no_comment = Role.COMMENTS | Role.TRACKBACK
    rows = [row for row in outline.find_main(role) if not outline.roles[row] & no_comment]
    stops = [*rows, len(outline.tree)][1:]
    kept = [
        row
        for row, stop in zip(rows, stops, strict=True)
        if _has_byline(outline, row, min(stop, outline.ends[row]))
    ]
    headings = find_ends(outline)
    if not any(_HEADING.match(line.spaced) for line in headings):
        headings = []  # comments may stand below one of trackbacks
    found: list[range] = []
    for row, stop in zip(kept, [*kept, len(outline.tree)][1:], strict=True):
        end = min(stop, outline.ends[row])
        lines = outline.lines_between(row, end)
        if len(lines) < 2 or "textarea" in outline.tree.tags[row:end] or _is_tracked(headings, row):
            continue
        edges = edges_between(outline.tree, row, end, _EDGE_LINES)
        if not any(_TRACKED.match(line.spaced) for line in edges):
            found.append(range(row, end))
    return found


def _is_tracked(headings: list[Line], row: int) -> bool:
    """Say whether the heading above *row* is one of trackbacks."""
    place = bisect_right(headings, row, key=lambda line: line.start)
    return place > 0 and bool(_TRACKBACK.search(headings[place - 1].text))


def _has_byline(outline: Outline, start: int, end: int) -> bool:
    """Say whether a stretch names a writer or a date."""
    named = outline.find(Role.AUTHOR | Role.DATE, start, end)[:_EDGE_LINES]
    if any(outline.sizes.size(row, min(end, outline.ends[row])) for row in named):
        return True
    if "cite" in outline.tree.tags[start:end]:
        return True
    edges = edges_between(outline.tree, start, end, _EDGE_LINES)
    return any(map(outline.credits.read_line_date, edges))


def _ends_region(outline: Outline, line: Line, level: str) -> bool:
    """Say whether a line ends the comments below a heading of that level; empty for none."""
    if outline.aside[line.start]:
        return True
    if _END.match(line.spaced):
        return outline.sizes.link_share(line.start, line.end) <= _MAX_LINKED
    return "" < _heading_level(outline, line) <= level


def _heading_level(outline: Outline, line: Line) -> str:
    """Return the tag of the heading that a line stands in, empty when it is in none."""
    tag = outline.tree.tags[line.block]
    return tag if tag in HEADINGS else ""


def _part_region(outline: Outline, start: int, end: int) -> list[range]:
    """Return the comments of a region, one for each line with a date; most must have a name."""
    lines = outline.lines_between(start, end)
    bylines = [place for place, line in enumerate(lines) if outline.credits.read_line_date(line)]
    if not bylines:
        return []
    parts = _part_elements(outline, [lines[place] for place in bylines], start, end)
    parts = parts or _part_lines(outline, lines, bylines, end)
    found = [
        rows
        for rows, place in zip(parts, bylines, strict=True)
        if not _TRACKBACK.search(lines[place].text)
        and len(outline.lines_between(rows.start, rows.stop)) > 1
        and outline.sizes.link_share(rows.start, rows.stop) <= _MAX_LINKED
    ]
    named = sum(outline.credits.find_writer(rows.start, rows.stop) is not None for rows in found)
    return found if named * 2 >= len(found) else []


def _part_elements(outline: Outline, bylines: list[Line], start: int, end: int) -> list[range]:
    """Return the elements that hold one byline each, with its text; none where they do not."""
    rows = [(line.start, line.start + 1) for line in bylines]
    units = [range(row, outline.ends[row]) for row in find_tops(outline.tree, rows, start, end)]
    size = outline.sizes.size
    held = [size(unit.start, unit.stop) for unit in units]
    is_full = all(one > size(line.start, line.end) for one, line in zip(held, bylines, strict=True))
    # Between them stands nothing: a name, maybe, or the text.
    is_whole = sum(held) == size(units[0].start, units[-1].stop)
    return units if len(units) > 1 and is_full and is_whole else []


def _part_lines(outline: Outline, lines: list[Line], bylines: list[int], end: int) -> list[range]:
    """Return the rows of comments whose bylines stand beside their texts.

    All bylines stand before their texts, maybe below a line with the name, or all behind them.
    """
    if _stand_behind(outline, lines, bylines):
        stops = [lines[place].end for place in bylines]
        return list(map(range, [lines[0].start, *stops[:-1]], stops))
    records = make_list_at(outline, [(lines[place].start, lines[place].end) for place in bylines])
    return [range(max(lines[0].start, one.start), min(end, one.end)) for one in records]


def _stand_behind(outline: Outline, lines: list[Line], bylines: list[int]) -> bool:
    """Say whether bylines stand behind their texts.

    Of what stands before the first and behind the last of them, one is a comment's text: it looks
    like the lines between them. Where both do, or none, it is the longer one.
    """
    first, last = bylines[0], bylines[-1]
    before, behind = lines[:first], lines[last + 1 :]
    if not before or not behind:
        return not behind
    if len(bylines) > 1:
        is_before = outline.look(before[-1].block) == outline.look(lines[bylines[1] - 1].block)
        is_behind = outline.look(behind[0].block) == outline.look(lines[first + 1].block)
        if is_before != is_behind:
            return is_before
    return _length(before) > _length(behind)


def _length(lines: list[Line]) -> int:
    return sum(len(line.text) for line in lines)
