"""What a page hides by itself: rows that no reader sees, as far as markup says."""

from __future__ import annotations

import re

from zaru.dom import Tree

_HIDES = re.compile(r"(?i)(?:\A|[;\s])display\s*:\s*none")


def find_hidden(tree: Tree) -> frozenset[int]:
    """Return the rows in elements that `display:none` or `hidden` hides.

    A page that hides all of itself shows it later. Nothing in XML is hidden.
    """
    if tree.is_xml:
        return frozenset()
    rows = [row for row, _ in tree.having("hidden")]
    rows += [row for row, style in tree.having("style") if _HIDES.search(style)]
    found: set[int] = set()
    for row in sorted(rows):
        if row not in found and tree.tags[row] not in ("html", "body"):
            found.update(range(row, tree.ends[row]))
    return frozenset(found)
