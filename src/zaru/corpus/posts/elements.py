"""Posts that are elements: those that a class calls so, and `article`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from zaru.corpus.posts.comments import is_end
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
from zaru.layout.outline import Outline
from zaru.layout.roles import Role

# Set by hand, as the numbers of `stretches`.
_HOLDER_SHARE = 0.5  # of an element's text in the posts in it, when it is only their holder
MAX_GAP = 400  # characters from a title to the text of its post: a date line, links, tags
_TAIL_LINES = 2  # behind a post where its date may stand


def find_elements(outline: Outline) -> list[Stretch]:
    """Return the stretches of the elements that are posts, in document order."""
    rows = [row for row in _find_candidates(outline) if not is_inside(outline, row)]
    rows = _choose(outline, rows)
    stretches = [Stretch(row, cut(outline, row, outline.ends[row])) for row in rows]
    stretches = [one for one in stretches if has_substance(outline, one)]
    stretches = add_days(outline, _reach_titles(outline, stretches))
    stretches = _reach_dates(outline, stretches)
    return _leave_rest(outline, stretches)


def _find_candidates(outline: Outline) -> list[int]:
    articles = (row for row in outline.tree.rows_of("article") if not outline.aside[row])
    return sorted({*articles, *outline.find_main(Role.POST)})


def _choose(outline: Outline, rows: list[int]) -> list[int]:
    """Return of elements that may be posts the outermost that hold one post each."""
    chosen = set(rows)
    counts, held = Counter[int](), Counter[int]()
    for row in rows:
        above = _find_owner(outline, chosen, outline.tree.parents[row])
        counts[above] += 1
        held[above] += outline.held[row]
    kept: list[int] = []
    for row in rows:
        if kept and row < outline.ends[kept[-1]]:
            continue
        share = _HOLDER_SHARE * outline.held[row]
        is_holder = counts[row] > 1 and held[row] >= share
        if not is_holder:
            kept.append(row)
    return kept


def _find_owner(outline: Outline, chosen: set[int], row: int) -> int:
    """Return the nearest of *chosen* that a row is, or is in; -1 for none."""
    return next(filter(chosen.__contains__, (row, *outline.tree.ancestors(row))), -1)


def _reach_titles(outline: Outline, stretches: list[Stretch]) -> list[Stretch]:
    """Return the stretches with the titles before them: some engines mark only a post's text."""
    result: list[Stretch] = []
    before = 0
    for one in stretches:
        start = one.start
        if find_title(outline, one.start, one.end) is None:
            start = _title_before(outline, before, one.start)
        result.append(replace(one, start=start))
        before = one.end
    return result


def _title_before(outline: Outline, first: int, row: int) -> int:
    """Return the row of the title that stands a little before *row*; *row* without one."""
    for place in range(row - 1, first, -1):
        if outline.sizes.size(place, row) > MAX_GAP or outline.aside[place]:
            return row
        if is_inside(outline, place):
            return row
        if outline.tree.tags[place] in HEADINGS or outline.roles[place] & Role.TITLE:
            return place if outline.held[place] else row
    return row


def _reach_dates(outline: Outline, stretches: list[Stretch]) -> list[Stretch]:
    """Return the stretches with the date lines behind them, of those without another date."""
    starts = [*(one.start for one in stretches), len(outline.tree)][1:]
    return [
        one if is_dated(outline, one) else replace(one, end=_date_behind(outline, one.end, after))
        for one, after in zip(stretches, starts, strict=True)
    ]


def _date_behind(outline: Outline, row: int, last: int) -> int:
    """Return the row behind the date line that follows *row*; *row* without one."""
    for line in outline.lines_between(row, last)[:_TAIL_LINES]:
        if is_end(outline, line) or outline.aside[line.start]:
            break
        if is_inside(outline, line.start):  # the date is the comment's
            break
        if outline.credits.read_line_date(line):
            return line.end
    return row


def _leave_rest(outline: Outline, stretches: list[Stretch]) -> list[Stretch]:
    """Return the stretches without those that have neither title nor date, and lists of posts."""
    kept = [
        one
        for one in stretches
        if is_dated(outline, one) or find_title(outline, one.start, one.end) is not None
    ]
    return [one for one in kept if not lists_dates(outline, one)] or kept


def find_dated(outline: Outline, stretches: list[Stretch]) -> list[Stretch]:
    """Return the one stretch that is a post: with a date, and longer than the others together.

    Empty when there are more, or none.
    """
    dated = [one for one in stretches if is_dated(outline, one)]
    total = sum(outline.sizes.size(one.start, one.end) for one in stretches)
    if len(dated) != 1 or outline.sizes.size(dated[0].start, dated[0].end) < _HOLDER_SHARE * total:
        return []
    return dated
