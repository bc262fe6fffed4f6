"""Subtrees compared by their shapes: mappings, distances and text groups, each made once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zaru.dom.mapping import Mapper, measure_distance
from zaru.dom.shapes import Shapes
from zaru.feeds.paper.conditions import GroupFacts, read_facts
from zaru.feeds.paper.text_groups import TextFlow, TextGroup

MAX_GROUPS = 1_000  # text groups of a subtree that are looked at
_MAX_CELLS = 2_000_000_000  # of all mappings: about 15 s; the feed pages need 800 million

Places = NDArray[np.int64]


class Slot(NamedTuple):
    """A text group of a shape: the place of its smallest subtree, and its number there."""

    top: int
    order: int


class Subtrees:
    """What is known of the subtrees of one page, whatever sequence they belong to."""

    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes
        self.flow = TextFlow(shapes)
        self.mapper = Mapper(_MAX_CELLS)
        # By the rows of two examples; None where no mapping was made.
        self._maps: dict[tuple[int, int], tuple[dict[int, int], int] | None] = {}
        self._examples: dict[int, int] = {}
        self._slots: dict[tuple[int, int], list[Slot]] = {}
        self._groups: dict[tuple[int, int], list[TextGroup]] = {}
        self._matches: dict[tuple[int, int, int], Places] = {}
        self._facts: dict[tuple[int, int], GroupFacts] = {}

    def example(self, row: int) -> int:
        """Return the row that stands for all subtrees of that shape: the first that was asked."""
        return self._examples.setdefault(self.shapes.number(row), row)

    def distances(self, rows: list[int]) -> NDArray[np.float64]:
        """Return the paper's distances between the subtrees at *rows*, which are examples.

        Two of which no mapping could be made are further apart than any two others.
        """
        result = np.full((len(rows), len(rows)), -1.0)
        np.fill_diagonal(result, 0.0)
        pairs = [(place, other) for other in range(len(rows)) for place in range(other)]
        sizes = [self.shapes.size(row) for row in rows]
        for place, other in sorted(pairs, key=lambda pair: sizes[pair[0]] * sizes[pair[1]]):
            found = self._compare(rows[place], rows[other])
            if found is not None:
                result[place, other] = result[other, place] = found[1]
        result[result < 0] = result.max() + 1 if len(rows) else 0
        return result

    def _partners(self, row: int, other: int) -> dict[int, int]:
        if row <= other:
            found = self._compare(row, other)
            return {} if found is None else found[0]
        return {partner: place for place, partner in self._partners(other, row).items()}

    def _compare(self, row: int, other: int) -> tuple[dict[int, int], int] | None:
        key = (row, other) if row <= other else (other, row)
        if key not in self._maps:
            left, right = (self.shapes.shape(each) for each in key)
            pairs = self.mapper.map(left, right)
            self._maps[key] = (
                None if pairs is None else (dict(pairs), measure_distance(left, right, pairs))
            )
        return self._maps[key]

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
        key = (self.example(row), least)
        if key not in self._slots:
            begin = self.shapes.places[row]
            self._slots[key] = [
                Slot(self.shapes.places[group.top] - begin, group.order)
                for group in self.groups(row, least)
            ]
        return self._slots[key]

    def match(self, row: int, other: int, least: int) -> Places:
        """Return for each group of *row* the number of *other*'s that corresponds; -1 for none.

        Groups correspond when the mapping joins the roots of their smallest subtrees.
        """
        key = (self.example(row), self.example(other), least)
        if key not in self._matches:
            partners = self._partners(*key[:2])
            places = {slot: place for place, slot in enumerate(self.slots(other, least))}
            self._matches[key] = np.array(
                [
                    places.get(Slot(partners.get(slot.top, -1), slot.order), -1)
                    for slot in self.slots(row, least)
                ],
                dtype=np.int64,
            )
        return self._matches[key]

    def facts(self, group: TextGroup) -> GroupFacts:
        """Return what the conditions ask of *group*."""
        key = (group.first, group.last)
        if key not in self._facts:
            self._facts[key] = read_facts(self.flow, group)
        return self._facts[key]
