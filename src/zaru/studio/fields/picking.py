"""Picking: from a click or a drag on a page to the value that was meant, with its bytes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from zaru.content.segments import find_segments
from zaru.dom import BLOCK_TAGS, Tree
from zaru.dom.keeping import once
from zaru.dom.parts import find_part_spans
from zaru.errors import UsageError
from zaru.wrappers.labels import LabelValue
from zaru.wrappers.record import Span, collapse
from zaru.wrappers.rules.occurrences import joins
from zaru.wrappers.rules.view import View

Kind = Literal["run", "inline", "segment", "block", "part", "attribute"]

_MAX_RUNS = 60  # in a value; learning looks for no larger ones
ATTRIBUTES = ("href", "src", "datetime", "content", "alt", "title", "value")  # that are offered

_THINGS = frozenset({"a", "time", "data"})  # inline elements that are no mere emphasis
_KINDS: tuple[Kind, ...] = ("attribute", "part", "run", "inline", "block", "segment")
_NEAR = {
    "run": ("run", "inline", "segment", "block"),
    "inline": ("inline", "run", "segment", "block"),
    "segment": ("segment", "block", "inline", "run"),
    "block": ("block", "segment", "inline", "run"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to understand a click: how much is taken of what was clicked."""

    kind: Kind
    value: LabelValue


@dataclass(frozen=True, slots=True)
class Stretch:
    """A drag: from a character of a text run to behind a character of the same or a later one."""

    first: int  # numbers of runs
    begin: int
    last: int
    end: int


def find_images(view: View) -> list[int]:
    """Return the rows of the pictures, which are numbered behind the runs."""
    return view.tree.rows_of("img")


def offer_choices(view: View, number: int) -> list[Choice]:
    """Return what a click on a run or a picture may mean: texts from small to large, attributes.

    No two choices are the same value. Raises `UsageError` when the page has no such item.
    """
    images = find_images(view)
    if not 0 <= number < len(view.runs) + len(images):
        raise UsageError(f"the page has no text number {number}")
    is_run = number < len(view.runs)
    row = view.runs[number] if is_run else images[number - len(view.runs)]
    choices: dict[LabelValue, Choice] = {}
    for choice in (*(_offer_texts(view, number) if is_run else ()), *_offer_attributes(view, row)):
        known = choices.get(choice.value)
        if choice.value.text and (known is None or _rank(known) < _rank(choice)):
            choices[choice.value] = choice
    return list(choices.values())


def _rank(choice: Choice) -> int:
    """Return how well the kind of a choice names what is also of another kind."""
    return _KINDS.index(choice.kind)


def find_usual(
    view: View, number: int, choices: list[Choice], *, kind: str | None, attribute: str | None
) -> int:
    """Return which choice is taken: one of the *kind* or *attribute* that was taken before, if any.

    Else a link or a time is taken as a whole, and of other texts the segment. A kind that is not
    offered says the same as one of its neighbours.
    """
    for place, choice in enumerate(choices):
        if attribute is not None and choice.value.attribute == attribute:
            return place
    thing = None if kind is not None else _find_thing(view, number)
    kinds = [choice.kind for choice in choices]
    for place, choice in enumerate(choices):
        if choice.value == thing:
            return place
    likely = (
        kinds.index(near) for near in _NEAR.get(kind or "", _NEAR["segment"]) if near in kinds
    )
    return next(likely, 0)


def _find_thing(view: View, number: int) -> LabelValue | None:
    """Return the link or time that a run is in, None when it is in none of its own."""
    tree = view.tree
    for above in tree.ancestors(view.runs[number]) if number < len(view.runs) else ():
        if tree.tags[above] in BLOCK_TAGS:
            return None
        if tree.tags[above] in _THINGS or tree.attribute(above, "itemprop"):
            return _take(view, view.runs_in(above))
    return None


def take_stretch(view: View, stretch: Stretch) -> LabelValue:
    """Return what was dragged over, with whole words and numbers at its ends.

    Raises `UsageError` when it is not on the page, or nothing but white space.
    """
    runs = view.runs
    if not 0 <= stretch.first <= stretch.last < len(runs):
        raise UsageError("the drag is not over texts of the page")
    rows = runs[stretch.first : stretch.last + 1]
    head, tail = view.tree.text(rows[0]), view.tree.text(rows[-1])
    begin, end = _widen(head, min(stretch.begin, len(head)), is_end=False), stretch.end
    end = _widen(tail, min(end, len(tail)), is_end=True)
    begin += len(head[begin:]) - len(head[begin:].lstrip())
    end -= len(tail[:end]) - len(tail[:end].rstrip())
    text = _cut(view.join(rows), _count(head[:begin]), _count(tail[end:]))
    if not text or (len(rows) == 1 and begin >= end):
        raise UsageError("nothing is chosen there")
    if len(rows) > _MAX_RUNS:
        raise UsageError("this is more than one value")
    return LabelValue(text, find_part_spans(view.tree, [((rows[0], begin), (rows[-1], end))])[0])


