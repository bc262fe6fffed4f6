"""Authors: who wrote a stretch of a page, as its elements and its bylines say."""

from __future__ import annotations

from zaru.dom import Tree
from zaru.layout.bylines import MAX_BYLINE, clean_name, read_labelled_name
from zaru.layout.lines import edges_between, line_value, rows_between
from zaru.layout.roles import Role, find_roles
from zaru.layout.value import Value, element_text

MAX_ELEMENTS = 10  # of one role in a stretch that are read: real posts have few, attacks many
# Lines at either end of a stretch where a byline is the post's, not one that its text speaks of.
EDGE_LINES = 8


def find_author(tree: Tree, start: int, end: int) -> Value | None:
    """Return the author that the rows from *start* to before *end* name; None without one."""
    for row in find_roles(tree, Role.AUTHOR, start, end)[:MAX_ELEMENTS]:
        for one in (*_names_in(tree, row, end), row):
            if value := _read_author(tree, one):
                return value
    for line in edges_between(tree, start, end, EDGE_LINES):
        if len(line.spaced) <= MAX_BYLINE and (name := read_labelled_name(line.spaced)):
            return line_value(tree, line, name)
    return None


def _names_in(tree: Tree, row: int, end: int) -> list[int]:
    """Return what names an author in an author's element: the parts of it that are called so, each
    after the link in it, then links.

    What stands first is the name; a rank or "Topic author" follows it.
    """
    stop = min(end, tree.ends[row])
    named = find_roles(tree, Role.AUTHOR, row + 1, stop)[:MAX_ELEMENTS]
    links, found = tree.rows_of("a"), list[int]()
    for one, following in zip(named, [*named[1:], stop], strict=False):
        if tree.ends[one] <= following:  # none of them is in it
            found += [*rows_between(links, one + 1, tree.ends[one])[:1], one]
    return [*found, *reversed(named), *rows_between(links, row + 1, stop)[:2]]


def _read_author(tree: Tree, row: int) -> Value | None:
    written = tree.attribute(row, "content") if tree.tags[row] == "meta" else None
    name = clean_name(element_text(tree, row, " ") if written is None else written)
    return Value(name, tree, row, "content" if written else None) if name else None
