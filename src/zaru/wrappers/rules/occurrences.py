"""Occurrences: where a value that a person gave stands on a page."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from zaru.dom import TEXT
from zaru.wrappers.record import collapse
from zaru.wrappers.rules.view import View

_MAX_RUNS = 60  # in an element whose text is a value, or holds one


class Occurrence(NamedTuple):
    """A place that says a value: a run, an element or an attribute, or a part of its text."""

    row: int
    take: str = TEXT
    begin: int = 0  # where the part begins in the text of the row, white space collapsed
    end: int = -1  # -1: all of it


def find_whole(view: View, value: str) -> Iterator[Occurrence]:
    """Yield the runs, elements and attributes that say just *value*."""
    for number in view.runs_by_text.get(value, ()):
        yield Occurrence(view.runs[number])
    yield from map(Occurrence, _find_elements(view, value))
    for row, name in view.attributes_by_value.get(value, ()):
        yield Occurrence(row, name)


def find_holders(view: View, place: Occurrence) -> Iterator[Occurrence]:
    """Yield the elements above a run, or an element, that say no more than it does.

    On other pages, markup inside the value cuts the run, but not the element.
    """
    if place.take == TEXT:
        runs = len(view.runs_in(place.row))
        for above in view.tree.ancestors(place.row):
            first, end = view.reach[above]
            if end - first > runs:
                return
            yield place._replace(row=above)


def _find_elements(view: View, value: str) -> Iterator[int]:
    """Yield the innermost elements whose runs, two or more, together say *value*."""
    wanted = "".join(value.split())
    text, starts = view.squeezed
    place = text.find(wanted)
    while place >= 0:
        first, end = bisect_right(starts, place) - 1, place + len(wanted)
        if starts[first] == place and starts[first + 1] < end:
            yield from _say_just(view, first, end)
        place = text.find(wanted, starts[first + 1])


def _say_just(view: View, first: int, end: int) -> Iterator[int]:
    """Yield the innermost element with the run *first* that says all up to *end*, and no more."""
    _, starts = view.squeezed
    above = view.tree.parents[view.runs[first]]
    while above >= 0:
        low, high = view.reach[above]
        if high - low > _MAX_RUNS or starts[low] < starts[first] or starts[high] > end:
            return
        if starts[high] == end:
            yield above
            return
        above = view.tree.parents[above]


def find_parts(view: View, value: str) -> Iterator[Occurrence]:
    """Yield the runs that say *value* and more."""
    for row, text in zip(view.runs, view.texts, strict=True):
        if text != value:
            yield from _find_in(text, value, [(row, TEXT)])


def find_parts_of_elements(view: View, value: str) -> Iterator[Occurrence]:
    """Yield the innermost elements that say *value*, in several runs, and more."""
    wanted = "".join(value.split())
    text, starts = view.squeezed
    place = text.find(wanted)
    while place >= 0:
        first = bisect_right(starts, place) - 1
        last = bisect_left(starts, place + len(wanted)) - 1
        if first < last:
            yield from _part_of_holder(view, first, last, value)
            place = text.find(wanted, place + 1)
        else:  # a later one that is not in this run alone goes beyond its end
            beyond = starts[first + 1] - len(wanted) + 1
            place = text.find(wanted, max(place + 1, beyond))


def _part_of_holder(view: View, first: int, last: int, value: str) -> Iterator[Occurrence]:
    above = view.tree.parents[view.runs[first]]
    while view.reach[above][1] <= last:
        above = view.tree.parents[above]
    low, high = view.reach[above]
    if high - low <= _MAX_RUNS:
        yield from _find_in(view.text(above), value, [(above, TEXT)])


def find_parts_of_attributes(view: View, value: str) -> Iterator[Occurrence]:
    """Yield the attributes that say *value* and more."""
    for text, places in view.attributes_by_value.items():
        if text != value:
            yield from _find_in(text, value, places)


def find_attribute(view: View, name: str, value: str) -> Iterator[Occurrence]:
    """Yield the attributes *name* that say just *value*: also `id`, which seldom is a value."""
    for row, pairs in enumerate(view.tree.values):
        if isinstance(pairs, tuple):
            for own, text in pairs:
                if own.lower() == name.lower() and collapse(text or "") == value:
                    yield Occurrence(row, own)


# The ways to look for a value, the surest first.
FINDERS = (find_whole, find_parts, find_parts_of_elements, find_parts_of_attributes)


def _find_in(text: str, value: str, places: list[tuple[int, str]]) -> Iterator[Occurrence]:
    """Yield where *value* stands in *text*, which *places* say, not cut out of a word or number."""
    begin = text.find(value)
    while begin >= 0:
        end = begin + len(value)
        if not (joins(text[begin - 1 : begin], value[0]) or joins(value[-1], text[end : end + 1])):
            yield from (Occurrence(row, take, begin, end) for row, take in places)
        begin = text.find(value, begin + 1)


def joins(left: str, right: str) -> bool:
    """Say whether two characters side by side are of one word or number."""
    if not left or not right:
        return False
    if left.isdigit() or right.isdigit():
        return left.isdigit() and right.isdigit()
    return left.isascii() and right.isascii() and left.isalpha() and right.isalpha()