def _offer_texts(view: View, number: int) -> Iterator[Choice]:
    tree, row = view.tree, view.runs[number]
    yield Choice("run", _take(view, [row]))
    above = tree.parents[row]
    while above >= 0 and tree.tags[above] not in BLOCK_TAGS:
        yield from _offer_element(view, above, "inline")
        above = tree.parents[above]
    segment = next((found for found in find_segments(tree) if row in found.rows), None)
    if segment is not None:
        rows = [run for run in segment.rows if run in view.number]
        yield Choice(
            "segment", _take(view, view.runs[view.number[rows[0]] : view.number[rows[-1]] + 1])
        )
    if above >= 0 and tree.tags[above] != "body":
        yield from _offer_element(view, above, "block")


def _offer_element(view: View, row: int, kind: Kind) -> Iterator[Choice]:
    runs = view.runs_in(row)
    if len(runs) <= _MAX_RUNS:
        yield Choice(kind, _take(view, runs))


def _take(view: View, rows: list[int]) -> LabelValue:
    """Return all that runs say."""
    head, tail = view.tree.text(rows[0]), view.tree.text(rows[-1])
    begin, end = len(head) - len(head.lstrip()), len(tail.rstrip())
    text = view.join(rows) if len(rows) > 1 else view.text(rows[0])
    return LabelValue(text, find_part_spans(view.tree, [((rows[0], begin), (rows[-1], end))])[0])


def _offer_attributes(view: View, row: int) -> Iterator[Choice]:
    """Yield the attributes of an element, or of those around it up to the nearest block."""
    tree = view.tree
    while row >= 0:
        if not tree.is_text(row):
            held = tree.attributes(row)
            for name in filter(held.__contains__, ATTRIBUTES):
                yield Choice("attribute", LabelValue(collapse(held[name]), attribute=name))
            if tree.tags[row] in BLOCK_TAGS:
                return
        row = tree.parents[row]


def _widen(text: str, place: int, *, is_end: bool) -> int:
    """Return *place* moved out of the word or number that it is in."""
    step = 1 if is_end else -1
    while 0 < place < len(text) and joins(text[place - 1], text[place]):
        place += step
    return place


def _cut(text: str, before: int, behind: int) -> str:
    """Return *text* without so many characters at its ends, white space not counted."""
    places = [place for place, character in enumerate(text) if not character.isspace()]
    kept = places[before : len(places) - behind]
    return text[kept[0] : kept[-1] + 1] if kept else ""


def _count(text: str) -> int:
    return sum(map(len, text.split()))


def find_pieces(view: View, span: Span) -> list[tuple[int, int, int]]:
    """Return the parts of runs that bytes are in: number, first and behind last character.

    Bytes of a start tag, as those of an attribute, are in no run.
    """
    begins, furthest, rows = _order_runs(view.tree)
    first, last = bisect_right(furthest, span[0]), bisect_left(begins, sum(span))
    found = (_find_piece(view, row, span) for row in rows[first:last] if row in view.number)
    return sorted((view.number[row], begin, end) for row, begin, end in found if begin < end)


@once
def _order_runs(tree: Tree) -> tuple[list[int], list[int], list[int]]:
    """Return where text runs begin, how far those up to each of them reach, and their rows."""
    runs = sorted((*span, row) for row, span in tree.spans.items() if tree.is_text(row))
    begins, ends, rows = (list(column) for column in zip(*runs, strict=True)) if runs else ([],) * 3
    return begins, list(accumulate(ends, max)), rows


def _find_piece(view: View, row: int, span: Span) -> tuple[int, int, int]:
    """Return which characters of a run bytes are in; all where that cannot be told."""
    tree, end = view.tree, sum(span)
    (start, stop), size = tree.spans[row], len(tree.text(row))
    if stop <= span[0] or end <= start:
        return row, 0, 0
    is_all = span[0] <= start and stop <= end
    places = None if is_all else tree.places_of(row, range(size + 1))
    if places is None:
        return row, 0, size
    return row, bisect_left(places, span[0]), min(bisect_left(places, end), size)
