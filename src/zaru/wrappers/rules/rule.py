"""Rules: how a field's values are found on a page.

A rule begins at the root, at elements with an attribute, or at a label text, goes down child by
child, and takes a text, a part of it, or an attribute. It says the same as an XPath expression.
The rows that it finds become values with their byte spans.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from zaru.dom import TEXT
from zaru.wrappers.record import Span, Value
from zaru.wrappers.rules.occurrences import Occurrence
from zaru.wrappers.rules.view import View


class Step(NamedTuple):
    """One step down: to children with a tag, or to the one at a position among them, from 1."""

    tag: str
    position: int | None = None


class Element(NamedTuple):
    """Where a rule begins: elements with this attribute; of `class`, one of the classes or all."""

    tag: str
    attribute: str = ""  # "": any element with the tag
    value: str = ""


class Label(NamedTuple):
    """Where a rule begins: so many runs behind a run that says *text*, and so many rows above."""

    text: str
    tag: str  # of the element that the run behind it must stand in: else its value is missing
    distance: int = 1
    up: int = 0
    whole: bool = False  # all of the nearest element *tag* that begins with the run behind it


class Part(NamedTuple):
    """What is taken of a text: from behind *left* to before *right*; "" is its edge."""

    left: str
    right: str

    def cut(self, text: str) -> tuple[int, int]:
        """Return where the part, without outer white space, begins and ends in *text*.

        >>> Part("(", ")").cut("2013/02/04 (月)")
        (12, 13)
        >>> Part("(", ")").cut("2013/02/04")  # it is not there
        (0, 0)
        """
        start = text.find(self.left)
        if start < 0:
            return 0, 0
        start += len(self.left)
        end = text.find(self.right, start) if self.right else len(text)
        part = text[start : max(end, start)]
        start += len(part) - len(part.lstrip())
        return (start, start + len(part.strip())) if part.strip() else (0, 0)


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to find the values of a field."""

    start: Element | Label | None  # None: the root
    steps: tuple[Step, ...] = ()
    take: str = TEXT  # or the name of an attribute
    part: Part | None = None

    def rows(self, view: View) -> list[int]:
        """Return the rows that hold the values, in document order."""
        rows = list(dict.fromkeys(_starts(self.start, view)))  # many labels lead to one holder
        for step in self.steps:
            rows = list(_descend(view, rows, step))
            if not rows:
                return []
        return sorted(rows)

    def texts(self, view: View) -> list[str]:
        """Return the values without their spans, empty ones left out."""
        return [text[begin:end] for _, text, begin, end in self.read(view, self.rows(view))]

    def read(self, view: View, rows: Iterable[int]) -> Iterator[tuple[int, str, int, int]]:
        """Yield those of *rows* that hold a value: the text, where the value begins and ends."""
        for row in rows:
            text = read_row(view, row, self.take)
            begin, end = (0, len(text)) if self.part is None else self.part.cut(text)
            if begin < end:
                yield row, text, begin, end


Found = tuple[int, Value]  # the row that holds a value, and the value
Places = tuple[tuple[Rule, ...], ...]  # a union; of each place the first rule that finds any
Piece = tuple[Span, str]  # a stretch of the file, and what it says


def read_row(view: View, row: int, take: str) -> str:
    """Return the text of *row*, or the attribute *take*; "" when there is none."""
    if take == TEXT:
        return view.text(row)
    if view.tree.is_text(row):
        return ""
    return " ".join((view.tree.attribute(row, take) or "").split())


def _starts(start: Element | Label | None, view: View) -> Iterable[int]:
    if start is None:
        return (0,)
    if isinstance(start, Element):
        return view.rows_of(*start)
    return _behind(start, view)


def _behind(label: Label, view: View) -> Iterator[int]:
    tags, parents = view.tree.tags, view.tree.parents
    for number in view.runs_by_text.get(label.text, ()):
        if number + label.distance < len(view.runs):
            row = view.runs[number + label.distance]
            if label.whole:
                holders = (above for above in view.tree.ancestors(row) if tags[above] == label.tag)
                if (holder := next(holders, -1)) > view.runs[number + label.distance - 1]:
                    yield holder
            elif tags[parents[row]] == label.tag:
                for _ in range(label.up):
                    row = max(parents[row], 0)
                yield row


def _descend(view: View, rows: Iterable[int], step: Step) -> Iterator[int]:
    tags = view.tree.tags
    for row in rows:
        position = 0
        for child in view.children(row):
            if tags[child] == step.tag:
                position += 1
                if step.position is None:
                    yield child
                elif step.position == position:
                    yield child
                    break


def read_rule(view: View, rule: Rule) -> list[Found]:
    """Return what *rule* finds on a page, in document order; empty values are left out."""
    return [
        (row, Value(text[begin:end], _span(view, row, rule.take, text, begin, end)))
        for row, text, begin, end in rule.read(view, rule.rows(view))
    ]


def read_places(view: View, places: Places) -> list[Found]:
    """Return what the places of a field hold: of each, what its first rule that finds any does."""
    found: dict[Found, None] = {}
    for place in places:
        for rule in place:
            values = read_rule(view, rule)
            if values:
                found.update(dict.fromkeys(values))
                break
    return sorted(found, key=lambda pair: pair[0])


def occurrence_span(view: View, place: Occurrence) -> Span | None:
    """Return where a value that was seen stands."""
    text = read_row(view, place.row, place.take)
    end = len(text) if place.end < 0 else place.end
    return _span(view, place.row, place.take, text, place.begin, end)


def _span(view: View, row: int, take: str, text: str, begin: int, end: int) -> Span | None:
    """Return where `text[begin:end]` stands, None when the page does not write it.

    *text* is what *row* says, white space collapsed. Where the exact place cannot be told, the
    span of what holds it.
    """
    tree = view.tree
    if take == TEXT:
        rows = [row] if row in view.number else view.runs_in(row)
        spans = (tree.spans[run] for run in rows)
        pieces = [((a, b - a), tree.text(run)) for (a, b), run in zip(spans, rows, strict=True)]
    else:
        whole = tree.attribute_span(row, take)
        pieces = [] if whole is None else [(whole, tree.attribute(row, take) or "")]
    if not pieces:
        return None
    if len(pieces) == 1 and pieces[0][1] == text[begin:end]:
        return pieces[0][0]
    skipped = _count(text[:begin])
    return _cut(view, pieces, skipped, skipped + _count(text[begin:end]) - 1)


def _cut(view: View, pieces: Sequence[Piece], first: int, last: int) -> Span:
    """Return the span from one character of *pieces* to another, white space not counted."""
    spans = []
    for span, text in pieces:
        size = _count(text)
        if first < size and last >= 0 and size:
            begin = _place(text, max(first, 0), size)
            end = _place(text, min(last, size - 1), size) + 1
            spans.append(view.tree.part(span, text, begin, end))
        first, last = first - size, last - size
    start = min(offset for offset, _ in spans)
    return start, max(map(sum, spans)) - start


def _place(text: str, number: int, size: int) -> int:
    """Return where the character *number* of the *size* that are not white space stands."""
    if number == 0:
        return len(text) - len(text.lstrip())
    if number == size - 1:
        return len(text.rstrip()) - 1
    places = (place for place, character in enumerate(text) if not character.isspace())
    return next(islice(places, number, None))


def _count(text: str) -> int:
    """Return the number of characters that are not white space."""
    return sum(map(len, text.split()))
