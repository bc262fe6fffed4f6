"""HTML without the kernel: turbohtml's tree, whose texts and elements are then found in the file.

turbohtml hands over its finished tree node by node (`parse_into`), in document order, without
making an object for each. Where the elements stand it tells only in a second parse, made when
somebody asks. The kernel makes the same columns in one parse; in tests this is its oracle.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Set
from itertools import chain
from typing import TYPE_CHECKING, NoReturn

from turbohtml import Element, SourceLocation, parse
from turbohtml.treebuild import parse_into

from zaru.dom.columns import TEXT, Attributes, Lists, Span, limit_depth
from zaru.dom.places import Place
from zaru.dom.scan import WHITE
from zaru.dom.spans import Aligner
from zaru.dom.unclosed import find_unclosed
from zaru.errors import LimitExceeded
from zaru.limits import Limits
from zaru.text.codes import is_scannable
from zaru.text.encodings import Decoded
from zaru.text.offsets import line_offsets, utf8_to_raw

if TYPE_CHECKING:
    from zaru.dom.tree import Tree

HTML = "http://www.w3.org/1999/xhtml"
PREFIXES = {
    "http://www.w3.org/2000/svg": "svg:",
    "http://www.w3.org/1998/Math/MathML": "math:",
}
_NO_ROW = -1
LineColumn = tuple[int, int]


def parse_aligned(raw: bytes, decoded: Decoded, limits: Limits) -> Lists:
    """Return the rows of the HTML5 document *raw* as `parser.parse_html` promises them.

    A text that is found nowhere is `unplaced`: it spans the bytes between its neighbours.
    """
    can_scan = is_scannable(decoded.codec)
    if can_scan:
        aligner = Aligner(raw, decoded.codec, decoded.start)
    else:
        aligner = Aligner(decoded.text.encode("utf-8", "surrogatepass"), "utf-8")
    rows = _Rows(aligner, limits.max_nodes)
    parse_into(decoded.text, rows)
    lists = rows.finish(limits.max_depth)
    if can_scan:
        return lists._replace(unclosed=find_unclosed(raw))
    to_raw = utf8_to_raw(raw, decoded, chain.from_iterable(lists.spans.values()))
    spans = {row: (to_raw[start], to_raw[end]) for row, (start, end) in lists.spans.items()}
    return lists._replace(spans=spans)


class _Rows:
    """Rows in document order. For each node turbohtml calls first `create_…`, then `append`."""

    def __init__(self, aligner: Aligner, limit: int) -> None:
        self.aligner = aligner
        self.limit = limit
        self.tags: list[str] = []
        self.parents: list[int] = []  # lacks the second and later rows of a split text
        self.values: list[str | Attributes] = []
        self.spans: dict[int, Span] = {}
        self.split: list[tuple[int, int]] = []  # first row and number of rows of a split text
        self.missing: list[int] = []  # rows of texts whose place is not found yet

    def create_document(self, *_: object) -> int:
        """Return the row of what has none: the document, a doctype, a comment, an instruction."""
        return _NO_ROW

    create_doctype = create_comment = create_pi = create_document

    def create_element(self, name: str, namespace: str, attributes: Attributes) -> int:
        tags = self.tags
        row = len(tags)
        if row > self.limit:
            self.refuse_rows()
        tags.append(name if namespace == HTML else PREFIXES.get(namespace, "") + name)
        self.values.append(attributes)
        return row

    def create_text(self, data: str) -> int:
        tags = self.tags
        row = len(tags)
        if data.strip(WHITE):  # white space has its place between two texts, and no span
            start = self.aligner.place(data)
            if start < 0:
                return self.add_pieces(data)
            self.spans[row] = (start, self.aligner.position)
        tags.append(TEXT)
        self.values.append(data)
        return row

    def append(self, parent: int, child: int) -> None:
        if child >= 0:
            self.parents.append(parent)

    def add_pieces(self, data: str) -> int:
        """Add a row for each piece of a text that is not simply the next one of the source."""
        first = len(self.tags)
        pieces = self.aligner.search(data)
        self.split.append((first, len(pieces)))
        for piece in pieces:
            if piece.is_missing:
                self.missing.append(len(self.tags))
            if piece.start != piece.end:
                self.spans[len(self.tags)] = (piece.start, piece.end)
            self.tags.append(TEXT)
            self.values.append(piece.text)
        return first

    def refuse_rows(self) -> NoReturn:
        """Raise `LimitExceeded`."""
        raise LimitExceeded(f"more than {self.limit} elements and texts")

    def finish(self, max_depth: int) -> Lists:
        """Return the rows, with what could not be known while they were added."""
        if len(self.tags) > self.limit:
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
        return Lists(self.tags, parents, depths, self.values, self.spans, unplaced)

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


def locate_elements(tree: Tree) -> dict[int, Place]:
    """Return the places of the elements of an HTML tree, by row."""
    rows = [row for row in range(len(tree)) if not tree.is_text(row)]
    nodes = parse(tree.decoded.text, source_locations=True).descendants
    elements = (node for node in nodes if isinstance(node, Element))
    locations = {
        row: location
        for row, element in zip(rows, elements, strict=True)
        if (location := element.source_location) is not None
    }
    corners = {row: _corners(location) for row, location in locations.items()}
    offsets = line_offsets(tree.raw, tree.decoded, set(chain.from_iterable(corners.values())))
    starts = {row: offsets[first] for row, (first, _) in corners.items()}
    ends = {row: offsets[last] for row, (_, last) in corners.items()}
    closed = {row for row, location in locations.items() if location.end_tag is not None}
    _widen(tree, starts, ends, locations.keys(), closed)
    return {row: Place(starts[row], ends[row], row in locations) for row in rows if row in starts}


def _corners(location: SourceLocation) -> tuple[LineColumn, LineColumn]:
    """Return line and column of an element's first corner and of the end of its last tag."""
    tag, end_tag = location.start_tag, location.end_tag
    last = tag if end_tag is None else end_tag
    return (tag.start_line, tag.start_col), (last.end_line, last.end_col)


def _widen(
    tree: Tree, starts: dict[int, int], ends: dict[int, int], written: Set[int], closed: Set[int]
) -> None:
    """Let an element without an end tag end where its content ends, from the leaves upwards.

    An element that is not written begins where its content begins, too.
    """
    for row in range(len(tree) - 1, 0, -1):
        parent = tree.parents[row]
        if row in tree.unplaced:
            continue
        if row in tree.spans:
            start, end = tree.spans[row]
        elif row in starts:
            start, end = starts[row], ends[row]
        else:
            continue
        if parent not in written:
            starts[parent] = min(start, starts.get(parent, start))
        if parent not in closed:
            ends[parent] = max(end, ends.get(parent, end))
