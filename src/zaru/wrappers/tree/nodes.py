"""The nodes of a page as paper 2 has them (§2): names, positions, HTML attributes, values.

A node is known by its row. Rows are in document order, so they are the paper's node numbers.
The paper takes comments out before it makes the tree, so text runs that stand side by side are
one text node; it is known by the row of its first run.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

from zaru.dom import TEXT, Tree
from zaru.errors import LimitExceeded
from zaru.wrappers.record import Value, collapse

# HTML attributes by name in order of their names; a value of None is the paper's `*`.
AttributeSet = tuple[tuple[str, str | None], ...]

# How many rows can be looked at in the time that one takes to be parsed and placed. Measured on
# pages of 1,000 and 10,000 images without a text between: 1.4 against 8 to 11 microseconds.
_LOOKS_OF_A_PARSE = 7


class Nodes:
    """What is asked of the nodes of one page, for one pass over it."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.positions: list[int] = []  # Pos: the place among siblings of the same name, from 1
        self.named: dict[str, list[int]] = {}  # the nodes of each name, in document order
        self._chars_left = tree.limits.max_bytes  # of values
        counts: dict[tuple[int, str], int] = {}
        before = None
        for row, key in enumerate(zip(tree.parents, tree.tags, strict=True)):
            name = key[1]
            if key != before or name != TEXT:
                counts[key] = counts.get(key, 0) + 1
                if name in self.named:
                    self.named[name].append(row)
                else:
                    self.named[name] = [row]
            self.positions.append(counts[key])
            before = key

    def node_of(self, row: int) -> int:
        """Return the node that *row* belongs to: for a text run the first run beside it."""
        while self._continues(row):
            row -= 1
        return row

    def attribute(self, row: int, name: str) -> str | None:
        """Return one HTML attribute, "" when it is written without a value, None when absent."""
        return None if self.tree.is_text(row) else self.tree.attribute(row, name)

    def attribute_set(self, row: int) -> AttributeSet:
        """Return all HTML attributes (HAS); a text has none."""
        return () if self.tree.is_text(row) else tuple(sorted(self.tree.attributes(row).items()))

    def has_value(self, row: int, attribute: str | None = None) -> bool:
        """Say whether the node, or its HTML attribute, says more than white space."""
        if attribute is not None:
            return not _is_white(self.attribute(row, attribute) or "")
        if self.tree.is_text(row):
            return any(not _is_white(self.tree.text(run)) for run in self._runs(row))
        place = bisect_left(self._full_runs, row)
        return place < len(self._full_runs) and self._full_runs[place] < self.tree.ends[row]

    def expect_attributes(self, rows: Sequence[int]) -> None:
        """Make ready to tell the places of HTML attributes of *rows*, if they are many.

        One place costs a look at all rows up to the texts beside it, all places one more parse.
        """
        if not rows:
            return
        edges = [0, *self._full_runs, len(self.tree)]
        gaps = (bisect_left(self._full_runs, row) for row in rows)
        looks = sum(edges[gap + 1] - edges[gap] for gap in gaps)
        if looks > _LOOKS_OF_A_PARSE * len(self.tree):
            _ = self.tree.places

    def value(self, row: int, attribute: str | None = None) -> Value:
        """Return the value of a node, the texts below it joined, or that of an HTML attribute.

        Raises `LimitExceeded` when all values asked for are together longer than a page may be:
        elements that hold each other say the same text many times.
        """
        if attribute is None:
            runs = self._runs(row)
            text, span = "".join(map(self.tree.text, runs)), self.tree.run_span(runs)
        else:
            text = self.attribute(row, attribute) or ""
            span = self.tree.attribute_span(row, attribute)
        self._chars_left -= len(text)
        if self._chars_left < 0:
            limit = self.tree.limits.max_bytes
            raise LimitExceeded(f"more than {limit} characters of values")
        return Value(collapse(text), span)

    def _continues(self, row: int) -> bool:
        """Say whether *row* is a text run beside the one before it."""
        tags, parents = self.tree.tags, self.tree.parents
        is_beside_text = row > 0 and tags[row] == tags[row - 1] == TEXT
        return is_beside_text and parents[row] == parents[row - 1]

    def _runs(self, row: int) -> list[int]:
        """Return the text runs of a node, those of white space, too."""
        if not self.tree.is_text(row):
            runs = self._all_runs
            return runs[bisect_left(runs, row) : bisect_left(runs, self.tree.ends[row])]
        end = row + 1
        while end < len(self.tree) and self._continues(end):
            end += 1
        return list(range(row, end))

    @cached_property
    def _all_runs(self) -> list[int]:
        return [row for row, tag in enumerate(self.tree.tags) if tag == TEXT]

    @cached_property
    def _full_runs(self) -> list[int]:
        return [row for row in self._all_runs if not _is_white(self.tree.text(row))]


def _is_white(text: str) -> bool:
    return not text or text.isspace()
