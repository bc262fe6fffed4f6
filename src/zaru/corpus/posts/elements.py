"""Posts that are elements: those that a class calls so, and `article`."""

from __future__ import annotations

from dataclasses import replace

from zaru.corpus.posts.comments import is_end
from zaru.corpus.posts.dates import Sheet, read_line_date
from zaru.corpus.posts.marks import Marks, Role
from zaru.corpus.posts.parts import find_title
from zaru.corpus.posts.stretches import (
    Stretch,
    add_days,
    cut,
    has_substance,
    is_dated,
    is_inside,
    lists_dates,
)
from zaru.dom import HEADINGS

# Set by hand, as the numbers of `stretches`.
_HOLDER_SHARE = 0.5  # of an element's text in the posts in it, when it is only their holder
_MAIN_SHARE = 0.7  # of the text of all posts in the one that the page is about
MAX_GAP = 400  # characters from a title to the text of its post: a date line, links, tags
_TAIL_LINES = 2  # behind a post where its date may stand


def find_elements(sheet: Sheet, comments: list[range]) -> list[Stretch]:
    """Return the stretches of the elements that are posts, in document order."""
    marks = sheet.marks
    rows = [row for row in _find_candidates(marks) if not is_inside(row, comments)]
    stretches = [
        Stretch(row, cut(sheet, row, marks.ends[row], comments)) for row in _choose(marks, rows)
    ]
    stretches = [one for one in stretches if has_substance(sheet, one)]
    stretches = add_days(sheet, _reach_titles(sheet, stretches, comments))
    stretches = _reach_dates(sheet, stretches, comments)
    return _leave_main(sheet, _leave_rest(sheet, stretches))


def _find_candidates(marks: Marks) -> list[int]:
    articles = marks.tree.rows_of("article")
    named = [row for row in articles if not marks.roles[row] & Role.COMMENT_PART]
    posts = [row for row in marks.marked if marks.roles[row] & Role.POST]
    return [row for row in sorted({*named, *posts}) if not marks.aside[row]]


def _choose(marks: Marks, rows: list[int]) -> list[int]:
    """Return of elements that may be posts the outermost that hold one post each."""
    chosen = set(rows)
    has_body = {_find_owner(marks, chosen, row) for row in marks.rows_of(Role.BODY)}
    counts: dict[int, int] = {}
    held: dict[int, int] = {}
    for row in rows:
        above = _find_owner(marks, chosen, marks.tree.parents[row])
        counts[above] = counts.get(above, 0) + 1
        held[above] = held.get(above, 0) + marks.sizes.size(row, marks.ends[row])
    kept: list[int] = []
    for row in rows:
        if kept and row < marks.ends[kept[-1]]:
            continue
        share = _HOLDER_SHARE * marks.sizes.size(row, marks.ends[row])
        is_holder = counts.get(row, 0) > 1 and held[row] >= share
        if not is_holder or row in has_body:
            kept.append(row)
    return kept


def _find_owner(marks: Marks, chosen: set[int], row: int) -> int:
    """Return the nearest of *chosen* that a row is, or is in; -1 for none."""
    while row >= 0 and row not in chosen:
        row = marks.tree.parents[row]
    return row


def _reach_titles(sheet: Sheet, stretches: list[Stretch], comments: list[range]) -> list[Stretch]:
    """Return the stretches with the titles before them: some engines mark only a post's text."""
    result: list[Stretch] = []
    before = 0
    for one in stretches:
        start = one.start
        if find_title(sheet, one.start, one.end) is None:
            start = _title_before(sheet, before, one.start, comments)
        result.append(replace(one, start=start))
        before = one.end
    return result


def _title_before(sheet: Sheet, first: int, row: int, comments: list[range]) -> int:
    """Return the row of the title that stands a little before *row*; *row* without one."""
    marks = sheet.marks
    for place in range(row - 1, first, -1):
        if (
            marks.sizes.size(place, row) > MAX_GAP
            or marks.aside[place]
            or is_inside(place, comments)
        ):
            return row
        if marks.tree.tags[place] in HEADINGS or marks.roles[place] & Role.TITLE:
            return place if marks.sizes.size(place, marks.ends[place]) else row
    return row


def _reach_dates(sheet: Sheet, stretches: list[Stretch], comments: list[range]) -> list[Stretch]:
    """Return the stretches with the date lines behind them, of those without another date."""
    starts = [*(one.start for one in stretches), len(sheet.marks.tree)][1:]
    return [
        one
        if is_dated(sheet, one)
        else replace(one, end=_date_behind(sheet, one.end, after, comments))
        for one, after in zip(stretches, starts, strict=True)
    ]


def _date_behind(sheet: Sheet, row: int, last: int, comments: list[range]) -> int:
    """Return the row behind the date line that follows *row*; *row* without one."""
    for line in sheet.lines_of(row, last)[:_TAIL_LINES]:
        if is_end(sheet.marks, line) or sheet.marks.aside[line.start]:
            break
        if is_inside(line.start, comments):  # the date is the comment's
            break
        if read_line_date(sheet, line):
            return line.end
    return row


def _leave_rest(sheet: Sheet, stretches: list[Stretch]) -> list[Stretch]:
    """Return the stretches without those that have neither title nor date, and lists of posts."""
    kept = [
        one
        for one in stretches
        if is_dated(sheet, one) or find_title(sheet, one.start, one.end) is not None
    ]
    return [one for one in kept if not lists_dates(sheet, one)] or kept


def _leave_main(sheet: Sheet, stretches: list[Stretch]) -> list[Stretch]:
    """Return the one post of a page without the cards of others beside it."""
    marks = sheet.marks
    sizes = [marks.sizes.size(one.start, one.end) for one in stretches]
    largest = max(range(len(sizes)), key=sizes.__getitem__, default=0)
    if len(sizes) < 2 or sizes[largest] < _MAIN_SHARE * sum(sizes):
        return stretches
    kinds = [marks.kind(one.start) for one in stretches]
    return [stretches[largest]] if kinds.count(kinds[largest]) == 1 else stretches


def find_dated(sheet: Sheet, stretches: list[Stretch]) -> list[Stretch]:
    """Return the one stretch that is a post: with a date, and longer than the others together.

    Empty when there are more, or none.
    """
    marks = sheet.marks
    dated = [one for one in stretches if is_dated(sheet, one)]
    total = sum(marks.sizes.size(one.start, one.end) for one in stretches)
    if len(dated) != 1 or marks.sizes.size(dated[0].start, dated[0].end) < _HOLDER_SHARE * total:
        return []
    return dated
