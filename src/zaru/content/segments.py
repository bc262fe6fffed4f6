"""Segments: the parts of a block that stand together on the page.

A block of paper 5 may be in several parts: text of a `div` before and behind a `p` in it. What
a reader sees as one paragraph is a segment: text runs of one block with no block between them
and at most one `<br>` in a row.
"""

from __future__ import annotations

import re

from zaru.dom import BLOCK_TAGS, TEXT, Tree

# Elements whose text is not read on the page: code, form values, what stands in for media.
UNREAD_TAGS = frozenset(
    """
    script style template select option datalist textarea button iframe object embed applet
    audio video canvas map svg:svg math:math noembed noframes title rp
    """.split()
)
_WHITE = re.compile(r"[\t\n\f\r ]+")
_BREAK = "\0"  # stands for <br> while a text is put together: parsed text has no NUL
_AROUND_BREAK = re.compile(f" *{_BREAK} *")


class Segment:
    """One stretch of text of a block."""

    __slots__ = ("row", "rows", "tree")

    def __init__(self, tree: Tree, row: int, rows: list[int]) -> None:
        self.tree = tree
        self.row = row  # of the block-level element that holds it
        self.rows = rows  # of its text runs (white ones between them, too) and of single <br>

    @property
    def text(self) -> str:
        """The text as a reader sees it: white space as one space, `<br>` as a line end."""
        tree = self.tree
        parts = [tree.text(row) if tree.is_text(row) else _BREAK for row in self.rows]
        if tree.tags[self.row] == "pre":
            return "".join(parts).replace(_BREAK, "\n").strip("\n")
        joined = _WHITE.sub(" ", "".join(parts)).strip(" ")
        return _AROUND_BREAK.sub("\n", joined) if _BREAK in joined else joined

    @property
    def span(self) -> tuple[int, int]:
        """Byte offset and length from the first to the last text run."""
        spans = [self.tree.spans[row] for row in self.rows if row in self.tree.spans]
        start = min(begin for begin, _ in spans)
        return self.tree.trim(start, max(end for _, end in spans))

    def __repr__(self) -> str:
        """Return the path and the beginning of the text."""
        return f"<Segment {self.tree.path(self.row)} {self.text[:40]!r}>"


def find_segments(tree: Tree) -> list[Segment]:
    """Return the segments of *tree* that hold more than white space, in document order."""
    segments: list[Segment] = []
    owners: list[int] = []  # of each row: its block, -1 where nothing is read
    rows: list[int] = []
    current = -1  # the block that `rows` belongs to
    breaks = 0

    def close() -> None:
        nonlocal rows
        while rows and rows[-1] not in tree.spans:
            rows.pop()
        if rows:
            segments.append(Segment(tree, current, rows))
        rows = []

    for row, (tag, parent) in enumerate(zip(tree.tags, tree.parents, strict=True)):
        owner = owners[parent] if row else -1
        if tag == TEXT:
            if owner >= 0 and (row in tree.spans or rows):
                if owner != current:
                    close()
                    current = owner
                if row in tree.spans:
                    breaks = 0
                    rows.append(row)
                elif rows:
                    rows.append(row)
        elif tag in UNREAD_TAGS:
            owner = -1
        elif tag in BLOCK_TAGS:
            close()
            breaks = 0
            if owner >= 0 or tag == "body":
                owner = row
        elif tag == "br":
            breaks += 1
            if breaks > 1:
                close()
            elif rows and owner == current:
                rows.append(row)
        owners.append(owner)
    close()
    return segments
