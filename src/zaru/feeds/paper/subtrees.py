"""Subtrees compared by their shapes: mappings, distances and text groups, each made once."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zaru.dom.mapping import map_shapes, measure_distance
from zaru.dom.shapes import Shape, Shapes
from zaru.feeds.paper.conditions import GroupFacts, read_facts
from zaru.feeds.paper.text_groups import TextFlow, TextGroup

MAX_GROUPS = 12  # text groups of a subtree that are looked at
_MAX_CELLS = 6_000  # of a mapping's tables: about 2 ms
_MAX_MAPPINGS = 1_000  # of a page; what comes later counts as unlike
# Two shapes are unlike when the larger has less than this of the smaller's tags: no mapping is
# made, and their distance is that of a mapping of the roots alone. Of the smaller's, since a
# missed article is often a larger one (paper 3, figure 1: d).
_MIN_SHARE = 0.7


class Slot(NamedTuple):
    """A text group of a shape: the place of its smallest subtree, and its number there."""

    top: int
    order: int


class Subtrees:
    """What is known of the subtrees of one page, whatever sequence they belong to."""

    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes
        self.flow = TextFlow(shapes)
        self._left = _MAX_MAPPINGS
        self._maps: dict[tuple[int, int], tuple[dict[int, int], int] | None] = {}
        self._tags: list[Counter[str]] = []
        self._far: list[int] = []  # of each shape: its part of the distance when it is unlike
        self._slots: dict[tuple[int, int], list[Slot]] = {}
        self._groups: dict[tuple[int, int], list[TextGroup]] = {}
        self._matches: dict[tuple[int, int, int], list[int]] = {}
        self._facts: dict[tuple[int, int], GroupFacts] = {}

    def number(self, row: int) -> int:
        """Return the number of the shape of the subtree at *row*."""
        number = self.shapes.number(row)
        if number == len(self._tags):
            shape = self.shapes.shapes[number]
            self._tags.append(Counter(label.tag for label in shape.labels))
            self._far.append(sum(depth * depth for depth in shape.depths))
        return number

    def distances(self, numbers: list[int]) -> NDArray[np.float64]:
        """Return the distances between the shapes *numbers*."""
        result = np.zeros((len(numbers), len(numbers)))
        for column, other in enumerate(numbers):
            for line in range(column):
                result[line, column] = result[column, line] = self.distance(numbers[line], other)
        return result

    def distance(self, number: int, other: int) -> int:
        """Return the paper's distance between two shapes."""
        found = self._compare(number, other)
        return self._far[number] + self._far[other] if found is None else found[1]

    def partners(self, number: int, other: int) -> dict[int, int]:
        """Return the mapping from one shape to another, empty when they are unlike."""
        if number <= other:
            found = self._compare(number, other)
            return {} if found is None else found[0]
        return {partner: place for place, partner in self.partners(other, number).items()}

    def _compare(self, number: int, other: int) -> tuple[dict[int, int], int] | None:
        key = (number, other) if number <= other else (other, number)
        if key not in self._maps:
            left, right = (self.shapes.shapes[each] for each in key)
            self._maps[key] = _compare(left, right) if self._may_compare(*key) else None
        return self._maps[key]

    def _may_compare(self, number: int, other: int) -> bool:
        tags, others = self._tags[number], self._tags[other]
        shared = sum(min(count, others[tag]) for tag, count in tags.items())
        smaller = min(len(self.shapes.shapes[number]), len(self.shapes.shapes[other]))
        if shared < _MIN_SHARE * smaller or not self._left:
            return False
        self._left -= 1
        return True

    def groups(self, row: int, least: int) -> list[TextGroup]:
        """Return the text groups of the subtree at *row*, parted by *least* line breaks."""
        groups = self._groups.get((row, least))
        if groups is None:
            begin, end = self.flow.range(row, self.shapes.end(row))
            groups = self.flow.groups(begin, end, least, MAX_GROUPS)
            self._groups[row, least] = groups
        return groups

    def slots(self, row: int, least: int) -> list[Slot]:
        """Return the text groups as all subtrees of that shape have them."""
        key = (self.number(row), least)
        if key not in self._slots:
            begin = self.shapes.places[row]
            self._slots[key] = [
                Slot(self.shapes.places[group.top] - begin, group.order)
                for group in self.groups(row, least)
            ]
        return self._slots[key]

    def match(self, row: int, other: int, least: int) -> list[int]:
        """Return for each group of *row* the number of *other*'s that corresponds; -1 for none.

        Groups correspond when the mapping joins the roots of their smallest subtrees.
        """
        key = (self.number(row), self.number(other), least)
        if key not in self._matches:
            partners = self.partners(*key[:2])
            places = {slot: place for place, slot in enumerate(self.slots(other, least))}
            self._matches[key] = [
                places.get(Slot(partners.get(slot.top, -1), slot.order), -1)
                for slot in self.slots(row, least)
            ]
        return self._matches[key]

    def facts(self, group: TextGroup) -> GroupFacts:
        """Return what the conditions ask of *group*."""
        key = (group.first, group.last)
        if key not in self._facts:
            self._facts[key] = read_facts(self.flow, group)
        return self._facts[key]


def _compare(left: Shape, right: Shape) -> tuple[dict[int, int], int]:
    pairs = map_shapes(left, right, max_cells=_MAX_CELLS)
    return dict(pairs), measure_distance(left, right, pairs)
