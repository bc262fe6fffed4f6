"""Lines: what a reader sees as one line of a page, as far as its markup says."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from zaru.dom import BLOCK_TAGS, TEXT, Tree
from zaru.dom.keeping import once
from zaru.layout.sizes import read_sizes
from zaru.layout.value import Value, collapse


class Line(NamedTuple):
    """Text runs with no block's start or end and no `<br>` between them."""

    start: int  # the first row
    end: int  # the row behind the last
    block: int  # the row of the block that holds it
    text: str  # white space collapsed
    spaced: str  # the same with a space between its runs, which `</a><span>` parts for readers


@once
def read_lines(tree: Tree) -> list[Line]:
    """Return the lines of *tree* in document order; made once, and kept by it."""
    return list(map(Line._make, tree.columns.lines(read_sizes(tree).chars, BLOCK_TAGS)))


def lines_between(lines: list[Line], start: int, end: int) -> list[Line]:
    """Return those of *lines* that begin in the rows from *start* to before *end*."""
    first = bisect_left(lines, (start,))
    return lines[first : bisect_left(lines, (end,), lo=first)]


def edges_between(tree: Tree, start: int, end: int, most: int) -> Iterator[Line]:
    """Yield the first *most* lines of a stretch, then as many of the last ones from its end."""
    lines = lines_between(read_lines(tree), start, end)
    yield from lines[:most]
    yield from reversed(lines[most:][-most:])


def line_value(tree: Tree, line: Line, text: str, *, source: str | None = None) -> Value:
    """Return *text* with its place: that of *source*, or its own, which *line* holds."""
    wanted = source or text
    rows = (row for row in range(line.start, line.end) if tree.tags[row] == TEXT)
    row = next((row for row in rows if wanted in collapse(tree.text(row))), line.start)
    return Value(text, tree, row, source=source)


def rows_between(rows: list[int], start: int, end: int) -> list[int]:
    """Return those of *rows*, which are ascending, from *start* to before *end*."""
    first = bisect_left(rows, start)
    return rows[first : bisect_left(rows, end, lo=first)]
