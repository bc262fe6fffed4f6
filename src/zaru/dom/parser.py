"""The one HTML5 parser behind `dom`, and the columns that it fills.

turbohtml hands over its finished tree node by node (`parse_into`), in document order, without
making an object for each. docs/architecture.md has the figures that chose it.
"""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from turbohtml.treebuild import parse_into

from zaru.dom.scan import WHITE
from zaru.dom.spans import Aligner, Piece
from zaru.errors import LimitExceeded
from zaru.limits import Limits
from zaru.text.encodings import Decoded
from zaru.text.offsets import is_scannable, utf8_to_raw

TEXT = "#text"  # the tag of a row that is a text run

Attributes = tuple[tuple[str, str | None], ...]
Span = tuple[int, int]  # byte offsets of the first byte and behind the last

_HTML = "http://www.w3.org/1999/xhtml"
_PREFIXES = {
    "http://www.w3.org/2000/svg": "svg:",
    "http://www.w3.org/1998/Math/MathML": "math:",
}
_NO_ROW = -1


class Columns(NamedTuple):
    """A parsed document as rows in document order; the root is row 0."""

    tags: list[str]
    parents: list[int]
    depths: list[int]
    values: list[str | Attributes]  # a text run's text, an element's attributes
    spans: dict[int, Span]  # of the text runs that are not white space, by row


class _Builder:
    """What turbohtml calls for each node: first `create_…`, then `append`, in document order.

    These calls are most of the time that a tree takes, so they do as little as they can.
    """

    __slots__ = ("aligner", "limit", "missing", "parents", "spans", "split", "tags", "values")

    def __init__(self, aligner: Aligner, limit: int) -> None:
        self.aligner = aligner
        self.limit = limit
        self.tags: list[str] = []
        self.parents: list[int] = []  # lacks the second and later rows of a split text
        self.values: list[str | Attributes] = []
        self.spans: dict[int, Span] = {}
        self.split: list[tuple[int, int]] = []  # first row and number of rows of a split text
        self.missing: list[int] = []  # rows of texts whose place is not found yet

    def create_document(self) -> int:
        return _NO_ROW

    def create_doctype(self, name: str, public_id: str | None, system_id: str | None) -> int:
        return _NO_ROW

    def create_comment(self, data: str) -> int:
        return _NO_ROW

    def create_pi(self, target: str, data: str) -> int:
        return _NO_ROW

    def create_element(self, name: str, namespace: str, attributes: Attributes) -> int:
        tags = self.tags
        row = len(tags)
        if row > self.limit:
            raise LimitExceeded(f"more than {self.limit} elements and texts")
        tags.append(name if namespace == _HTML else _PREFIXES.get(namespace, "") + name)
        self.values.append(attributes)
        return row

    def create_text(self, data: str) -> int:
        tags = self.tags
        row = len(tags)
        if data.strip(WHITE):  # white space has its place between two texts, and no span
            aligner = self.aligner
            start = aligner.place(data)
            if start < 0:
                self.add_pieces(aligner.search(data))
                return row
            self.spans[row] = (start, aligner.position)
        tags.append(TEXT)
        self.values.append(data)
        return row

    def append(self, parent: int, child: int) -> None:
        if child >= 0:
            self.parents.append(parent)

    def add_pieces(self, pieces: list[Piece]) -> None:
        """Add a row for each piece of a text."""
        self.split.append((len(self.tags), len(pieces)))
        for piece in pieces:
            row = len(self.tags)
            if piece.is_missing:
                self.missing.append(row)
            if piece.start != piece.end:
                self.spans[row] = (piece.start, piece.end)
            self.tags.append(TEXT)
            self.values.append(piece.text)

    def finish(self, max_depth: int) -> Columns:
        """Return the columns, with what could not be known while rows were added."""
        if len(self.tags) > self.limit:
            raise LimitExceeded(f"more than {self.limit} elements and texts")
        if self.missing:
            texts = [(row, str(self.values[row])) for row in self.missing]
            self.spans.update((row, (run.start, run.end)) for row, run in self.aligner.settle(texts))
        parents = _fill_split(self.parents, self.split)
        return Columns(self.tags, parents, limit_depth(parents, max_depth), self.values, self.spans)


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
    depths = [0]
    add = depths.append
    for parent in parents[1:]:
        add(depths[parent] + 1)
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
    in the source in several pieces has a row for each. White space has no span.
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
