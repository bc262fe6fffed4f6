"""Where a part of a value stands in the file."""

from __future__ import annotations

from zaru.dom import Tree
from zaru.dom.parts import find_places
from zaru.wrappers.record import Span


def part_span(tree: Tree, span: Span, text: str, begin: int, end: int) -> Span:
    """Return the bytes of `text[begin:end]`; *span* is where the file has *text*.

    Where the file says *text* in a way that cannot be followed, *span* itself.
    """
    offset, length = span
    places = find_places(tree, offset, offset + length, text, [begin, end])
    return span if places is None else (places[0], places[1] - places[0])
