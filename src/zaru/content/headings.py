"""Headings between two chosen texts: a short line scores low, but a guide needs all its steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zaru.content.segments import Segment
from zaru.dom import HEADINGS, Tree
from zaru.text.dates import ANY_YEAR, find_dates, stands_alone

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def add_headings(
    tree: Tree,
    segments: list[Segment],
    is_chosen: NDArray[np.bool_],
    is_shared: NDArray[np.bool_] | None = None,
) -> None:
    """Choose the headings that stand between chosen texts, too.

    The text before a heading is chosen, and so is the one that its section begins with, with at
    most lower headings between them; the element that holds the heading holds that text. One
    that is nothing but a link leads to another page, not to the text below it; one that is
    nothing but a date says when, as a byline does; one that *is_shared* by most pages of the
    set is part of their template.
    """
    waiting: list[tuple[int, int]] = []  # number and level of the headings behind a chosen text
    is_behind = False  # nothing but headings stands between a chosen text and this one
    for number, chosen in enumerate(is_chosen.tolist()):
        if not waiting and (chosen or not is_behind):
            is_behind = chosen
            continue
        segment = segments[number]
        level = HEADINGS.get(tree.tags[segment.row], 0)
        if level:  # a section that ends before any text has none
            waiting = [one for one in waiting if one[1] < level]
        if level and not chosen:
            is_other = is_shared is not None and is_shared[number]
            if not (is_other or _is_link(tree, segment) or _is_date(segment.text)):
                waiting.append((number, level))
            continue
        if chosen and waiting:
            above = {segment.row, *tree.ancestors(segment.row)}
            for other, _ in waiting:
                is_chosen[other] = tree.parents[segments[other].row] in above
        waiting, is_behind = [], chosen


def _is_link(tree: Tree, segment: Segment) -> bool:
    texts = (row for row in segment.rows if tree.is_text(row) and not tree.text(row).isspace())
    return all(any(tree.tags[above] == "a" for above in tree.ancestors(row)) for row in texts)


def _is_date(text: str) -> bool:
    dates = find_dates(text, year=ANY_YEAR)
    return bool(dates) and stands_alone(text, dates[0].start, dates[-1].end)
