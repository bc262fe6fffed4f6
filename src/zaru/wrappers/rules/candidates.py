"""Candidates: the rules that would find a value where it was seen."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import islice, product, starmap, takewhile
from typing import NamedTuple

from zaru.dom import TEXT
from zaru.wrappers.rules.notation import can_write
from zaru.wrappers.rules.occurrences import Occurrence
from zaru.wrappers.rules.rule import Element, Label, Part, Rule, Step, read_row
from zaru.wrappers.rules.view import View

ANCHORS = frozenset("id class itemprop property name rel role headers for".split())
_MAX_ANCHORS = 8  # elements above a value, from the value up, that a rule may begin at
MAX_LABEL_CHARS = 60
# Elements that are everywhere on a page: their tag alone tells nothing.
COMMON_TAGS = frozenset(
    "html head body div span a p td tr table tbody ul li b font strong br".split()
)
MAX_LABEL_DISTANCE = 3  # runs
_MAX_OWN = 4  # different positions of values that are tried as they are
_TOKEN = re.compile(r"\w+|[^\w\s]|\s+")


class Seen(NamedTuple):
    """A value that was seen on a page."""

    view: View
    place: Occurrence


class _Shape(NamedTuple):
    """A rule without its positions and its part."""

    start: Element | Label | None
    tags: tuple[str, ...]
    take: str


def make_candidates(seen: Sequence[Seen], *, values: Container[str] = ()) -> list[Rule]:
    """Return the rules that find at least one of the values, each once.

    Texts that are *values* of some field are no labels: they change from page to page.
    """
    groups: dict[_Shape, list[tuple[tuple[int, ...], Seen]]] = {}
    for sight in seen:
        for shape, positions in _shapes(sight):
            groups.setdefault(shape, []).append((positions, sight))
    rules: dict[Rule, None] = {}
    for shape, members in groups.items():
        if isinstance(shape.start, Label) and shape.start.text in values:
            continue
        parts = _parts([sight for _, sight in members])
        for steps in _steps(shape.tags, [positions for positions, _ in members]):
            for part in parts:
                rules[Rule(shape.start, steps, shape.take, part)] = None
        if not any(parts):
            for steps, part in _own_parts(shape.tags, members):
                rules[Rule(shape.start, steps, shape.take, part)] = None
    return list(rules)


def _shapes(sight: Seen) -> Iterator[tuple[_Shape, tuple[int, ...]]]:
    """Yield the ways to a value, with the position of each step."""
    view, (row, take, *_) = sight
    tree = view.tree
    way = view.way(row)
    tags = tuple(tree.tags[step] for step in way)
    if not all(map(can_write, tags)):
        return
    positions = tuple(view.positions[step] for step in way)
    yield _Shape(None, tags[1:], take), positions[1:]
    elements = range(len(way) - 1, -1, -1) if not tree.is_text(row) else range(len(way) - 2, -1, -1)
    found = 0
    for level in elements:
        tag = tags[level]
        starts = [] if tag in COMMON_TAGS else [Element(tag)]
        starts += list_anchors(tag, tree.pairs(way[level]))
        for start in starts:
            yield _Shape(start, tags[level + 1 :], take), positions[level + 1 :]
        found += bool(starts)
        if found == _MAX_ANCHORS:
            break
    if take == TEXT:
        yield from ((_Shape(label, (), take), ()) for label in _labels(view, row))


def list_anchors(tag: str, pairs: Iterable[tuple[str, str | None]]) -> Iterator[Element]:
    """Yield what an element can be known by, beside its tag alone."""
    for name, value in pairs:
        if value and name in ANCHORS:
            yield Element(tag, name, value)
            if name == "class" and len(classes := value.split()) > 1:
                yield from (Element(tag, name, word) for word in dict.fromkeys(classes))


def _labels(view: View, row: int) -> Iterator[Label]:
    """Yield the texts that stand before a value."""
    is_run = row in view.number
    if not is_run and row not in view.reach:
        return
    first = view.number[row] if is_run else view.reach[row][0]
    value = view.runs[first]
    tag = view.tree.tags[view.tree.parents[row] if is_run else row]
    for distance in range(1, min(MAX_LABEL_DISTANCE, first) + 1):
        text = view.texts[first - distance]
        is_near = view.are_near(view.runs[first - distance], value)
        if text and is_near and len(text) <= MAX_LABEL_CHARS:
            yield Label(text, tag, distance, whole=not is_run)


def _steps(tags: tuple[str, ...], positions: list[tuple[int, ...]]) -> Iterator[tuple[Step, ...]]:
    """Yield the steps of one shape: what all values share, each value's own, no positions."""
    yield _common_steps(tags, positions)
    for own in islice(dict.fromkeys(positions), _MAX_OWN):
        yield tuple(map(Step, tags, own))
        if own:
            yield (*map(Step, tags[:-1], own[:-1]), Step(tags[-1]))
    yield tuple(map(Step, tags))


def _common_steps(tags: tuple[str, ...], positions: list[tuple[int, ...]]) -> tuple[Step, ...]:
    columns = zip(*positions, strict=True)
    return tuple(
        Step(tag, column[0] if len(set(column)) == 1 else None)
        for tag, column in zip(tags, columns, strict=True)
    )


def _parts(seen: Iterable[Seen]) -> list[Part | None]:
    """Return what may be taken of the texts that hold the values, None for all of them."""
    around: list[tuple[str, str]] = []
    parts: list[Part | None] = []
    for view, (row, take, begin, end) in seen:
        if end >= 0:
            text = read_row(view, row, take)
            around.append((text[:begin], text[end:]))
        elif not parts:
            parts.append(None)
    if around:
        left = _common_start([before[::-1] for before, _ in around])[::-1]
        right = _common_start([behind for _, behind in around])
        ends = not any(behind for _, behind in around)
        begins = not any(before for before, _ in around)
        lefts = _sides(left, begins, is_left=True)
        parts += starmap(Part, product(lefts, _sides(right, ends, is_left=False)))
    return parts


def _own_parts(
    tags: tuple[str, ...], members: Sequence[tuple[tuple[int, ...], Seen]]
) -> Iterator[tuple[tuple[Step, ...], Part | None]]:
    """Yield the parts at one position: elsewhere, a value like 月 is a part of other texts, too."""
    groups: dict[tuple[int, ...], list[Seen]] = {}
    for positions, sight in members:
        groups.setdefault(positions, []).append(sight)
    for positions in nlargest(_MAX_OWN, groups, key=lambda own: len(groups[own])):
        for part in _parts(groups[positions]):
            yield tuple(map(Step, tags, positions)), part


def _common_start(texts: Sequence[str]) -> str:
    """Return the longest string that all texts begin with: what the first and last in order do."""
    first, last = min(texts), max(texts)
    same = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    return "".join(character for character, _ in same)


def _sides(side: str, is_end: bool, *, is_left: bool) -> Iterator[str]:
    """Yield strings that a part may stand behind or before: all, then one to three words."""
    if is_end:
        yield ""
        return
    if side:
        yield side
    words = _TOKEN.findall(side)
    for count in (1, 2, 3):
        if count < len(words):
            yield "".join(words[-count:] if is_left else words[:count])
