"""Attributes: the elements of a page by the names of their attributes, read once for all rooms."""

from __future__ import annotations

from collections import defaultdict

from zaru.dom import TEXT, Tree
from zaru.dom.keeping import once

Attributed = dict[str, list[tuple[int, str]]]


@once
def read_attributes(tree: Tree) -> Attributed:
    """Return by each name the rows that have it, in document order, with what it says.

    Made once, and kept by the tree. A name that no element has is not among them.
    """
    found: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    pairs_of = tree.pairs
    for row, tag in enumerate(tree.tags):
        if tag != TEXT:
            for name, value in pairs_of(row):
                found[name].append((row, value or ""))
    return dict(found)
