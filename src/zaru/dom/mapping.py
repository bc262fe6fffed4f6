"""Ordered tree edit mappings, and the distance that paper 3 builds on them (§2, §3.2).

A mapping is a set of pairs of nodes that keeps identity, ancestry and left-to-right order. The
paper asks for one that cannot be made larger and leaves open which. Ours joins nodes of one tag
only (its "condition on labels"), has as many pairs as possible and, of the mappings with that
many, one with the most pairs whose classes agree. Equal tags at the two roots are always joined,
which costs no pair: a root can take the place of whatever the other one was joined with.

Only forests that differ are searched (Zhang and Shasha's tables, over preorder from the right).
What two lists of siblings have in common at either end is joined at once, which is exact: the
pairs that such equal trees take part in all belong to one of the two, or they would cross.
Where a mapping needs more than `MAX_CELLS` table cells, the rest is joined level by level: a
mapping all the same, but perhaps not the largest.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from zaru.dom.shapes import Label, Shape

Pairs = list[tuple[int, int]]
Table = list[list[int]]

MAX_CELLS = 40_000  # of one mapping: about 10 ms in plain Python
_MAX_AHEAD = 50  # siblings among which a partner is looked for, level by level
_PAIR = 1 << 20  # what a pair counts; an agreement of classes counts 1, and there are fewer


class _Forests(NamedTuple):
    """Consecutive siblings with all below them, on either side: ranges of preorder places."""

    begin: int
    end: int
    other_begin: int
    other_end: int


def map_shapes(left: Shape, right: Shape, *, max_cells: int = MAX_CELLS) -> Pairs:
    """Return the mapping between two shapes as pairs of preorder places, in order."""
    if left == right:
        return [(place, place) for place in range(len(left))]
    mapper = _Mapper(left, right, max_cells)
    if left.labels[0].tag == right.labels[0].tag:
        mapper.join(0, 0)
    else:
        mapper.waiting.append(_Forests(0, len(left), 0, len(right)))
    while mapper.waiting:
        mapper.reduce(mapper.waiting.pop())
    return sorted(mapper.pairs)


def measure_distance(left: Shape, right: Shape, pairs: Iterable[tuple[int, int]]) -> int:
    """Return the paper's d: the sum of a(v) · p(v)² over the nodes of both shapes.

    p(v) is the length of the path from v to its nearest ancestor in the mapping, v itself
    included: 0 for a node that is mapped. Above an unmapped root one more step is counted.
    a(v) is 1 where the classes of that ancestor, and of every node of the mapping below v,
    agree with those of their partners, else 2: what is added to a node of another kind weighs
    more. (The paper says only that a(v) depends on attributes of mapped ancestors and
    descendants; its example has no attributes.)
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
        if place in partners:
            lengths.append(0)
            is_anchor_other.append(differs[place])
            continue
        lengths.append(lengths[parent] + 1 if place else 1)
        is_anchor_other.append(is_anchor_other[parent] if place else False)
        total += (1 + (is_anchor_other[place] or has_below[place])) * lengths[place] ** 2
    return total


class _Mapper:
    """The state of one search: pairs that are settled, and forests that wait."""

    def __init__(self, left: Shape, right: Shape, max_cells: int) -> None:
        self.left, self.right = left, right
        self.cells_left = max_cells
        self.pairs: Pairs = []
        self.waiting: list[_Forests] = []

    def join(self, place: int, partner: int) -> None:
        """Settle a pair; what is below the two waits."""
        self.pairs.append((place, partner))
        end, other_end = place + self.left.sizes[place], partner + self.right.sizes[partner]
        self.waiting.append(_Forests(place + 1, end, partner + 1, other_end))

    def reduce(self, forests: _Forests) -> None:
        """Settle what can be, and search the rest or let it wait."""
        tops = _tops(self.left, forests.begin, forests.end)
        others = _tops(self.right, forests.other_begin, forests.other_end)
        while tops and others and self._join_equal(tops[0], others[0]):
            del tops[0], others[0]
        while tops and others and self._join_equal(tops[-1], others[-1]):
            del tops[-1], others[-1]
        if not tops or not others:
            return
        if len(tops) == len(others) == 1 and self._weigh(tops[0], others[0]) > _PAIR:
            self.join(tops[0], others[0])
            return
        rest = _Forests(
            tops[0],
            tops[-1] + self.left.sizes[tops[-1]],
            others[0],
            others[-1] + self.right.sizes[others[-1]],
        )
        cells = _count_cells(self.left, self.right, rest)
        if cells <= self.cells_left:
            self.cells_left -= cells
            self.pairs += _search(self.left, self.right, rest)
        else:
            self._join_level(tops, others)

    def _join_equal(self, place: int, partner: int) -> bool:
        size = self.left.sizes[place]
        end, other_end = place + size, partner + size
        is_equal = (
            size == self.right.sizes[partner]
            and self.left.labels[place:end] == self.right.labels[partner:other_end]
            and self.left.sizes[place:end] == self.right.sizes[partner:other_end]
        )
        if is_equal:
            self.pairs += zip(range(place, end), range(partner, other_end), strict=True)
        return is_equal

    def _weigh(self, place: int, partner: int) -> int:
        return _weigh_labels(self.left.labels[place], self.right.labels[partner])

    def _join_level(self, tops: list[int], others: list[int]) -> None:
        """Join siblings in order: each with the next of its tag, classes before position."""
        at = 0
        for place in tops:
            weights = [self._weigh(place, other) for other in others[at : at + _MAX_AHEAD]]
            best = max(weights, default=0)
            if best:
                at += weights.index(best)
                self.join(place, others[at])
                at += 1


