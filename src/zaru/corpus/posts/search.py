"""The search for a page's posts: elements that are marked, a series of titles, or one alone."""

from __future__ import annotations

from dataclasses import replace

from zaru.content.titles import comparable
from zaru.corpus.posts.dates import Sheet
from zaru.corpus.posts.elements import MAX_GAP, find_dated, find_elements
from zaru.corpus.posts.marks import Marks, Role
from zaru.corpus.posts.series import find_series
from zaru.corpus.posts.stretches import (
    MIN_CHARS,
    Stretch,
    add_days,
    are_linked,
    cut,
    is_list_of_posts,
    leave_comments,
    lists_links,
)
from zaru.dom import HEADINGS
from zaru.layout.head import Head
from zaru.layout.value import Value, element_text

# Set by hand, as the numbers of `stretches`.
_SERIES_SHARE = 0.5  # of an element's text in a series of posts, when it is their holder
_LONE_SHARE = 0.5  # of the page's text outside of side bars that such a post's element holds
_MAX_NAMES = 2  # titles that show a part of the page's title: the site's and the post's


def find_stretches(sheet: Sheet, comments: list[range]) -> list[Stretch]:
    """Return the stretches of the posts in document order; *comments* are in none of them."""
    found = leave_comments(sheet, find_elements(sheet, comments))
    if len(found) > 1:
        return found if is_list_of_posts(sheet, found) else find_dated(sheet, found)
    if not found:
        return find_series(sheet, comments, 0, len(sheet.marks.tree))
    start, end = found[0].start, found[0].end
    series = find_series(sheet, comments, start, end)
    held = sum(sheet.marks.sizes.size(one.start, one.end) for one in series)
    if held > _SERIES_SHARE * sheet.marks.sizes.size(start, end) and are_linked(sheet, series):
        return series
    return [] if lists_links(sheet, found[0]) else found


def find_lone(sheet: Sheet, comments: list[range], title: Value | None) -> Stretch | None:
    """Return the post of a page without marks that has one: from its title to its end.

    *title* is the page's; a heading must show it, or there is no telling.
    """
    marks = sheet.marks
    row = _find_heading(sheet, title)
    if row is None:
        return None
    holder = row
    while holder > 0 and marks.sizes.size(row, marks.ends[holder]) < _LONE_SHARE * marks.main_size:
        holder = marks.tree.parents[holder]
    end = cut(sheet, row, marks.ends[holder], comments)
    end = _end_text(marks, row, end)
    linked = marks.sizes.link_size(row, end)
    stretch = Stretch(row, end)
    if marks.sizes.size(row, end) - linked < MIN_CHARS or lists_links(sheet, stretch):
        return None
    return add_days(sheet, [stretch])[0]


def _end_text(marks: Marks, start: int, end: int) -> int:
    """Return where the side bars behind a text begin; those before most of it are inside."""
    sizes, aside = marks.sizes, marks.aside
    own = [0 if aside[row] else sizes.size(row, row + 1) for row in range(start, end)]
    total, before = sum(own), 0
    for row, size in zip(range(start, end), own, strict=True):
        before += size
        if aside[row] and 2 * before > total:
            return row
    return end


def _find_heading(sheet: Sheet, title: Value | None) -> int | None:
    """Return the heading that shows the title of the page; None without one.

    Of two, the first is the site's name.
    """
    marks = sheet.marks
    tree = marks.tree
    texts: dict[str, int] = {}
    for row in sorted({*Head(tree).rows["heading"], *marks.rows_of(Role.TITLE)}):
        if not marks.aside[row] and len(texts) < _MAX_NAMES:
            text = element_text(tree, row)
            if sheet.names_page(text):
                texts.setdefault(text, row)
    exact = [row for text, row in texts.items() if comparable(text) in sheet.names]
    if texts:
        return (exact or list(texts.values()))[-1]
    if title is None or title.row <= 0 or title.attribute or marks.aside[title.row]:
        return None
    return title.row if tree.tags[title.row] in HEADINGS else None


def reach_title(sheet: Sheet, stretch: Stretch, title: Value) -> Stretch:
    """Return the stretch from its title on, when that stands a little before it."""
    marks = sheet.marks
    row = title.row
    if title.attribute or not 0 <= row < stretch.start or marks.aside[row]:
        return stretch
    if marks.tree.tags[row] not in HEADINGS or marks.sizes.size(row, stretch.start) > MAX_GAP:
        return stretch
    return replace(stretch, start=row)
