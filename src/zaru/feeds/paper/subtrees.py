"""Subtrees compared by their shapes: mappings, distances and text groups, each made once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from zaru.dom.keeping import once
from zaru.dom.mapping import Mapper, measure_distance
from zaru.dom.shapes import Shapes
from zaru.feeds.paper.conditions import GroupFacts, read_facts
from zaru.feeds.paper.text_groups import TextFlow, TextGroup

MAX_GROUPS = 1_000  # text groups of a subtree that are looked at
_MAX_CELLS = 2_000_000_000  # of all mappings: about 15 s; the feed pages need 800 million

Places = NDArray[np.int64]


# A text group of a shape: the place of its smallest subtree, and its number there.
Slot = tuple[int, int]


class Subtrees:
    """What is known of the subtrees of one page, whatever sequence they belong to."""

    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes
        self.flow = TextFlow(shapes)
        self.mapper = Mapper(_MAX_CELLS)
        self.kept: dict[object, object] = {}
        self._examples: dict[int, int] = {}

    def example(self, row: int) -> int:
        """Return the row that stands for all subtrees of that shape: the first that was asked."""
        return self._examples.setdefault(self.shapes.number(row), row)

    def distances(self, rows: list[int]) -> NDArray[np.float64]:
        """Return the paper's distances between the subtrees at *rows*, which are examples.

        Two of which no mapping could be made are further apart than any two others.
        """
        result = np.full((len(rows), len(rows)), -1.0)
        np.fill_diagonal(result, 0.0)
        sizes = [self.shapes.size(row) for row in rows]
        pairs = combinations(range(len(rows)), 2)
        for place, other in sorted(pairs, key=lambda pair: sizes[pair[0]] * sizes[pair[1]]):
            found = self._compare(*sorted((rows[place], rows[other])))
            if found is not None:
                result[place, other] = result[other, place] = found[1]
        result[result < 0] = result.max() + 1 if len(rows) else 0
        return result

    @once
    def _compare(self, row: int, other: int) -> tuple[Sequence[tuple[int, int]], int] | None:
        """Return the mapping of two examples, the first one first, and their distance.

        None where no mapping was made.
        """
        left, right = self.shapes.shape(row), self.shapes.shape(other)
        pairs = self.mapper.map(left, right)
        return None if pairs is None else (pairs, measure_distance(left, right, pairs))

    @once
    def groups(self, row: int, least: int) -> list[TextGroup]:
        """Return the text groups of the subtree at *row*, parted by *least* line breaks."""
        begin, end = self.flow.range(row, self.shapes.end(row))
        return self.flow.groups(begin, end, least, MAX_GROUPS)

    @once
    def _slots(self, row: int, least: int) -> list[Slot]:
        """Return the text groups of an example as all subtrees of that shape have them."""
        places = self.shapes.places
        return [(places[one.top] - places[row], one.order) for one in self.groups(row, least)]

    def match(self, row: int, other: int, least: int) -> Places:
        """Return for each group of *row* the number of *other*'s that corresponds; -1 for none.

        Groups correspond when the mapping joins the roots of their smallest subtrees.
        """
        return self._match_examples(self.example(row), self.example(other), least)

    @once
    def _match_examples(self, row: int, other: int, least: int) -> Places:
        pairs, _ = self._compare(*sorted((row, other))) or ((), 0)
        partners = dict(pairs if row <= other else (pair[::-1] for pair in pairs))
        places = {slot: place for place, slot in enumerate(self._slots(other, least))}
        wanted = ((partners.get(top, -1), order) for top, order in self._slots(row, least))
        return np.array([places.get(slot, -1) for slot in wanted], dtype=np.int64)

    @once
    def facts(self, group: TextGroup) -> GroupFacts:
        """Return what the conditions ask of *group*."""
        return read_facts(self.flow, group)
