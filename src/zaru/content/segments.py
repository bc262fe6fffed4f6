"""Segments: the parts of a block that stand together on the page.

A block of paper 5 may be in several parts: text of a `div` before and behind a `p` in it. What
a reader sees as one paragraph is a segment: text runs of one block with no block between them
and at most one `<br>` in a row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zaru.dom import BLOCK_TAGS, UNREAD_TAGS, Tree
from zaru.dom.keeping import once

if TYPE_CHECKING:
    from zaru.content._kernel import Stretches


class Segment:
    """One stretch of text of a block."""

    __slots__ = ("_number", "_rows", "_stretches", "row", "tree")

    def __init__(
        self,
        tree: Tree,
        row: int,
        rows: list[int] | None,
        stretches: Stretches | None = None,
        number: int = 0,
    ) -> None:
        """Without *rows* it is that *number* of *stretches*, which make fewer objects."""
        self.tree = tree
        self.row = row  # of the block-level element that holds it
        self._rows = rows
        self._stretches = stretches
        self._number = number

    @property
    def rows(self) -> list[int]:
        """The rows of its text runs (white ones between them, too) and of single `<br>`."""
        if self._stretches is not None:
            return self._stretches.rows(self._number)
        assert self._rows is not None
        return self._rows

    @property
    def text(self) -> str:
        """The text as a reader sees it: white space as one space, `<br>` as a line end."""
        if self.tree.tag(self.row) == "pre":
            return self.tree.literal_text(self.rows)
        return self.tree.reader_text(self.rows)

    @property
    def span(self) -> tuple[int, int]:
        """Byte offset and length from the first to the last text run."""
        span = None if self._stretches is None else self._stretches.span(self._number)
        span = span or self.tree.run_span(self.rows)
        assert span is not None  # a segment has text
        return span

    @property
    def run_spans(self) -> list[tuple[int, int]]:
        """Byte offset and length of each text run: other texts may stand between two of them."""
        return list(filter(None, map(self.tree.span, filter(self.tree.is_text, self.rows))))

    def __repr__(self) -> str:
        """Return the path and the beginning of the text."""
        return f"<Segment {self.tree.path(self.row)} {self.text[:40]!r}>"


def find_segments(tree: Tree) -> list[Segment]:
    """Return the segments of *tree* that hold more than white space, in document order."""
    return [Segment(tree, row, rows) for row, rows in _find_rows(tree)]


@once
def _find_rows(tree: Tree) -> list[tuple[int, list[int]]]:
    return tree.columns.segments(BLOCK_TAGS, UNREAD_TAGS)


def read_texts(tree: Tree, segments: list[Segment]) -> list[str]:
    """Return `Segment.text` of each of the segments of *tree*."""
    tags, read_text = tree.tags, tree.columns.read_text
    return [
        segment.text if tags[segment.row] == "pre" else read_text(segment.rows)
        for segment in segments
    ]
