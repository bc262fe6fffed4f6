"""Tinting: where values stand on the page that is shown."""

from __future__ import annotations

from zaru.studio.fields.picking import ATTRIBUTES, find_images, find_pieces
from zaru.wrappers.labels import LabelValue
from zaru.wrappers.record import Value
from zaru.wrappers.rules.occurrences import find_attribute, find_whole
from zaru.wrappers.rules.rule import occurrence_span
from zaru.wrappers.rules.view import View

Piece = tuple[int, int, int]  # the number of an item, its first and behind its last character


def tint_value(view: View, value: Value) -> list[Piece]:
    """Return the pieces of a value that was read; of an attribute, what its element holds."""
    if value.span is None:
        return []
    pieces = find_pieces(view, value.span)
    holder = None if pieces else _find_holder(view, value)
    return pieces if holder is None else _tint_row(view, holder[0])


def tint_label(view: View, value: LabelValue) -> list[Piece]:
    """Return the pieces of a labelled value; of one that says no place, the first that says it."""
    if value.span is not None:
        return find_pieces(view, value.span)
    if value.attribute is not None:
        place = next(find_attribute(view, value.attribute, value.text), None)
        return [] if place is None else _tint_row(view, place.row)
    place = next(find_whole(view, value.text), None)
    span = None if place is None else occurrence_span(view, place)
    return [] if span is None else find_pieces(view, span)


def to_label(view: View, value: Value) -> LabelValue:
    """Return a value that was read as a person would have labelled it."""
    is_text = value.span is not None and bool(find_pieces(view, value.span))
    holder = None if is_text else _find_holder(view, value)
    if holder is not None:
        return LabelValue(value.text, attribute=holder[1])
    return LabelValue(value.text, value.span)


def _find_holder(view: View, value: Value) -> tuple[int, str] | None:
    """Return the element and the attribute that a value is; None when it is a text."""
    for name in ATTRIBUTES:
        for place in find_attribute(view, name, value.text):
            if view.tree.attribute_span(place.row, place.take) == value.span:
                return place.row, name
    return None


def _tint_row(view: View, row: int) -> list[Piece]:
    """Return all that an element holds: its texts and pictures."""
    end = view.tree.ends[row]
    images = enumerate(find_images(view), len(view.runs))
    pictures = [(number, 0, 0) for number, image in images if row <= image < end]
    first, last = view.reach.get(row, (0, 0))
    runs = range(first, last)
    return [(n, 0, len(view.tree.text(view.runs[n]))) for n in runs] + pictures
