"""Series: posts of a page without marks, told by their titles, which look alike.

Each title has its stretch: the outermost element that holds no other title of the series, or,
where titles and texts stand side by side, the rows up to the next title.
"""

from __future__ import annotations

from collections import defaultdict

from zaru.corpus.posts.dates import Sheet
from zaru.corpus.posts.marks import Role
from zaru.corpus.posts.stretches import (
    Stretch,
    add_days,
    cut,
    is_dated,
    is_inside,
    is_list_of_posts,
    leave_comments,
)
from zaru.dom import HEADINGS

_MAX_KINDS = 6  # kinds of titles that are tried, those with the most text first
_MIN_TITLES = 2
_MAX_TITLE = 200  # characters
_FLAT = 10  # characters beside the title in an element that holds only the title

Kind = tuple[str, str, str]


def find_series(sheet: Sheet, comments: list[range], start: int, end: int) -> list[Stretch]:
    """Return the posts in the rows from *start* to before *end*; none where no titles repeat."""
    marks = sheet.marks
    kinds = _find_kinds(sheet, comments, start, end)
    tried: list[tuple[int, list[Stretch]]] = []
    for titles in kinds:
        stretches = _lay_out(sheet, comments, titles)
        size = sum(marks.sizes.size(one.start, one.end) for one in stretches)
        tried.append((size, stretches))
    tried.sort(key=lambda pair: -pair[0])
    found: list[Stretch] = []
    for _, stretches in tried[:_MAX_KINDS]:
        dated = add_days(sheet, leave_comments(sheet, stretches))
        if len(dated) == 1 < len(stretches) and not found and is_dated(sheet, dated[0]):
            return dated  # the others are comments on it
        if len(dated) > max(len(found), _MIN_TITLES - 1) and is_list_of_posts(sheet, dated):
            found = dated
    return found


def _find_kinds(sheet: Sheet, comments: list[range], start: int, end: int) -> list[list[int]]:
    """Return the rows of titles that look alike, the most frequent looks first."""
    marks = sheet.marks
    tree = marks.tree
    kinds: defaultdict[Kind, list[int]] = defaultdict(list)
    for row in range(start, end):
        tag = tree.tags[row]
        if tag not in HEADINGS and not marks.roles[row] & Role.TITLE:
            continue
        if marks.aside[row] or is_inside(row, comments):
            continue
        if 0 < marks.sizes.size(row, marks.ends[row]) <= _MAX_TITLE:
            kinds[tag, tree.attribute(row, "class") or "", tree.tags[tree.parents[row]]].append(row)
    series = [rows for rows in kinds.values() if len(rows) >= _MIN_TITLES]
    series.sort(key=len, reverse=True)
    return series[: 2 * _MAX_KINDS]


def _lay_out(sheet: Sheet, comments: list[range], titles: list[int]) -> list[Stretch]:
    marks = sheet.marks
    units = marks.find_units(titles, 0, len(marks.tree))
    spare = [
        marks.sizes.size(unit, marks.ends[unit]) - marks.sizes.size(title, marks.ends[title])
        for unit, title in zip(units, titles, strict=True)
    ]
    if sum(size <= _FLAT for size in spare) * 2 > len(titles):
        return _lay_flat(sheet, comments, titles)
    return [Stretch(unit, cut(sheet, unit, marks.ends[unit], comments)) for unit in units]


def _lay_flat(sheet: Sheet, comments: list[range], titles: list[int]) -> list[Stretch]:
    """Return the stretches of titles that stand beside their texts; a day's heading goes along."""
    marks = sheet.marks
    starts: list[int] = []
    for title in titles:
        lines = sheet.lines_of(starts[-1] if starts else 0, title)
        is_day = bool(lines) and sheet.is_date(lines[-1].spaced)
        starts.append(lines[-1].start if is_day else title)
    last = marks.ends[marks.tree.parents[titles[-1]]]
    stops = [*starts[1:], last]
    return [
        Stretch(start, cut(sheet, start, stop, comments))
        for start, stop in zip(starts, stops, strict=True)
        if start < stop
    ]
