"""Where the elements and attribute values of a tree stand in the file.

The parser knows (`source_locations`), but telling for every element costs more than the whole
tree; so the page is parsed once more when somebody asks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Set
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from turbohtml import Element, SourceLocation, parse

from zaru.dom.scan import iter_attributes, iter_start_tags, tag_end
from zaru.text.codes import is_scannable
from zaru.text.offsets import line_offsets

if TYPE_CHECKING:
    from zaru.dom.tree import Tree

LineColumn = tuple[int, int]


class Place(NamedTuple):
    """Where an element stands, in bytes of the file."""

    start: int
    end: int
    is_written: bool  # False for one that the parser implied: it spans what it holds


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


def attribute_spans(tree: Tree, row: int) -> dict[str, tuple[int, int]]:
    """Return offset and length of the values that the start tag of *row* writes, by name."""
    start = find_start_tag(tree, row)
    if start is None:
        return {}
    source, begins = tree.markup
    found: dict[str, tuple[int, int]] = {}
    for name, first, last in iter_attributes(source, bisect_left(begins, start)):
        key = name.decode("ascii", "replace")
        span = begins[first], begins[last] - begins[first]
        found.setdefault(key if tree.is_xml else key.lower(), span)
    return found


def start_tag_span(tree: Tree, row: int) -> tuple[int, int] | None:
    """Return offset and length of the start tag of *row*, None when the page does not write one."""
    start = find_start_tag(tree, row)
    if start is None:
        return None
    source, begins = tree.markup
    return start, begins[tag_end(source, bisect_left(begins, start))] - start


def find_start_tag(tree: Tree, row: int) -> int | None:
    """Return where the start tag of *row* begins, None when the page does not write one.

    Between two texts the file has only markup, so the n-th `<img` there is the n-th `img` row,
    if there are as many; else `places` knows. A gap is read once, for all of its rows.
    """
    if "places" not in tree.__dict__ and not tree.is_xml and is_scannable(tree.decoded.codec):
        gap = bisect_left(tree.placed_rows, row)
        if gap not in tree.gap_tags:
            tree.gap_tags[gap] = _read_gap(tree, gap)
        if row in tree.gap_tags[gap]:
            return tree.gap_tags[gap][row]
    place = tree.places.get(row)
    return place.start if place is not None and place.is_written else None


def _read_gap(tree: Tree, gap: int) -> dict[int, int]:
    """Return where the start tags of the rows before the text run number *gap* begin, if clear."""
    texts, begin, end = tree.placed_rows, tree.decoded.start, len(tree.raw)
    rows = range(texts[gap - 1] + 1 if gap else 0, texts[gap] if gap < len(texts) else len(tree))
    if gap:
        begin = tree.spans[texts[gap - 1]][1]
    if gap < len(texts):
        end = tree.spans[texts[gap]][0]
    starts: dict[bytes, list[int]] = {}
    for name, start in iter_start_tags(tree.raw, begin, end):
        starts.setdefault(name, []).append(start)
    elements: dict[str, list[int]] = {}
    for row in rows:
        elements.setdefault(tree.tags[row], []).append(row)
    found: dict[int, int] = {}
    for tag, members in elements.items():
        written = starts.get(tag.rpartition(":")[2].lower().encode(), [])
        if len(written) == len(members):
            found.update(zip(members, written, strict=True))
    return found


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
