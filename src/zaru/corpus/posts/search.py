"""The search for a page's posts: elements that are marked, a series of titles, or one alone.

The titles of a series look alike. Each has its stretch: the outermost element that holds no other
of them, or, where titles and texts stand side by side, the rows up to the next title.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from zaru.content.titles import comparable
from zaru.corpus.posts.comments import find_ends
from zaru.corpus.posts.elements import MAX_GAP, find_dated, find_elements
from zaru.corpus.posts.sheet import Sheet
from zaru.corpus.posts.stretches import (
    MIN_CHARS,
    Stretch,
    add_days,
    cut,
    is_dated,
    is_inside,
    is_list_of_posts,
    leave_comments,
    lists_links,
)
from zaru.dom import HEADINGS
from zaru.layout.head import Head
from zaru.layout.roles import Role
from zaru.layout.value import Value, element_text

# Set by hand, as the numbers of `stretches`.
_LONE_SHARE = 0.5  # of the page's text outside of side bars that such a post's element holds
_MAX_NAMES = 2  # titles that show a part of the page's title: the site's and the post's
_MAX_KINDS = 6  # kinds of titles that are tried, those with the most text first
_MIN_TITLES = 2
_MAX_TITLE = 200  # characters


def find_stretches(sheet: Sheet) -> list[Stretch]:
    """Return the stretches of the posts in document order; comments are in none of them."""
    found = leave_comments(sheet, find_elements(sheet))
    if len(found) > 1:
        return found if is_list_of_posts(sheet, found) else find_dated(sheet, found)
    if not found:
        return _find_series(sheet)
    return [] if lists_links(sheet, found[0]) else found


def _find_series(sheet: Sheet) -> list[Stretch]:
    """Return the posts of a page by their titles; none where no titles repeat."""
    tried = [_lay_out(sheet, titles) for titles in _find_kinds(sheet)]
    tried.sort(key=lambda ones: -sum(sheet.sizes.size(one.start, one.end) for one in ones))
    found: list[Stretch] = []
    for stretches in tried[:_MAX_KINDS]:
        dated = add_days(sheet, leave_comments(sheet, stretches))
        if len(dated) == 1 < len(stretches) and not found and is_dated(sheet, dated[0]):
            return dated  # the others are comments on it
        if len(dated) > max(len(found), _MIN_TITLES - 1) and is_list_of_posts(sheet, dated):
            found = dated
    return found


def _find_kinds(sheet: Sheet) -> list[list[int]]:
    """Return the rows of titles that look alike, the most frequent looks first."""
    tree = sheet.tree
    ends = {line.block for line in find_ends(sheet)}
    kinds: defaultdict[tuple[str, str, str], list[int]] = defaultdict(list)
    for row in sorted({*Head(tree).headings, *sheet.find(Role.TITLE, 0, len(tree))}):
        if sheet.aside[row] or is_inside(sheet, row) or row in ends:
            continue
        if 0 < sheet.sizes.size(row, sheet.ends[row]) <= _MAX_TITLE:
            kinds[*sheet.kind(row), tree.tags[tree.parents[row]]].append(row)
    series = [rows for rows in kinds.values() if len(rows) >= _MIN_TITLES]
    series.sort(key=len, reverse=True)
    return series[: 2 * _MAX_KINDS]


def _lay_out(sheet: Sheet, titles: list[int]) -> list[Stretch]:
    """Return the stretches of titles."""
    records = sheet.make_list((row, sheet.ends[row]) for row in titles)
    return [Stretch(one.start, cut(sheet, one.start, one.end)) for one in records]


def find_lone(sheet: Sheet, title: Value | None) -> Stretch | None:
    """Return the post of a page without marks that has one: from its title to its end.

    *title* is the page's; a heading must show it, or there is no telling.
    """
    row = _find_heading(sheet, title)
    if row is None:
        return None
    holder = row
    while holder > 0 and sheet.sizes.size(row, sheet.ends[holder]) < _LONE_SHARE * sheet.main_size:
        holder = sheet.tree.parents[holder]
    end = cut(sheet, row, sheet.ends[holder])
    end = _end_text(sheet, row, end)
    linked = sheet.sizes.link_size(row, end)
    stretch = Stretch(row, end)
    if sheet.sizes.size(row, end) - linked < MIN_CHARS or lists_links(sheet, stretch):
        return None
    return add_days(sheet, [stretch])[0]


def _end_text(sheet: Sheet, start: int, end: int) -> int:
    """Return where the side bars behind a text begin; those before most of it are inside."""
    sizes, aside = sheet.sizes, sheet.aside
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
    tree = sheet.tree
    texts: dict[str, int] = {}
    for row in sorted({*Head(tree).headings, *sheet.rows_of(Role.TITLE)}):
        if not sheet.aside[row] and len(texts) < _MAX_NAMES:
            text = element_text(tree, row)
            if sheet.names_page(text):
                texts.setdefault(text, row)
    exact = [row for text, row in texts.items() if comparable(text) in sheet.names]
    if texts:
        return (exact or list(texts.values()))[-1]
    if title is None or title.row <= 0 or title.attribute or sheet.aside[title.row]:
        return None
    return title.row if tree.tags[title.row] in HEADINGS else None


def reach_title(sheet: Sheet, stretch: Stretch, title: Value) -> Stretch:
    """Return the stretch from its title on, when that stands a little before it."""
    row = title.row
    if title.attribute or not 0 <= row < stretch.start or sheet.aside[row]:
        return stretch
    if sheet.tree.tags[row] not in HEADINGS or sheet.sizes.size(row, stretch.start) > MAX_GAP:
        return stretch
    return replace(stretch, start=row)
