"""What a page hides by itself: rows that no reader sees, as far as markup says."""

from __future__ import annotations

import re

from zaru.dom import TEXT, Tree

# In the whole file, so that most pages are never walked; in the value of `style`.
_MAY_HIDE = re.compile(rb"(?i)display\s*:\s*none|\shidden\b")
_HIDES = re.compile(r"(?i)(?:\A|[;\s])display\s*:\s*none")


def find_hidden(tree: Tree) -> frozenset[int]:
    """Return the rows in elements that `display:none` or `hidden` hides.

    A page that hides all of itself shows it later. Nothing in XML is hidden.
    """
    found: set[int] = set()
    if not tree.is_xml and _MAY_HIDE.search(tree.raw):
        for row, (tag, parent) in enumerate(zip(tree.tags, tree.parents, strict=True)):
            if parent in found or (tag not in (TEXT, "html", "body") and _is_hidden(tree, row)):
                found.add(row)
    return frozenset(found)


def _is_hidden(tree: Tree, row: int) -> bool:
    style = tree.attribute(row, "style")
    return tree.attribute(row, "hidden") is not None or bool(style and _HIDES.search(style))
