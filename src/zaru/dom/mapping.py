"""Ordered tree edit mappings, and the distance that paper 3 builds on them (§2, §3.2).

A mapping is a set of pairs of nodes that keeps identity, ancestry and left-to-right order. The
paper asks for one that cannot be made larger and leaves open which. Ours is that of the tree edit
distance with the cost 1 for each deletion, insertion and change of a tag: a pair of one tag saves
two steps and any other pair one, so every pair that fits in is there. Of several such mappings it
is one with the most pairs whose classes agree.

The greatest saving is found by Zhang and Shasha's tables, over preorder from the right. What two
subtrees save together is kept by their numbers: pages repeat themselves, and a table is made once.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from zaru.dom.shapes import Label, Shape

Pairs = list[tuple[int, int]]
Line = NDArray[np.int64]

MAX_TABLE_CELLS = 16_000_000  # of two shapes: 128 MB
_MAX_KNOWN = 3_000  # different subtrees whose savings are kept: 72 MB
# What takes as long as so many cells: to begin a line of a table, and to visit a node of a shape.
_LINE_CELLS, _NODE_CELLS = 500, 300
_STEP = 1 << 20  # what a saved step counts; an agreement of classes counts 1, and there are fewer


class Mapper:
    """Makes the mappings between the shapes of one page.

    *max_cells* bounds the work on all of them together, in cells of tables. A pair of shapes for
    which it, or what can be held at once, does not suffice has no mapping; `has_refused` says that
    there was one.
    """

    def __init__(self, max_cells: int) -> None:
        self.has_refused = False
        self._cells_left = max_cells
        self._places: dict[int, int] = {}  # of a subtree's number in `_savings`
        self._savings: Line = np.zeros((_MAX_KNOWN, _MAX_KNOWN), dtype=np.int64)  # 0: unknown
        self._sides: dict[int, _Side] = {}

    def map(self, left: Shape, right: Shape) -> Pairs | None:
        """Return the mapping as pairs of preorder places, in order; None when refused."""
        if len(left) > len(right):  # a table is made line by line: few, and long
            turned = self.map(right, left)
            return None if turned is None else sorted((there, here) for here, there in turned)
        if len(right) * _NODE_CELLS > self._cells_left:
            self.has_refused = True
            return None
        self._cells_left -= len(right) * _NODE_CELLS
        if left.numbers[0] in right.numbers:  # nothing saves more than the whole of one side
            begin = right.numbers.index(left.numbers[0])
            return [(place, begin + place) for place in range(len(left))]
        cells = len(left) * len(right)
        known = set(left.numbers).union(right.numbers).difference(self._places)
        if cells > min(self._cells_left, MAX_TABLE_CELLS) or (
            len(known) + len(self._places) > _MAX_KNOWN
        ):
            self.has_refused = True
            return None
        for number in known:
            self._places[number] = len(self._places)
        return self._search(self._side(left), self._side(right))

    def _side(self, shape: Shape) -> _Side:
        number = shape.numbers[0]
        if number not in self._sides:
            self._sides[number] = _Side(shape, self._places)
        return self._sides[number]

    def _search(self, left: _Side, right: _Side) -> Pairs:
        unknown = self._savings[np.ix_(left.key_places, right.key_places)] == 0
        for key, other in np.argwhere(unknown):  # in the order of size: each needs the smaller
            self._fill(left.part(left.keys[key]), right.part(right.keys[other]))
        pairs: Pairs = []
        waiting = [(0, 0)]
        while waiting:
            self._trace(left, right, waiting.pop(), pairs, waiting)
        return sorted(pairs)

    def _fill(self, left: _Side, right: _Side) -> list[Line]:
        """Return the greatest savings of all pairs of rests of two subtrees; keep those of trees.

        A rest is what follows a place in preorder, with it. On the right edges, where both rests
        are whole trees, their roots may be joined; elsewhere their first trees as a whole.
        """
        height, width = len(left.shape), len(right.shape)
        self._cells_left -= height * (width + _LINE_CELLS)
        edge = right.edge
        table: list[Line] = [np.zeros(0, dtype=np.int64)] * height
        table.append(np.zeros(width + 1, dtype=np.int64))
        for place in range(height - 1, -1, -1):
            below, stop = table[place + 1], left.ends[place]
            known = self._savings[left.places[place]]
            best = table[stop][right.ends] + known[right.places]
            if stop == height:
                best[edge] = below[edge + 1] + _weigh(left.shape.labels[place], right)
            np.maximum(best, below[:-1], out=best)
            line = np.zeros(width + 1, dtype=np.int64)
            np.maximum.accumulate(best[::-1], out=line[-2::-1])
            if stop == height:
                known[right.places[edge]] = line[edge]
                self._savings[right.places[edge], left.places[place]] = line[edge]
            table[place] = line
        return table

    def _trace(
        self, left: _Side, right: _Side, at: tuple[int, int], pairs: Pairs, waiting: Pairs
    ) -> None:
        """Add the pairs behind the saving of two subtrees, or let their parts wait.

        Of equal savings, trees of one tag are joined first, the first of them; then trees are left
        out whole, then those of different tags are joined, and a single node is left out last.
        """
        begin, other_begin = at
        part, other_part = left.part(begin), right.part(other_begin)
        height, width = len(part.shape), len(other_part.shape)
        if part.shape.numbers[0] == other_part.shape.numbers[0]:
            pairs += [(begin + place, other_begin + place) for place in range(height)]
            return
        table = self._fill(part, other_part)
        labels, other_labels = part.shape.labels, other_part.shape.labels
        place = other = 0
        while place < height and other < width:
            here = table[place][other]
            stop, other_stop = int(part.ends[place]), int(other_part.ends[other])
            if labels[place].tag != other_labels[other].tag:
                if here == table[place][other_stop]:
                    other = other_stop
                    continue
                if here == table[stop][other]:
                    place = stop
                    continue
            below = table[place + 1]
            if stop == height and other_stop == width:
                weight = weigh_labels(labels[place], other_labels[other])
                if here == below[other + 1] + weight:
                    pairs.append((begin + place, other_begin + other))
                    place, other = place + 1, other + 1
                    continue
            else:
                saving = self._savings[part.places[place], other_part.places[other]]
                if here == table[stop][other_stop] + saving:
                    waiting.append((begin + place, other_begin + other))
                    place, other = stop, other_stop
                    continue
            if here == below[other]:
                place += 1
            else:
                other += 1


class _Side:
    """A shape as the tables need it."""

    def __init__(self, shape: Shape, places: dict[int, int]) -> None:
        self.shape = shape
        self._all_places = places
        self.places = np.array([places[number] for number in shape.numbers])
        self.ends = np.arange(len(shape)) + np.array(shape.sizes)
        self.edge = np.flatnonzero(self.ends == len(shape))  # places that end with the whole
        self.edge_labels = [shape.labels[int(place)] for place in self.edge]
        self._parts: dict[int, _Side] = {}
        # Zhang and Shasha's key roots: of each end of a subtree the first that ends there.
        _, firsts = np.unique(self.ends, return_index=True)
        keys = {shape.numbers[place]: int(place) for place in firsts}
        self.keys = sorted(keys.values(), key=lambda place: shape.sizes[place])
        self.key_places = self.places[self.keys]

    def part(self, begin: int) -> _Side:
        """Return the subtree at the place *begin*."""
        if not begin:
            return self
        number = self.shape.numbers[begin]
        if number not in self._parts:
            at = slice(begin, begin + self.shape.sizes[begin])
            shape = Shape(self.shape.labels[at], self.shape.sizes[at], self.shape.numbers[at])
            self._parts[number] = _Side(shape, self._all_places)
        return self._parts[number]


def weigh_labels(label: Label, other: Label) -> int:
    """Return what a pair counts: the steps that it saves, then whether the classes agree."""
    return _STEP * (1 + (label.tag == other.tag)) + label.agrees(other)


def _weigh(label: Label, side: _Side) -> Line:
    return np.array([weigh_labels(label, other) for other in side.edge_labels])


def measure_distance(left: Shape, right: Shape, pairs: Iterable[tuple[int, int]]) -> int:
    """Return the paper's d: the sum of a(v) · p(v)² over the nodes of both shapes.

    p(v) is the length of the path from v to its nearest ancestor, v itself included, that is
    joined with a node of the same tag: 0 for such a node. Where there is none, the path ends one
    step above the root. a(v) is 1 where the classes of that ancestor, and of every node of the
    mapping below v, agree with those of their partners, else 2: what is added to a node of
    another kind weighs more. (The paper says only that p(v) asks a condition on labels of a
    mapped ancestor, and that a(v) depends on attributes of mapped ancestors and descendants; its
    example has no attributes.)
    """
    partners = dict(pairs)
    others = {partner: place for place, partner in partners.items()}
    return _measure_side(left, right, partners) + _measure_side(right, left, others)


def _measure_side(shape: Shape, other: Shape, partners: dict[int, int]) -> int:
    parents = shape.parents
    differs = [
        place in partners and not label.agrees(other.labels[partners[place]])
        for place, label in enumerate(shape.labels)
    ]
    has_below = [False] * len(shape)  # a pair below, of which the classes do not agree
    for place in range(len(shape) - 1, 0, -1):
        has_below[parents[place]] |= has_below[place] or differs[place]
    lengths: list[int] = []
    is_anchor_other: list[bool] = []
    total = 0
    for place, parent in enumerate(parents):
        partner = partners.get(place)
        if partner is not None and shape.labels[place].tag == other.labels[partner].tag:
            lengths.append(0)
            is_anchor_other.append(differs[place])
            continue
        lengths.append(lengths[parent] + 1 if place else 1)
        is_anchor_other.append(is_anchor_other[parent] if place else False)
        total += (1 + (is_anchor_other[place] or has_below[place])) * lengths[place] ** 2
    return total
