"""Lines: what a reader sees as one line of a page, as far as its markup says."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from zaru.dom import BLOCK_TAGS, TEXT, Tree
from zaru.layout.sizes import read_sizes


@dataclass(frozen=True, slots=True)
class Line:
    """Text runs with no block's start or end and no `<br>` between them."""

    start: int  # the first row
    end: int  # the row behind the last
    block: int  # the row of the block that holds it
    text: str  # white space collapsed
    spaced: str  # the same with a space between its runs, which `</a><span>` parts for readers


def read_lines(tree: Tree) -> list[Line]:
    """Return the lines of *tree* in document order; made once, and kept by it."""
    return tree.once(_find_lines)


def lines_between(lines: list[Line], start: int, end: int) -> list[Line]:
    """Return those of *lines* that begin in the rows from *start* to before *end*."""
    first = bisect_left(lines, start, key=lambda line: line.start)
    return lines[first : bisect_left(lines, end, lo=first, key=lambda line: line.start)]


def _find_lines(tree: Tree) -> list[Line]:
    sizes = read_sizes(tree)
    blocks: list[int] = []  # the block of each row
    lines: list[Line] = []
    current: list[int] = []  # text runs, with white ones between them

    def close() -> None:
        runs = [row for row in current if sizes.has_text(row)]
        if runs:
            text, spaced = (
                " ".join(gap.join(map(tree.text, current)).split()) for gap in ("", " ")
            )
            lines.append(Line(runs[0], runs[-1] + 1, blocks[runs[0]], text, spaced))
        current.clear()

    for row, tag in enumerate(tree.tags):
        parent = tree.parents[row]
        is_block = tag in BLOCK_TAGS
        blocks.append(row if is_block or parent < 0 else blocks[parent])
        if is_block or tag == "br":
            close()
        elif tag == TEXT and (sizes.has_text(row) or (current and tree.text(row).isspace())):
            if current and blocks[current[0]] != blocks[row]:
                close()
            current.append(row)
    close()
    return lines
