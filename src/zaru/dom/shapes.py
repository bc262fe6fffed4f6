"""Shapes: what subtrees look like without their texts, so that equal ones are met once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from zaru.dom.blocks import UNSEEN_TAGS
from zaru.dom.rows import TEXT
from zaru.dom.tree import Tree

_HIDDEN_TAGS = UNSEEN_TAGS | {"head", "noscript", "template", "svg:svg", "link", "meta"}


class Label(NamedTuple):
    """What a node shows of itself: its tag, and its classes."""

    tag: str
    classes: frozenset[str] = frozenset()

    def agrees(self, other: Label) -> bool:
        """Say whether two nodes have a class in common, or neither has one.

        >>> Label("p", frozenset({"entry", "odd"})).agrees(Label("p", frozenset({"entry"})))
        True
        """
        if self.classes == other.classes:
            return True
        return not self.classes.isdisjoint(other.classes)


@dataclass(frozen=True, slots=True)
class Shape:
    """A subtree in preorder: of each node its label and how many nodes its own subtree has."""

    labels: tuple[Label, ...]
    sizes: tuple[int, ...]

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.sizes)

    @property
    def parents(self) -> list[int]:
        """The place of each node's parent, -1 for the root."""
        parents = [-1] * len(self.sizes)
        for place, size in enumerate(self.sizes):
            child = place + 1
            while child < place + size:
                parents[child] = place
                child += self.sizes[child]
        return parents

    @property
    def depths(self) -> list[int]:
        """How far each node is from the root."""
        depths: list[int] = []
        for parent in self.parents:
            depths.append(depths[parent] + 1 if depths else 0)
        return depths


class Shapes:
    """The nodes of a tree that a reader sees, and the shapes of its subtrees.

    White space, what `script` and its like hold, and the head are left out.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.rows, self.places = _find_seen(tree)  # places: of a row among `rows`, -1 for unseen
        self.labels = _read_labels(tree, self.rows)
        self.sizes = _count_sizes(tree, self.rows, self.places)
        self.shapes: list[Shape] = []  # all different, by their numbers
        self._numbers: dict[Shape, int] = {}
        self._row_numbers: dict[int, int] = {}

    def below(self, row: int) -> list[int]:
        """Return *row* and the seen rows below it, in document order."""
        place = self.places[row]
        return self.rows[place : place + self.sizes[place]]

    def end(self, row: int) -> int:
        """Return a row behind the last seen one below *row*, before the next seen one."""
        place = self.places[row]
        return self.rows[place + self.sizes[place] - 1] + 1

    def size(self, row: int) -> int:
        """Return the number of nodes of the subtree at *row*."""
        return self.sizes[self.places[row]]

    def path(self, row: int, below: int) -> list[Label]:
        """Return the labels from the row *below* up to *row*."""
        labels = [self.labels[self.places[below]]]
        while below != row:
            below = self.tree.parents[below]
            labels.append(self.labels[self.places[below]])
        return labels

    def shape(self, row: int) -> Shape:
        """Return the shape of the subtree at *row*."""
        begin = self.places[row]
        end = begin + self.sizes[begin]
        return Shape(tuple(self.labels[begin:end]), tuple(self.sizes[begin:end]))

    def number(self, row: int) -> int:
        """Return the number in `shapes` of the shape of *row*; equal shapes have one number."""
        if row not in self._row_numbers:
            shape = self.shape(row)
            number = self._row_numbers[row] = self._numbers.setdefault(shape, len(self.shapes))
            if number == len(self.shapes):
                self.shapes.append(shape)
        return self._row_numbers[row]


def _find_seen(tree: Tree) -> tuple[list[int], list[int]]:
    rows: list[int] = []
    places: list[int] = []
    for row, tag in enumerate(tree.tags):
        parent = tree.parents[row]
        is_seen = parent < 0 or (
            places[parent] >= 0 and (row in tree.spans if tag == TEXT else tag not in _HIDDEN_TAGS)
        )
        places.append(len(rows) if is_seen else -1)
        if is_seen:
            rows.append(row)
    return rows, places


def _read_labels(tree: Tree, rows: list[int]) -> list[Label]:
    known: dict[tuple[str, str], Label] = {}  # equal labels are one object: fast to compare
    labels = []
    for row in rows:
        tag = tree.tags[row]
        words = "" if tag == TEXT else tree.attribute(row, "class") or ""
        label = known.get((tag, words))
        if label is None:
            label = known[tag, words] = Label(tag, frozenset(words.split()))
        labels.append(label)
    return labels


def _count_sizes(tree: Tree, rows: list[int], places: list[int]) -> list[int]:
    sizes = [1] * len(rows)
    for place in range(len(rows) - 1, 0, -1):
        sizes[places[tree.parents[rows[place]]]] += sizes[place]
    return sizes