def _tops(shape: Shape, begin: int, end: int) -> list[int]:
    tops = []
    while begin < end:
        tops.append(begin)
        begin += shape.sizes[begin]
    return tops


def _weigh_labels(label: Label, other: Label) -> int:
    """Return what a pair counts: 0 for different tags."""
    return _PAIR + label.agrees(other) if label.tag == other.tag else 0


def _count_cells(left: Shape, right: Shape, forests: _Forests) -> int:
    ranges = _key_ranges(left, forests.begin, forests.end)
    others = _key_ranges(right, forests.other_begin, forests.other_end)
    return sum(end - begin for begin, end in ranges) * sum(end - begin for begin, end in others)


def _key_ranges(shape: Shape, begin: int, end: int) -> list[tuple[int, int]]:
    """Return the longest range for each end of a subtree: Zhang and Shasha's key roots.

    The last to begin come first, of these the shortest: each table needs the smaller ones.
    """
    starts: dict[int, int] = {}
    for place in range(begin, end):
        starts.setdefault(place + shape.sizes[place], place)
    starts[end] = begin
    return sorted(((start, stop) for stop, start in starts.items()), key=lambda at: (-at[0], at[1]))


def _search(left: Shape, right: Shape, forests: _Forests) -> Pairs:
    """Return the mapping of greatest weight between two forests."""
    begin, end, other_begin, other_end = forests
    search = _Search(left, right, forests)
    others = _key_ranges(right, other_begin, other_end)
    for start, stop in _key_ranges(left, begin, end):
        for other_start, other_stop in others:
            search.fill(
                _Forests(
                    start - begin, stop - begin, other_start - other_begin, other_stop - other_begin
                )
            )
    pairs = search.trace(_Forests(0, end - begin, 0, other_end - other_begin))
    return [(begin + place, other_begin + partner) for place, partner in pairs]


class _Search:
    """The tables of one search; places count from the beginnings of the two forests."""

    def __init__(self, left: Shape, right: Shape, forests: _Forests) -> None:
        begin, end, other_begin, other_end = forests
        self.labels = left.labels[begin:end]
        self.other_labels = right.labels[other_begin:other_end]
        self.ends = [place + size for place, size in enumerate(left.sizes[begin:end])]
        sizes = right.sizes[other_begin:other_end]
        self.other_ends = [place + size for place, size in enumerate(sizes)]
        # The greatest weight between two whole subtrees.
        self.gains: Table = [[0] * len(self.other_ends) for _ in self.ends]

    def fill(self, forests: _Forests) -> Table:
        """Return the greatest weights of all pairs of rests of two forests; keep the gains."""
        begin, end, other_begin, other_end = forests
        gains, other_ends = self.gains, self.other_ends
        table: Table = [[] for _ in range(end - begin)]
        table.append([0] * (other_end - other_begin + 1))
        for place in range(end - 1, begin - 1, -1):
            below, stop = table[place + 1 - begin], self.ends[place]
            beside, gain_line = table[stop - begin], gains[place]
            line = [0] * len(below)
            best = 0  # comparisons are written out: max() would be half of the time
            for other in range(other_end - 1, other_begin - 1, -1):
                at = other - other_begin
                if below[at] > best:
                    best = below[at]
                other_stop = other_ends[other]
                if stop == end and other_stop == other_end:
                    weight = _weigh_labels(self.labels[place], self.other_labels[other])
                    if weight and below[at + 1] + weight > best:
                        best = below[at + 1] + weight
                    gain_line[other] = best
                elif (joined := beside[other_stop - other_begin] + gain_line[other]) > best:
                    best = joined
                line[at] = best
            table[place - begin] = line
        return table

    def trace(self, forests: _Forests) -> Pairs:
        """Return the pairs behind the weight of two forests; a pair comes before a deletion."""
        pairs: Pairs = []
        waiting = [forests]
        while waiting:
            self._trace_one(waiting.pop(), pairs, waiting)
        return pairs

    def _trace_one(self, forests: _Forests, pairs: Pairs, waiting: list[_Forests]) -> None:
        begin, end, other_begin, other_end = forests
        table = self.fill(forests)
        place, other = begin, other_begin
        while place < end and other < other_end:
            here = table[place - begin][other - other_begin]
            stop, other_stop = self.ends[place], self.other_ends[other]
            below = table[place + 1 - begin]
            if stop == end and other_stop == other_end:
                weight = _weigh_labels(self.labels[place], self.other_labels[other])
                if weight and here == below[other + 1 - other_begin] + weight:
                    pairs.append((place, other))
                    place, other = place + 1, other + 1
                    continue
            else:
                gain = self.gains[place][other]
                if gain and here == table[stop - begin][other_stop - other_begin] + gain:
                    waiting.append(_Forests(place, stop, other, other_stop))
                    place, other = stop, other_stop
                    continue
            if here == below[other - other_begin]:
                place += 1
            else:
                other += 1
