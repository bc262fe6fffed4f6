"""Lines: what a reader sees as one line of a page, as far as its markup says."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from zaru.dom import BLOCK_TAGS, TEXT, Tree
from zaru.dom.keeping import once
from zaru.layout.sizes import read_sizes
from zaru.layout.value import Value, collapse

_PARTS = BLOCK_TAGS | {TEXT, "br"}


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
    lines: list[Line] = []
    has_text = read_sizes(tree).has_text
    for block, runs in _group_runs(tree):
        while not has_text(runs[-1]):
            runs.pop()
        texts = list(map(tree.text, runs))
        text = spaced = " ".join("".join(texts).split())
        if len(texts) > 1:
            spaced = " ".join(" ".join(texts).split())
        lines.append(Line(runs[0], runs[-1] + 1, block, text, spaced))
    return lines


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


def _group_runs(tree: Tree) -> Iterator[tuple[int, list[int]]]:
    """Yield the block of each line and its text runs, with the white ones behind them."""
    tags, ends, chars = tree.tags, tree.ends, read_sizes(tree).chars
    runs: list[int] = []
    block = 0
    for row, tag in enumerate(tags):
        if tag not in _PARTS:
            continue
        is_full = chars[row] < chars[row + 1]
        if runs and (tag != TEXT or (is_full and row >= ends[block])):
            yield block, runs
            runs = []
        if is_full:
            block = block if runs else _find_block(tree, row)
            runs.append(row)
        elif runs and tree.text(row).isspace():
            runs.append(row)
    if runs:
        yield block, runs


def _find_block(tree: Tree, row: int) -> int:
    """Return the nearest block above *row*, else the root."""
    tags, parents = tree.tags, tree.parents
    row = parents[row]
    while row > 0 and tags[row] not in BLOCK_TAGS:
        row = parents[row]
    return row
