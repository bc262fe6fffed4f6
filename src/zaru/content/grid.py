"""The grid of a table: which cell stands in which row and column."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Set
from typing import NamedTuple

from zaru.content.content import ContentBlock
from zaru.content.outline import Part
from zaru.content.roles import CELLS
from zaru.dom import Tree
from zaru.dom.scan import WHITE

# https://html.spec.whatwg.org/multipage/tables.html#dom-tdth-colspan and -rowspan
_MAX_SPANS = {"colspan": 1000, "rowspan": 65534}
# A grid may have so many slots for each cell of its table, and so many more: made ones would be
# longer than their page many times. Of 825 data tables of the bench none needs one slot a cell.
_SLOTS_A_CELL = 8
_FREE_SLOTS = 200
_SPAN = re.compile(r"[\t\n\f\r ]*\+?0*(\d{1,6})")


class Cell(NamedTuple):
    """A cell, its first slot, and how many rows and columns it covers."""

    row: int  # in the tree; -1 for a slot without a cell
    top: int = 0
    left: int = 0
    height: int = 1
    width: int = 1
    is_header: bool = False  # of a column or a row, as the markup says
    blocks: tuple[ContentBlock, ...] = ()  # what was kept of it


EMPTY = Cell(-1)  # stands where a cell is empty or was not kept
COVERED = Cell(-1, left=-1)  # stands in the slots that a cell covers, but for its first


class Grid(NamedTuple):
    """The rows of a table in which something was kept, with the page's columns.

    Columns behind the last kept cell are left out. There are no rows where there is but one
    column, and where most slots would have no cell.
    """

    rows: list[list[Cell]]
    has_header: bool  # the first row is one of column headers
    others: list[ContentBlock]  # what is kept and in no cell of the rows: captions


def build_grid(tree: Tree, part: Part) -> Grid:
    """Return the grid of a table part."""
    kept: dict[int, list[ContentBlock]] = {}
    for block in part.blocks:
        kept.setdefault(find_above(tree, block, part.row, CELLS), []).append(block)
    places = _place_cells(tree, part.row)
    cells = [cell for cell in places if cell.row in kept]
    tops = sorted({cell.top for cell in cells})
    width = max((cell.left + 1 for cell in cells), default=0)
    if width < 2 or len(tops) * width > _FREE_SLOTS + _SLOTS_A_CELL * len(places):
        return Grid([], False, part.blocks)
    rows = [[EMPTY] * width for _ in tops]
    for cell in cells:
        top, end = bisect_left(tops, cell.top), bisect_left(tops, cell.top + cell.height)
        columns = min(cell.width, width - cell.left)
        for row in rows[top:end]:
            row[cell.left : cell.left + columns] = [COVERED] * columns
        blocks = tuple(kept[cell.row])
        rows[top][cell.left] = cell._replace(height=end - top, width=columns, blocks=blocks)
    first = (cell for cell in places if cell.top == tops[0])  # its corner is often an empty td
    has_header = all(cell.is_header or _is_blank(tree, cell.row) for cell in first)
    return Grid(rows, has_header, kept.get(part.row, []))


def find_above(tree: Tree, block: ContentBlock, table: int, tags: Set[str]) -> int:
    """Return the element with one of *tags* that holds *block*, *table* itself for none in it."""
    row = block.row
    while row > table and tree.tag(row) not in tags:
        row = tree.parent(row)
    return max(row, table)


def _place_cells(tree: Tree, table: int) -> list[Cell]:
    """Return the cells of a table in order, as the HTML standard forms it; none of a sparse one."""
    cells: list[Cell] = []
    taken: list[int] = []  # for each column, the first row that no cell above reaches
    top, left, in_head = -1, 0, False
    for row in range(table + 1, tree.end(table)):
        tag = tree.tag(row)
        if tag in ("thead", "tbody", "tfoot"):
            taken, in_head = [], tag == "thead"
        elif tag == "tr":
            top, left = top + 1, 0
        elif tag in CELLS:
            height, width = _read_span(tree, row, "rowspan"), _read_span(tree, row, "colspan")
            left, width = _find_room(taken, top, left, width)
            if left * (top + 1) > _FREE_SLOTS + _SLOTS_A_CELL * len(cells):
                return []
            if height > 1:
                taken += [0] * (left + width - len(taken))
                taken[left : left + width] = [top + height] * width
            cells.append(Cell(row, top, left, height, width, in_head or tag == "th"))
            left += width
    return cells


def _is_blank(tree: Tree, cell: int) -> bool:
    texts = (tree.text(row) for row in range(cell, tree.end(cell)) if tree.is_text(row))
    return not any(text.strip(WHITE) for text in texts)


def _find_room(taken: list[int], top: int, left: int, width: int) -> tuple[int, int]:
    """Return the first free column from *left* and how many of *width* are free behind it."""
    while left < len(taken) and taken[left] > top:
        left += 1
    end = min(left + width, len(taken))
    return left, next((n - left for n in range(left, end) if taken[n] > top), width)


def _read_span(tree: Tree, row: int, name: str) -> int:
    """Return how many rows or columns a cell covers; a rowspan of 0 is the rest of its group."""
    found = _SPAN.match(tree.attribute(row, name) or "")
    number = int(found[1]) if found else 1
    least = _MAX_SPANS[name] if name == "rowspan" else 1
    return min(number or least, _MAX_SPANS[name])
