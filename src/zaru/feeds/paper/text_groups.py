"""Text groups: texts that stand together when the page is shown (paper 3, §3.3).

The line breaks between two texts are counted as a browser would make them: one for each `<br>`,
one where a block begins or ends, two where that block has space around it. So many breaks and
more part two groups; the paper does not say how many.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise, starmap
from typing import NamedTuple

from zaru.dom import BLOCK_TAGS, TEXT
from zaru.dom.shapes import Shapes
from zaru.layout.lines import rows_between

LINE, BLANK_LINE = 1, 2  # how many breaks part two groups
# Blocks with space above and below in the HTML Standard's style sheet, so that a blank line shows.
_SPACED_TAGS = frozenset(
    "blockquote dir dl fieldset figure h1 h2 h3 h4 h5 h6 hr menu ol p pre ul".split()
)


class TextGroup(NamedTuple):
    """A text group of a subtree."""

    first: int  # number of its first text in the page's order
    last: int
    top: int  # row of the smallest subtree that has the whole group
    order: int  # among the subtree's groups of the same `top`


class TextFlow:
    """The texts of a page in order, and the line breaks between them."""

    def __init__(self, shapes: Shapes) -> None:
        self.tree = shapes.tree
        self.shapes = shapes
        self.texts: list[int] = []  # rows
        self.breaks: list[int] = []  # before each text
        self._read()
        self._splits = {
            least: [place for place, count in enumerate(self.breaks) if count >= least]
            for least in (LINE, BLANK_LINE)
        }

    def range(self, row: int, end: int) -> tuple[int, int]:
        """Return the number of the first text from *row* on, and of the first from *end* on."""
        return bisect_left(self.texts, row), bisect_left(self.texts, end)

    def count_groups(self, begin: int, end: int, least: int) -> int:
        """Return how many groups the texts from *begin* to *end* make."""
        if begin >= end:
            return 0
        splits = self._splits[least]
        return 1 + bisect_left(splits, end) - bisect_left(splits, begin + 1)

    def groups(self, begin: int, end: int, least: int, limit: int) -> list[TextGroup]:
        """Return the first *limit* groups of the texts from *begin* to *end*."""
        splits = self._splits[least]
        at = bisect_left(splits, begin + 1)
        groups: list[TextGroup] = []
        orders: dict[int, int] = {}
        while begin < end and len(groups) < limit:
            stop = min(splits[at], end) if at < len(splits) else end
            # Not a text itself, though the paper's trees have texts as nodes: a paragraph would
            # be another subtree whenever a word in it is a link.
            first, last = (self.tree.parents[self.texts[place]] for place in (begin, stop - 1))
            top = self.tree.shared(first, last)
            orders[top] = orders.get(top, -1) + 1
            groups.append(TextGroup(begin, stop - 1, top, orders[top]))
            begin, at = stop, at + 1
        return groups

    def text(self, group: TextGroup) -> str:
        """Return the text of *group* as a reader sees it, line by line."""
        splits = rows_between(self._splits[LINE], group.first + 1, group.last + 1)
        return "\n".join(starmap(self._read_line, pairwise([group.first, *splits, group.last + 1])))

    def _read_line(self, begin: int, end: int) -> str:
        tree, places = self.tree, self.shapes.places
        rows = filter(tree.is_text, range(self.texts[begin], self.texts[end - 1] + 1))
        return tree.reader_text([row for row in rows if places[tree.parents[row]] >= 0])

    def _read(self) -> None:
        """Walk the seen rows once; a block counts where it begins and behind its last row."""
        tree, shapes = self.tree, self.shapes
        line_breaks = block_breaks = 0
        is_open: list[tuple[int, int]] = []  # blocks: behind which place they end, their breaks
        for place, row in enumerate(shapes.rows):
            while is_open and is_open[-1][0] <= place:
                block_breaks = max(block_breaks, is_open.pop()[1])
            tag = tree.tags[row]
            if tag == TEXT:
                self.texts.append(row)
                self.breaks.append(max(line_breaks, block_breaks))
                line_breaks = block_breaks = 0
            elif tag == "br":
                line_breaks += 1
            elif tag in BLOCK_TAGS:
                made = BLANK_LINE if tag in _SPACED_TAGS else LINE
                block_breaks = max(block_breaks, made)
                is_open.append((place + shapes.sizes[place], made))
