"""What a page hides by itself: rows that no reader sees, as far as markup says."""

from __future__ import annotations

import re

from zaru.dom import Tree
from zaru.dom.rows import Attributes

# In the whole file, so that most pages are never walked; in the value of `style`.
_MAY_HIDE = re.compile(rb"(?i)display\s*:\s*none|\shidden\b")
_HIDES = re.compile(r"(?i)(?:\A|[;\s])display\s*:\s*none")


def find_hidden(tree: Tree) -> frozenset[int]:
    """Return the rows in elements that `display:none` or `hidden` hides.

    A page that hides all of itself shows it later. Nothing in XML is hidden.
    """
    found: set[int] = set()
    if not tree.is_xml and _MAY_HIDE.search(tree.raw):
        for row, pairs in enumerate(tree.values):
            if isinstance(pairs, tuple) and row not in found and _hides(pairs):
                is_page = tree.tags[row] in ("html", "body")
                found.update(() if is_page else range(row, tree.ends[row]))
    return frozenset(found)


def _hides(pairs: Attributes) -> bool:
    return any(
        name == "hidden" or (name == "style" and value and _HIDES.search(value))
        for name, value in pairs
    )
