"""A page as wrappers see it: its text runs in order, and ways from row to row."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate

from zaru.dom import BLOCK_TAGS, TEXT, UNSEEN_TAGS
from zaru.page import Page
from zaru.wrappers.record import collapse

# Attributes that never hold a value, and how the names of others that do not begin.
_NO_VALUES = frozenset({"class", "id", "style", "width", "height", "target", "border"})
_EVENT = "on"
MAX_LABEL_LEVELS = 4  # between a value or its label and the element that holds both
Attributed = dict[tuple[str, str, str], list[int]]  # rows by tag, attribute and value
_MAX_ATTRIBUTE_CHARS = 2000  # longer ones are data, not values


class View:
    """One page, indexed for finding values and following rules. Runs are counted from 0."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tree = tree = page.tree
        parents, tags = tree.parents, tree.tags
        # Rows of the text runs that are not white space, without scripts.
        self.runs = [
            row for row in tree.spans if tags[row] == TEXT and tags[parents[row]] not in UNSEEN_TAGS
        ]
        self.runs.sort()
        self.number = {row: number for number, row in enumerate(self.runs)}
        self._children: dict[int, list[int]] = {}
        self._rows_of: dict[tuple[str, str], Attributed] = {}

    @property
    def name(self) -> str:
        """What the page is called in labels, messages and records."""
        return self.page.origin.source

    @cached_property
    def texts(self) -> list[str]:
        """The texts of the runs, white space as one space."""
        return [collapse(self.tree.text(row)) for row in self.runs]

    @cached_property
    def squeezed(self) -> tuple[str, list[int]]:
        """The texts of all runs in one, without white space, and where each begins and the end."""
        texts = ["".join(text.split()) for text in self.texts]
        return "".join(texts), [0, *accumulate(map(len, texts))]

    def children(self, row: int) -> list[int]:
        """Return the rows below *row*: elements, and the runs that are not white space."""
        found = self._children.get(row)
        if found is None:
            found = self._children[row] = list(self._iter_children(row))
        return found

    def _iter_children(self, row: int) -> Iterator[int]:
        tags, parents, depths = self.tree.tags, self.tree.parents, self.tree.depths
        below, child = depths[row] + 1, row + 1
        if child == len(depths) or depths[child] != below:
            return
        while parents[child] == row:
            if tags[child] != TEXT or child in self.number:
                yield child
            try:
                child = depths.index(below, child + 1)  # passes over what is below the child
            except ValueError:
                return

    @cached_property
    def positions(self) -> dict[int, int]:
        """The place of each row among its siblings with the same tag, from 1."""
        counts: dict[tuple[int, str], int] = {}
        positions: dict[int, int] = {}
        for row, key in enumerate(zip(self.tree.parents, self.tree.tags, strict=True)):
            if key[1] != TEXT or row in self.number:
                positions[row] = counts[key] = counts.get(key, 0) + 1
        return positions

    @cached_property
    def reach(self) -> dict[int, tuple[int, int]]:
        """The numbers of the first and behind the last run in each element that holds some."""
        numbers = range(len(self.runs))
        first, last = self._holders(numbers), self._holders(numbers[::-1])
        return {row: (number, last[row] + 1) for row, number in first.items()}

    def _holders(self, numbers: Iterable[int]) -> dict[int, int]:
        """Return the elements above runs, each with the first of *numbers* that it holds."""
        parents = self.tree.parents
        found: dict[int, int] = {}
        for number in numbers:
            above = parents[self.runs[number]]
            while above >= 0 and above not in found:
                found[above] = number
                above = parents[above]
        return found

    @cached_property
    def runs_by_text(self) -> dict[str, list[int]]:
        """The numbers of the runs that say a text."""
        found: dict[str, list[int]] = {}
        for number, text in enumerate(self.texts):
            found.setdefault(text, []).append(number)
        return found

    @cached_property
    def rows_by_attribute(self) -> Attributed:
        """The rows of a tag with an attribute that has a value; each class by itself, too."""
        return self._index(row for row, tag in enumerate(self.tree.tags) if tag != TEXT)

    @cached_property
    def attributes_by_value(self) -> dict[str, list[tuple[int, str]]]:
        """The rows and names of the attributes that hold a value."""
        found: dict[str, list[tuple[int, str]]] = {}
        for row, pairs in enumerate(self.tree.values):
            if isinstance(pairs, tuple):
                for name, value in pairs:
                    if value and len(value) <= _MAX_ATTRIBUTE_CHARS and may_hold_value(name):
                        found.setdefault(collapse(value), []).append((row, name))
        return found

    def text(self, row: int) -> str:
        """Return the text of a run or of all runs in an element, white space as one space."""
        if row in self.number:
            return collapse(self.tree.text(row))
        runs = self.runs_in(row)
        return self.join(runs) if len(runs) > 1 else "".join(map(self.text, runs))

    def runs_in(self, row: int) -> list[int]:
        """Return the rows of the runs of an element, or of a run itself."""
        end = self.tree.ends[row]
        return self.runs[bisect_left(self.runs, row) : bisect_left(self.runs, end)]

    def join(self, runs: Sequence[int]) -> str:
        """Return the text of several runs; line breaks and the edges of blocks part it."""
        tags, parents, depths = self.tree.tags, self.tree.parents, self.tree.depths
        parts: list[str] = []
        blocks: list[int] = []  # the depths of those that are open
        for row in range(runs[0], runs[-1] + 1):
            while blocks and depths[row] <= blocks[-1]:
                blocks.pop()
                parts.append(" ")
            tag = tags[row]
            if tag == TEXT:
                if tags[parents[row]] not in UNSEEN_TAGS:
                    parts.append(self.tree.text(row))
            elif tag == "br":
                parts.append(" ")
            elif tag in BLOCK_TAGS:
                blocks.append(depths[row])
                parts.append(" ")
        return collapse("".join(parts))

    def rows_of(self, tag: str, attribute: str, value: str) -> list[int]:
        """Return what `rows_by_attribute` has for a key, without looking at other tags."""
        if not attribute:
            return self.tree.rows_of(tag)
        known = self._rows_of.get((tag, attribute))
        if known is None:
            known = self._rows_of[tag, attribute] = self._index(self.tree.rows_of(tag), attribute)
        return known.get((tag, attribute, value), [])

    def _index(self, rows: Iterable[int], attribute: str = "") -> Attributed:
        """Return which of *rows* have what, in one attribute or in any."""
        found: Attributed = {}
        tags = self.tree.tags
        for row in rows:
            found.setdefault((tags[row], "", ""), []).append(row)
            for name, value in self.tree.pairs(row):
                if not attribute or name == attribute:
                    for part in _indexed_values(name, value):
                        found.setdefault((tags[row], name, part), []).append(row)
        return found

    def are_near(self, label: int, value: int) -> bool:
        """Say whether one small element holds both rows."""
        depths, holder = self.tree.depths, self.tree.shared(label, value)
        return max(depths[label], depths[value]) - depths[holder] <= MAX_LABEL_LEVELS

    def way(self, row: int) -> list[int]:
        """Return the rows from the root to *row*."""
        return [row, *self.tree.ancestors(row)][::-1]


def _indexed_values(name: str, value: str | None) -> Iterable[str]:
    """Return what an attribute is known by: its value, and of `class` each class."""
    if not value or len(value) > _MAX_ATTRIBUTE_CHARS:
        return ()
    return {value, *value.split()} if name == "class" else (value,)


def may_hold_value(attribute: str) -> bool:
    """Say whether an attribute may hold what a reader gets to see or to follow."""
    return attribute not in _NO_VALUES and not attribute.startswith(_EVENT)
