"""The one HTML5 parser behind `dom`, and the columns that it fills.

turbohtml hands over its finished tree node by node (`parse_into`), in document order, without
making an object for each. docs/architecture.md has the figures that chose it.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain
from typing import NamedTuple, NoReturn

from turbohtml.treebuild import parse_into

from zaru.dom.rows import TEXT, Attributes, Span
from zaru.dom.spans import Aligner
from zaru.errors import LimitExceeded
from zaru.limits import Limits
from zaru.text.codes import is_scannable
from zaru.text.encodings import Decoded
from zaru.text.offsets import utf8_to_raw

try:
    from zaru.dom._kernel import Rows, count_depths
except ImportError:  # installed without a compiler
    from zaru.dom.rows import Rows, count_depths


class Columns(NamedTuple):
    """A parsed document as rows in document order; the root is row 0."""

    tags: list[str]
    parents: list[int]
    depths: list[int]
    values: list[str | Attributes]  # a text run's text, an element's attributes
    spans: dict[int, Span]  # of the text runs that are not white space, by row
    unplaced: frozenset[int] = frozenset()  # rows whose span only covers where the text must stand


class _Builder(Rows):
    """Rows, and what is rare about them: texts that stand elsewhere or in pieces, limits."""

    def __init__(self, aligner: Aligner, limit: int) -> None:
        super().__init__(aligner, limit)
        self.max_nodes = limit
        self.split: list[tuple[int, int]] = []  # first row and number of rows of a split text
        self.missing: list[int] = []  # rows of texts whose place is not found yet

    def add_written(self, data: str, begin: int) -> int:
        """Add a text that the file does not have as it is at *begin*, where texts go on."""
        start = self.aligner.read(data, begin)
        if start < 0:
            return self.add_text(data)
        self.add_row(data, (start, self.aligner.position))
        return len(self.tags) - 1

    def add_text(self, data: str) -> int:
        """Add a row for each piece of a text that is not simply the next one of the source."""
        first = len(self.tags)
        pieces = self.aligner.search(data)
        self.split.append((first, len(pieces)))
        for piece in pieces:
            if piece.is_missing:
                self.missing.append(len(self.tags))
            self.add_row(piece.text, (piece.start, piece.end))
        return first

    def add_row(self, text: str, span: Span) -> None:
        """Add one row for a text run."""
        if span[0] != span[1]:
            self.spans[len(self.tags)] = span
        self.tags.append(TEXT)
        self.values.append(text)

    def refuse_rows(self) -> NoReturn:
        """Raise `LimitExceeded`."""
        raise LimitExceeded(f"more than {self.max_nodes} elements and texts")

    def finish(self, max_depth: int) -> Columns:
        """Return the columns, with what could not be known while rows were added."""
        if len(self.tags) > self.max_nodes:
            self.refuse_rows()
        if self.missing:
            texts = [(row, str(self.values[row])) for row in self.missing]
            found = list(self.aligner.settle(texts, self.spans.values()))
            self.spans.update((row, (run.start, run.end)) for row, run in found)
        unplaced = frozenset(row for row in self.missing if row not in self.spans)
        if unplaced:
            self.spans.update(self.cover(unplaced))
        parents = _fill_split(self.parents, self.split)
        depths = limit_depth(parents, max_depth)
        return Columns(self.tags, parents, depths, self.values, self.spans, unplaced)

    def cover(self, unplaced: frozenset[int]) -> dict[int, Span]:
        """Return for each of these texts the stretch between the texts before and behind it.

        No text is left without a span, so none is lost in the rooms above, which go by spans.
        """
        rows, size, covered = sorted(self.spans), len(self.aligner.source), {}
        for row in unplaced:
            place = bisect_left(rows, row)
            before = self.spans[rows[place - 1]] if place else (0, self.aligner.start)
            behind = self.spans[rows[place]] if place < len(rows) else (size, size)
            covered[row] = (before[1], behind[0])
            if before[1] >= behind[0]:  # one of them was moved, or they touch
                covered[row] = (min(before[0], behind[0]), max(before[1], behind[1]))
        return covered


def _fill_split(parents: list[int], split: list[tuple[int, int]]) -> list[int]:
    """Return *parents* with an entry for each row of a split text."""
    filled: list[int] = []
    done = 0
    for row, count in split:
        stop = row - len(filled) + done + 1
        filled += parents[done:stop]
        filled += [parents[stop - 1]] * (count - 1)
        done = stop
    return filled + parents[done:]


def limit_depth(parents: list[int], max_depth: int) -> list[int]:
    """Return the depth of each row, moving in *parents* what is too deep to an ancestor."""
    depths = count_depths(parents)
    if max(depths) <= max_depth:
        return depths
    for row in range(1, len(parents)):
        parent = parents[row]
        if depths[parent] >= max_depth:
            parent = parents[row] = parents[parent]
        depths[row] = depths[parent] + 1
    return depths


def parse_html(raw: bytes, decoded: Decoded, limits: Limits) -> Columns:
    """Return the columns of the HTML5 document *raw*, parsed with scripting off.

    Comments, doctypes and processing instructions have no row. Elements of SVG and MathML
    have a prefix: `svg:a`. The content of a `<template>` stands under it. A text that stands
    in the source in several pieces has a row for each. White space has no span. A text that is
    found nowhere is `unplaced`: it spans the bytes between its neighbours.
    """
    can_scan = is_scannable(decoded.codec)
    if can_scan:
        aligner = Aligner(raw, decoded.codec, decoded.start)
    else:
        aligner = Aligner(decoded.text.encode("utf-8", "surrogatepass"), "utf-8")
    builder = _Builder(aligner, limits.max_nodes)
    parse_into(decoded.text, builder)
    columns = builder.finish(limits.max_depth)
    if can_scan:
        return columns
    to_raw = utf8_to_raw(raw, decoded, chain.from_iterable(columns.spans.values()))
    spans = {row: (to_raw[start], to_raw[end]) for row, (start, end) in columns.spans.items()}
    return columns._replace(spans=spans)
