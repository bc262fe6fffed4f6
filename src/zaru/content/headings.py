"""Headings between two chosen texts: a short line scores low, but a guide needs all its steps."""

from __future__ import annotations

from itertools import pairwise

from zaru.content.segments import Segment
from zaru.dom import HEADINGS, Tree


def add_headings(
    tree: Tree,
    segments: list[Segment],
    is_chosen: list[bool],
    is_shared: list[bool] | None = None,
) -> None:
    """Choose the headings that stand between chosen texts, too.

    The text before a heading is chosen, and so is the one that its section begins with, with at
    most lower headings between them; the element that holds the heading holds that text. One
    that is nothing but a link leads to another page, not to the text below it; one that is
    nothing but a date says when, as a byline does; one that *is_shared* by most pages of the
    set is part of their template.
    """
    pairs = enumerate(pairwise(is_chosen), start=1)
    for behind in [number for number, (before, own) in pairs if before and not own]:
        waiting: list[tuple[int, int]] = []  # number and level of headings behind a chosen text
        for number in range(behind, len(segments)):
            level = HEADINGS.get(tree.tags[segments[number].row], 0)
            if level:  # a section that ends before any text has none
                waiting = [one for one in waiting if one[1] < level]
            if not level or is_chosen[number]:
                break
            if is_shared is None or not is_shared[number]:
                waiting.append((number, level))
        if waiting and is_chosen[number]:
            for other, _ in waiting:
                is_chosen[other] = is_step(tree, segments[other], segments[number].row)


def is_step(tree: Tree, heading: Segment, below: int) -> bool:
    """Say whether *heading* stands in an element that holds the row *below*, or in that itself.

    Links and dates are no steps.
    """
    holder = tree.parent(heading.row)
    if holder not in (below, *tree.ancestors(below)) or _is_date(heading.text):
        return False
    texts = (row for row in heading.rows if tree.is_text(row) and not tree.text(row).isspace())
    return any(all(tree.tags[one] != "a" for one in tree.ancestors(row)) for row in texts)


def _is_date(text: str) -> bool:
    from zaru.text.dates import ANY_YEAR, find_dates, stand_alone

    return stand_alone(find_dates(text, year=ANY_YEAR), text)
