"""Rules: how a field's values are found on a page.

A rule begins at the root, at elements with an attribute, or at a label text, goes down child by
child, and takes a text, a part of it, or an attribute. It says the same as an XPath expression.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from zaru.dom import TEXT
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
