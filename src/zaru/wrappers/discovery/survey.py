"""Survey: all rows of a site's pages that may hold a value, by the ways that lead to them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from zaru.dom import BLOCK_TAGS, TEXT
from zaru.dom.keeping import once
from zaru.wrappers.discovery.ways import Piece, Ways
from zaru.wrappers.rules.candidates import (
    ANCHORS,
    COMMON_TAGS,
    MAX_LABEL_CHARS,
    MAX_LABEL_DISTANCE,
    list_anchors,
)
from zaru.wrappers.rules.notation import can_write
from zaru.wrappers.rules.rule import Element, Label, Part, Rule, Step
from zaru.wrappers.rules.view import MAX_LABEL_LEVELS, View, may_hold_value

Place = tuple[int, int]  # the number of a page, and a row

# A text on so many of the pages belongs to their template and may be the label of a value.
TEMPLATE_SHARE = 0.25
_MAX_ANCHORS = 3  # of one element that ways start at
_MAX_ANCHOR_CHARS = 200
_ATTRIBUTES = frozenset("content datetime alt href value".split())  # in XML, any attribute
_MAX_VALUE_CHARS = 2000
_MAX_VALUE_RUNS = 12  # in an element whose whole text may be a value
_ELSEWHERE = frozenset({"a", "title"})
_PREFIX = re.compile(r"[^:：]{1,40}[:：](?=.)(?!//)")  # not http:


class Survey:
    """What stands where on the pages of a site."""

    def __init__(self, views: Sequence[View]) -> None:
        self.least_pages = max(2.0, TEMPLATE_SHARE * len(views))
        texts = [set(view.texts) for view in views]
        elsewhere = chain.from_iterable(map(_texts_elsewhere, views))
        self.labels = self._frequent(texts).difference({""}, elsewhere)
        self._prefixes = self._frequent({_find_prefix(text) for text in page} for page in texts)
        self._anchors = _count_anchors(views)
        self.kept: dict[object, object] = {}
        self._ways = Ways()
        self._in_bundles: dict[tuple[int, Piece], list[Place]] = {}
        self._single: dict[int, list[Place]] = {}  # elements with one run, by their bundles
        self._behind_labels: dict[int, list[Place]] = {}
        for page, view in enumerate(views):
            self._walk(page, view)
            for number in range(len(view.runs)):
                for way, row in chain(
                    self._label_ways(view, number), self._far_label_ways(view, number)
                ):
                    self._behind_labels.setdefault(way, []).append((page, row))

    def rules(self, least_pages: float) -> Iterator[tuple[Rule, tuple[Place, ...]]]:
        """Yield the rules that lead to something on enough pages, and where to."""
        places = {way: list(found) for way, found in self._behind_labels.items()}
        for (bundle, piece), found in self._in_bundles.items():
            for way in self._ways.members(bundle):
                number = way if piece is None else self._ways.extend(way, piece)
                places.setdefault(number, []).extend(found)
        # An element is read whole where some pages have markup in it, and then everywhere.
        for bundle, found in self._single.items():
            for way in self._ways.members(bundle) & places.keys():
                places[way].extend(found)
        for way, found in places.items():
            if len({page for page, _ in found}) >= least_pages:
                yield self._ways.rule(way), tuple(sorted(set(found)))

    def _frequent(self, pages: Iterable[set[str]]) -> set[str]:
        counts = Counter(text for page in pages for text in page if len(text) <= MAX_LABEL_CHARS)
        return {text for text, count in counts.items() if count >= self.least_pages}

    def _walk(self, page: int, view: View) -> None:
        """Note the runs, elements and attributes of a page with the bundles that lead to them."""
        tags, parents = view.tree.tags, view.tree.parents
        takes_all = tags[:1] != ["html"]
        bundles: dict[int, int] = {}
        for row, tag in enumerate(tags):
            if tag == TEXT and row not in view.number:
                continue
            pairs = () if tag == TEXT else view.tree.pairs(row)
            starts = self._find_starts(tag, pairs)
            if row == 0:
                bundles[row] = self._ways.enter(starts)
            elif parents[row] in bundles and can_write(tag):
                above = bundles[parents[row]]
                bundles[row] = self._ways.descend(above, tag, view.positions[row], starts)
            else:
                continue
            if tag != TEXT and _count_runs(view, row) == 1:
                self._single.setdefault(bundles[row], []).append((page, row))
            for piece in self._pieces(view, row, pairs, takes_all):
                self._in_bundles.setdefault((bundles[row], piece), []).append((page, row))

    def _pieces(
        self, view: View, row: int, pairs: tuple[tuple[str, str | None], ...], takes_all: bool
    ) -> Iterator[Piece]:
        """Yield what may be a value at a row: None for its text, a part of it, attributes."""
        if row in view.number:
            yield None
            prefix = _find_prefix(view.texts[view.number[row]])
            if prefix and prefix in self._prefixes:
                yield Part(prefix, "")
            return
        if self._is_line(view, row):
            yield None
        for name, value in pairs:
            is_taken = name in _ATTRIBUTES or (takes_all and may_hold_value(name))
            if is_taken and value and len(value) <= _MAX_VALUE_CHARS:
                yield name

    @once
    def _find_starts(
        self, tag: str, pairs: tuple[tuple[str, str | None], ...]
    ) -> tuple[Element, ...]:
        """Return what an element can be known by on enough pages, without what says the same."""
        found: dict[tuple[int, int], Element] = {}
        for element in _elements(tag, pairs) if tag != TEXT else ():
            counts = self._anchors.get(element, (0, 0))
            if counts[0] >= self.least_pages:
                found.setdefault(counts, element)
        return tuple(found.values())[:_MAX_ANCHORS]

    def _label_ways(self, view: View, number: int) -> Iterator[tuple[int, int]]:
        """Yield the ways to a run, or to an element it begins, from a label right before it."""
        tags, parents = view.tree.tags, view.tree.parents
        row = holder = view.runs[number]
        first, end = number, number + 1
        tail: list[str] = []  # the tags from below the holder to the run, the last first
        for level in range(MAX_LABEL_LEVELS):
            for label in (first - 1, first):
                is_new = level == 0 or end - label > 2  # else: the same as one level below
                if label < number and is_new and self._is_label(view, label, label + 1):
                    way = self._ways.begin(_label(view, label, label + 1, holder))
                    if level and first == number and self._is_line(view, holder):
                        yield way, holder
                    for tag in reversed(tail):
                        way = self._ways.extend(way, Step(tag))
                    yield way, row
            tail.append(tags[holder])
            holder = parents[holder]
            if holder <= 0 or not can_write(tail[-1]):
                break
            first, end = view.reach[holder]

    def _far_label_ways(self, view: View, number: int) -> Iterator[tuple[int, int]]:
        """Yield the ways to a run from a label some runs before it."""
        row = view.runs[number]
        for label in range(number - 2, max(number - MAX_LABEL_DISTANCE, 0) - 1, -1):
            between = view.texts[label + 1]
            if between in self.labels and any(map(str.isalnum, between)):
                break  # a nearer label
            if self._is_label(view, label, number):
                yield self._ways.begin(_label(view, label, number, row)), row

    def _is_line(self, view: View, row: int) -> bool:
        """Say whether an element holds a few runs, more than labels and a value, and no block."""
        if not 2 <= _count_runs(view, row) <= _MAX_VALUE_RUNS:
            return False
        first, end = view.reach[row]
        if self.labels.issuperset(view.texts[first : end - 1]):
            return False
        return BLOCK_TAGS.isdisjoint(view.tree.tags[row + 1 : view.runs[end - 1]])

    def _is_label(self, view: View, label: int, value: int) -> bool:
        """Say whether a run is of the template, and near to another."""
        return (
            label >= 0
            and view.texts[label] in self.labels
            and view.are_near(view.runs[label], view.runs[value])
        )


def _texts_elsewhere(view: View) -> Iterator[str]:
    """Yield the texts of links and titles: they are of other things than what comes next."""
    tags, parents = view.tree.tags, view.tree.parents
    for number, row in enumerate(view.runs):
        if tags[parents[row]] in _ELSEWHERE:
            yield view.texts[number]


def _label(view: View, label: int, value: int, holder: int) -> Label:
    tree, row = view.tree, view.runs[value]
    tag = tree.tags[tree.parents[row]]
    return Label(view.texts[label], tag, value - label, tree.depths[row] - tree.depths[holder])


def _count_anchors(views: Iterable[View]) -> dict[tuple[str, str, str], tuple[int, int]]:
    """Return on how many pages elements with an attribute are, and how many there are."""
    counts: dict[tuple[str, str, str], tuple[int, int]] = {}
    for view in views:
        for key, rows in view.rows_by_attribute.items():
            if not key[1] or key[1] in ANCHORS:
                pages, elements = counts.get(key, (0, 0))
                counts[key] = (pages + 1, elements + len(rows))
    return counts


def _elements(tag: str, pairs: tuple[tuple[str, str | None], ...]) -> Iterator[Element]:
    yield from list_anchors(tag, (one for one in pairs if len(one[1] or "") <= _MAX_ANCHOR_CHARS))
    if tag not in COMMON_TAGS:
        yield Element(tag)


def _count_runs(view: View, row: int) -> int:
    first, end = view.reach.get(row, (0, 0))
    return end - first


def _find_prefix(text: str) -> str:
    """Return the label that a text begins with, "" for none.

    >>> _find_prefix("発行: 2013/02/04")
    '発行:'
    """
    match = _PREFIX.match(text)
    return match[0] if match else ""
