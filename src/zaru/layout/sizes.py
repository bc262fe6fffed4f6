"""Sizes: how much text the rows of a page hold, and how much of it is in links.

Rows are in document order, so that sums over rows tell what any range of them holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import sub

from zaru.dom import UNREAD_TAGS, Tree
from zaru.dom.keeping import once


@dataclass(frozen=True, slots=True)
class Sizes:
    """Characters of a page that readers see, white space not counted."""

    chars: list[int]  # before each row; one more entry than rows
    link_chars: list[int]  # those inside links
    free_chars: list[int]  # the others

    def size(self, start: int, end: int) -> int:
        """Return the number of characters in the rows from *start* to before *end*."""
        return self.chars[end] - self.chars[start]

    def link_size(self, start: int, end: int) -> int:
        """Return the number of characters in links in the rows from *start* to before *end*."""
        return self.link_chars[end] - self.link_chars[start]

    def free_size(self, start: int, end: int) -> int:
        """Return the number of characters outside of links in the rows."""
        return self.free_chars[end] - self.free_chars[start]

    def link_share(self, start: int, end: int) -> float:
        """Return the share of the characters of the rows that are in links."""
        size = self.size(start, end)
        return self.link_size(start, end) / size if size else 0.0

    def has_text(self, row: int) -> bool:
        """Say whether *row* is a text run that is read and not white."""
        return self.chars[row + 1] > self.chars[row]


@once
def read_sizes(tree: Tree) -> Sizes:
    """Return the sizes of *tree*; made once, and kept by it."""
    chars, link_chars = tree.columns.sizes(UNREAD_TAGS)
    return Sizes(chars, link_chars, list(map(sub, chars, link_chars)))


def find_median(sizes: Iterable[int]) -> float:
    """Return the middle of some sizes; `statistics` takes ten milliseconds to import.

    >>> find_median([5, 1, 2]), find_median([5, 1, 2, 4])
    (2, 3.0)
    """
    ordered = sorted(sizes)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
