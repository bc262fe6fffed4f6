"""Where the elements and attribute values of a tree stand in the file.

The kernel's parser knows. For XML, and without the kernel, start tags are looked for between texts.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from zaru.dom.scan import iter_attributes, iter_start_tags, tag_end
from zaru.text.codes import is_scannable

if TYPE_CHECKING:
    from zaru.dom.tree import Tree


class Place(NamedTuple):
    """Where an element stands, in bytes of the file."""

    start: int
    end: int
    is_written: bool  # False for one that the parser implied: it spans what it holds


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
