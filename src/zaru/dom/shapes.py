"""Shapes: what subtrees look like without their texts, so that equal ones are met once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from zaru.dom.blocks import UNSEEN_TAGS
from zaru.dom.columns import TEXT
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
    """A subtree in preorder: of each node its label, and the size and number of its own subtree.

    Equal subtrees have equal numbers, within one shape and between shapes of one page.
    """

    labels: Sequence[Label]
    sizes: Sequence[int]
    numbers: Sequence[int]

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


class Shapes:
    """The nodes of a tree that a reader sees, and the shapes of its subtrees.

    White space, what `script` and its like hold, and the head are left out.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.rows, self.places = _find_seen(tree)  # places: of a row among `rows`, -1 for unseen
        self.labels = _read_labels(tree, self.rows)
        self.sizes = _count_sizes(tree, self.rows, self.places)
        self.numbers = number_subtrees(self.labels, self.sizes)

    def end(self, row: int) -> int:
        """Return a row behind the last seen one below *row*, before the next seen one."""
        place = self.places[row]
        return self.rows[place + self.sizes[place] - 1] + 1

    def size(self, row: int) -> int:
        """Return the number of nodes of the subtree at *row*."""
        return self.sizes[self.places[row]]

    def label(self, row: int) -> Label:
        """Return the label of *row*."""
        return self.labels[self.places[row]]

    def number(self, row: int) -> int:
        """Return the number of the subtree at *row*; equal subtrees have one number."""
        return self.numbers[self.places[row]]

    def shape(self, row: int) -> Shape:
        """Return the shape of the subtree at *row*."""
        begin = self.places[row]
        end = begin + self.sizes[begin]
        return Shape(self.labels[begin:end], self.sizes[begin:end], self.numbers[begin:end])


def number_subtrees(labels: Sequence[Label], sizes: Sequence[int]) -> list[int]:
    """Return a number for each subtree of a forest in preorder, the same for equal ones."""
    known: dict[tuple[Label, tuple[int, ...]], int] = {}
    numbers = [0] * len(sizes)
    for place in range(len(sizes) - 1, -1, -1):
        below = []
        child = place + 1
        while child < place + sizes[place]:
            below.append(numbers[child])
            child += sizes[child]
        numbers[place] = known.setdefault((labels[place], tuple(below)), len(known))
    return numbers


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
