"""Readers' comments: kept with a content or left out of it, as its reader wishes.

Whether comments are content hangs on what one wants. The model keeps them where they are what a
page is about, a thread. What a comment is, the markup says: the names that blog engines and the
vocabularies of the web give to comments (`layout.roles`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from zaru.content.content import Content, Kept
from zaru.content.segments import find_segments
from zaru.dom import Tree
from zaru.layout.roles import Role, find_roles

Wish = Literal["auto", "on", "off"]

_COMMENT = Role.COMMENT | Role.COMMENT_PART
_BESIDE = Role.BEHIND | Role.ASIDE  # forms for a comment, lists of other pages


def treat_comments(content: Content, wish: Wish) -> Content:
    """Return *content* with all comments of its page, or with none; `auto` leaves it as it is.

    >>> from zaru import extract
    >>> page = "<p>A sieve of bamboo is light.</p><div class=comment><p>It is!</p></div>"
    >>> treat_comments(extract(page), "on").text
    'A sieve of bamboo is light.\\nIt is!'
    >>> treat_comments(extract(page), "off").text
    'A sieve of bamboo is light.'
    """
    if wish == "auto":
        return content
    return _add(content) if wish == "on" else _drop(content)


def _add(content: Content) -> Content:
    """Return the content with all comments of the page."""
    tree = content.tree
    comments = _find_rows(tree, _COMMENT) - _find_rows(tree, _BESIDE)
    known = {(one.segment.row, one.segment.span): one for one in content.kept if one.text}
    kept: list[Kept] = []
    is_next = False  # the one before was kept
    for segment in find_segments(tree):
        one = known.get((segment.row, segment.span))
        if one is None and segment.row in comments:
            one = Kept(segment, segment.text)
        if one is not None:
            kept.append(one._replace(is_next=is_next))
        is_next = one is not None
    return replace(content, kept=tuple(kept))


def _drop(content: Content) -> Content:
    """Return the content without what stands in comments or in the part of the page for them."""
    comments = _find_rows(content.tree, _COMMENT | Role.COMMENTS)
    kept: list[Kept] = []
    is_whole = True  # nothing was dropped before this one
    for one in content.kept:
        if one.segment.row not in comments:
            kept.append(one._replace(is_next=one.is_next and is_whole))
        is_whole = one.segment.row not in comments
    return replace(content, kept=tuple(kept))


def _find_rows(tree: Tree, roles: int) -> set[int]:
    """Return the rows in elements that have one of these *roles*."""
    rows = set[int]()
    for row in find_roles(tree, roles):
        if row not in rows:  # what is inside another is known already
            rows.update(range(row, tree.end(row)))
    return rows
