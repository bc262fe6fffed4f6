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
from zaru.corpus.posts.parts import find_names, names_page
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
from zaru.layout.outline import Outline
from zaru.layout.records import make_list_at
from zaru.layout.roles import Role
from zaru.layout.value import Value, element_text

# Set by hand, as the numbers of `stretches`.
_LONE_SHARE = 0.5  # of the page's text outside of side bars that such a post's element holds
_MAX_NAMES = 2  # titles that show a part of the page's title: the site's and the post's
_MAX_KINDS = 6  # kinds of titles that are tried, those with the most text first
_MIN_TITLES = 2
_MAX_TITLE = 200  # characters


def find_stretches(outline: Outline) -> list[Stretch]:
    """Return the stretches of the posts in document order; comments are in none of them."""
    found = leave_comments(outline, find_elements(outline))
    if len(found) > 1:
        return found if is_list_of_posts(outline, found) else find_dated(outline, found)
    if not found:
        return _find_series(outline)
    return [] if lists_links(outline, found[0]) else found


def _find_series(outline: Outline) -> list[Stretch]:
    """Return the posts of a page by their titles; none where no titles repeat."""
    tried = [_lay_out(outline, titles) for titles in _find_kinds(outline)]
    tried.sort(key=lambda ones: -sum(outline.sizes.size(one.start, one.end) for one in ones))
    found: list[Stretch] = []
    for stretches in tried[:_MAX_KINDS]:
        dated = add_days(outline, leave_comments(outline, stretches))
        if len(dated) == 1 < len(stretches) and not found and is_dated(outline, dated[0]):
            return dated  # the others are comments on it
        if len(dated) > max(len(found), _MIN_TITLES - 1) and is_list_of_posts(outline, dated):
            found = dated
    return found


def _find_kinds(outline: Outline) -> list[list[int]]:
    """Return the rows of titles that look alike, the most frequent looks first."""
    tree = outline.tree
    ends = {line.block for line in find_ends(outline)}
    kinds: defaultdict[tuple[str | None, ...], list[int]] = defaultdict(list)
    for row in sorted({*Head(tree).headings, *outline.find(Role.TITLE)}):
        if outline.aside[row] or is_inside(outline, row) or row in ends:
            continue
        if 0 < outline.held[row] <= _MAX_TITLE:
            kind = tree.tags[row], tree.attribute(row, "class"), tree.tags[tree.parents[row]]
            kinds[kind].append(row)
    series = [rows for rows in kinds.values() if len(rows) >= _MIN_TITLES]
    series.sort(key=len, reverse=True)
    return series[: 2 * _MAX_KINDS]


def _lay_out(outline: Outline, titles: list[int]) -> list[Stretch]:
    """Return the stretches of titles."""
    records = make_list_at(outline, [(row, outline.ends[row]) for row in titles])
    return [Stretch(one.start, cut(outline, one.start, one.end)) for one in records]


def find_lone(outline: Outline, title: Value | None) -> Stretch | None:
    """Return the post of a page without marks that has one: from its title to its end.

    *title* is the page's; a heading must show it, or there is no telling.
    """
    row = _find_heading(outline, title)
    if row is None:
        return None
    holder = row
    least = _LONE_SHARE * outline.main_size
    while holder > 0 and outline.sizes.size(row, outline.ends[holder]) < least:
        holder = outline.tree.parents[holder]
    end = cut(outline, row, outline.ends[holder])
    end = _end_text(outline, row, end)
    linked = outline.sizes.link_size(row, end)
    stretch = Stretch(row, end)
    if outline.sizes.size(row, end) - linked < MIN_CHARS or lists_links(outline, stretch):
        return None
    return add_days(outline, [stretch])[0]


def _end_text(outline: Outline, start: int, end: int) -> int:
    """Return where the side bars behind a text begin; those before most of it are inside."""
    sizes, aside = outline.sizes, outline.aside
    own = [0 if aside[row] else sizes.size(row, row + 1) for row in range(start, end)]
    total, before = sum(own), 0
    for row, size in zip(range(start, end), own, strict=True):
        before += size
        if aside[row] and 2 * before > total:
            return row
    return end


def _find_heading(outline: Outline, title: Value | None) -> int | None:
    """Return the heading that shows the title of the page; None without one.

    Of two, the first is the site's name.
    """
    tree = outline.tree
    texts: dict[str, int] = {}
    for row in sorted({*Head(tree).headings, *outline.find(Role.TITLE)}):
        if not outline.aside[row] and len(texts) < _MAX_NAMES:
            text = element_text(tree, row)
            if names_page(outline, text):
                texts.setdefault(text, row)
    names = find_names(outline)
    exact = [row for text, row in texts.items() if comparable(text) in names]
    if texts:
        return (exact or list(texts.values()))[-1]
    if title is None or title.row <= 0 or title.attribute or outline.aside[title.row]:
        return None
    return title.row if tree.tags[title.row] in HEADINGS else None


def reach_title(outline: Outline, stretch: Stretch, title: Value) -> Stretch:
    """Return the stretch from its title on, when that stands a little before it."""
    row = title.row
    if title.attribute or not 0 <= row < stretch.start or outline.aside[row]:
        return stretch
    if outline.tree.tags[row] not in HEADINGS or outline.sizes.size(row, stretch.start) > MAX_GAP:
        return stretch
    return replace(stretch, start=row)
