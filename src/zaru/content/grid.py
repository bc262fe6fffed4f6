"""The grid of a table: which cell stands in which row and column."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import NamedTuple

from zaru.content.content import ContentBlock
from zaru.content.outline import Part
from zaru.dom import Tree

# https://html.spec.whatwg.org/multipage/tables.html#dom-tdth-colspan and -rowspan
_MAX_SPANS = {"colspan": 1000, "rowspan": 65534}
# A grid may have so many slots for each cell of the table, and so many more; all tables of 60
# pages of the bench stay far below. A sparse one would be longer than the page many times.
_SLOTS_A_CELL = 8
_FREE_SLOTS = 200
_SPAN = re.compile(r"[\t\n\f\r ]*\+?0*(\d{1,6})")
_CELLS = frozenset({"td", "th"})
_GROUPS = frozenset({"thead", "tbody", "tfoot"})


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell with kept text, and how many of the written rows and columns it covers."""

    tag: str
    blocks: list[ContentBlock]
    height: int = 1
    width: int = 1


COVERED = Cell("", [])  # stands in the slots that a cell covers, but for its first
EMPTY = Cell("td", [])  # stands where a cell is empty or was not kept


@dataclass(frozen=True, slots=True)
class Grid:
    """The rows of a table in which something was kept, with the page's columns.

    Columns behind the last kept cell are left out.
    """

    captions: list[ContentBlock]  # what stands in the table but in no cell
    rows: list[list[Cell]]
    has_header: bool  # the first row is one of column headers
    is_sparse: bool  # columns are not known: the rows are just the kept cells


class _Slot(NamedTuple):
    row: int  # of the cell in the tree
    top: int
    left: int
    height: int
    width: int


def build_grid(tree: Tree, part: Part) -> Grid:
    """Return the grid of a table part."""
    kept: dict[int, list[ContentBlock]] = {}
    for block in part.blocks:
        kept.setdefault(_cell_of(tree, block.row, part.row), []).append(block)
    captions = kept.pop(part.row, [])
    places = _Places(tree, part.row)
    slots = [slot for slot in places.slots if slot.row in kept]
    tops = sorted({slot.top for slot in slots})
    width = max((slot.left + 1 for slot in slots), default=0)
    has_header = bool(tops) and tops[0] not in places.data_rows
    is_sparse = places.is_sparse or len(tops) * width > places.limit
    rows = [[] if is_sparse else [EMPTY] * width for _ in tops]
    for slot in slots:
        top, end = bisect_left(tops, slot.top), bisect_left(tops, slot.top + slot.height)
        tag, blocks = tree.tags[slot.row], kept[slot.row]
        if is_sparse:
            rows[top].append(Cell(tag, blocks))
            continue
        columns = min(slot.width, width - slot.left)
        for row in rows[top:end]:
            row[slot.left : slot.left + columns] = [COVERED] * columns
        rows[top][slot.left] = Cell(tag, blocks, end - top, columns)
    return Grid(captions, rows, has_header, is_sparse)


class _Places:
    """Where each cell of a table stands, as the HTML standard forms a table."""

    def __init__(self, tree: Tree, table: int) -> None:
        self.slots: list[_Slot] = []
        self.data_rows: set[int] = set()  # those with a cell that is no header
        self.taken: list[int] = []  # for each column, the first row that no cell above reaches
        self.top, self.left = -1, 0
        self.is_sparse = False
        in_head = False
        for row in range(table + 1, len(tree)):
            if tree.depths[row] <= tree.depths[table]:
                break
            tag = tree.tags[row]
            if tag in _GROUPS:
                in_head, self.taken = tag == "thead", []
            elif tag == "tr":
                self.top, self.left = self.top + 1, 0
            elif tag in _CELLS:
                self._place(row, _read_span(tree, row, "rowspan"), _read_span(tree, row, "colspan"))
                if tag == "td" and not in_head:
                    self.data_rows.add(self.top)

    @property
    def limit(self) -> int:
        """How many slots a grid of so many cells may have."""
        return _FREE_SLOTS + _SLOTS_A_CELL * len(self.slots)

    def _place(self, row: int, height: int, width: int) -> None:
        left, top, taken = self.left, self.top, [] if self.is_sparse else self.taken
        while left < len(taken) and taken[left] > top:
            left += 1
        for column in range(left, min(left + width, len(taken))):
            if taken[column] > top:  # cells do not overlap: the one from above stays
                width = column - left
                break
        if left * (top + 1) > self.limit:
            self.is_sparse = True
        elif height > 1:
            taken.extend([0] * (left + width - len(taken)))
            taken[left : left + width] = [top + height] * width
        self.slots.append(_Slot(row, top, left, height, width))
        self.left = left + width


def _cell_of(tree: Tree, row: int, table: int) -> int:
    """Return the cell of *table* that holds *row*, the table itself when none does."""
    while row != table and tree.tags[row] not in _CELLS:
        row = tree.parents[row]
    return row


def _read_span(tree: Tree, row: int, name: str) -> int:
    """Return how many rows or columns a cell covers; a rowspan of 0 is the rest of its group."""
    found = _SPAN.match(tree.attribute(row, name) or "1")
    number = int(found[1]) if found else 1
    if not number:
        return _MAX_SPANS[name] if name == "rowspan" else 1
    return min(number, _MAX_SPANS[name])
