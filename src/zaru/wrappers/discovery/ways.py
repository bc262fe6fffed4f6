"""Ways: how rows are reached from the root or from elements with an attribute, numbered.

A way is a start, or a step down from another way; so its number is found with one look-up, however
deep it leads. All ways to a row together are its bundle. Pages of a site share most bundles, so
that a bundle is worked out once and not once for each page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from zaru.dom import TEXT
from zaru.wrappers.rules.rule import Element, Label, Part, Rule, Step

_MAX_STARTS = 3  # levels above a row at which its ways may start, beside the root
_MAX_OPEN_LEVELS = 4  # below a start at which positions may be left open

_EXACT, _ONE_OPEN, _ALL_OPEN = range(3)  # which steps of a way have a position
_ROOT_LEVEL = -1  # of ways from the root: all of them are exact

Piece = Element | Label | Step | Part | str | None  # a start, a step, a part or an attribute


# The bundle above, a tag and a position below it, and the elements at which new ways start there.
_Descent = tuple[int, str, int, tuple[Element, ...]]


class _Way(NamedTuple):
    number: int
    kind: int
    level: int  # steps below its start


class Ways:
    """The ways to the rows of a site's pages."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, Piece], int] = {}
        self._pieces: list[tuple[int, Piece]] = []  # the way before, and what is added to it
        self._bundle_numbers: dict[_Descent, int] = {}
        self._bundles: list[tuple[_Way, ...]] = []

    def begin(self, start: Element | Label | None) -> int:
        """Return the number of the way that ends where it starts."""
        return self.extend(-1, start)

    def extend(self, way: int, piece: Piece) -> int:
        """Return the number of a way with a step, a part or an attribute more."""
        key = (way, piece)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._pieces)
            self._pieces.append(key)
        return number

    def rule(self, way: int) -> Rule:
        """Return the rule that goes a way."""
        steps: list[Step] = []
        take, part = TEXT, None
        while True:
            way, piece = self._pieces[way]
            if isinstance(piece, Step):
                steps.append(piece)
            elif isinstance(piece, Part):
                part = piece
            elif isinstance(piece, str):
                take = piece
            else:
                return Rule(piece, tuple(reversed(steps)), take, part)

    def enter(self, starts: tuple[Element, ...]) -> int:
        """Return the number of the bundle of a page's first row."""
        return self._find_bundle((-1, "", 0, starts))

    def descend(self, above: int, tag: str, position: int, starts: tuple[Element, ...]) -> int:
        """Return the number of a row's bundle from the one above; new ways start at *starts*."""
        return self._find_bundle((above, tag, position, starts))

    def members(self, bundle: int) -> set[int]:
        """Return the numbers of the ways in a bundle."""
        return {way.number for way in self._bundles[bundle]}

    def _find_bundle(self, key: _Descent) -> int:
        number = self._bundle_numbers.get(key)
        if number is None:
            number = self._bundle_numbers[key] = len(self._bundles)
            self._bundles.append(self._make_bundle(*key))
        return number

    def _make_bundle(
        self, above: int, tag: str, position: int, starts: tuple[Element, ...]
    ) -> tuple[_Way, ...]:
        if above < 0:
            ways = [_Way(self.begin(None), _EXACT, _ROOT_LEVEL)]
        else:
            ways = list(dict.fromkeys(self._step(above, tag, position)))
        if not starts:
            return tuple(ways)
        own = [_Way(self.begin(start), _EXACT, 0) for start in starts]
        return (*_keep_near(ways), *own)

    def _step(self, above: int, tag: str, position: int) -> Iterable[_Way]:
        here, anywhere = Step(tag, position), Step(tag)
        for number, kind, level in self._bundles[above]:
            if level == _ROOT_LEVEL:
                yield _Way(self.extend(number, here), _EXACT, _ROOT_LEVEL)
                continue
            may_open = level < _MAX_OPEN_LEVELS
            if kind == _EXACT:
                yield _Way(self.extend(number, here), _EXACT, level + 1)
                if may_open:
                    yield _Way(self.extend(number, anywhere), _ONE_OPEN, level + 1)
            elif kind == _ONE_OPEN and may_open:
                yield _Way(self.extend(number, here), _ONE_OPEN, level + 1)
            if may_open and (kind == _ALL_OPEN or level == 0):
                yield _Way(self.extend(number, anywhere), _ALL_OPEN, level + 1)


def _keep_near(ways: Sequence[_Way]) -> list[_Way]:
    """Return *ways* without those from the starts that are farthest above."""
    levels = sorted({way.level for way in ways if way.level >= 0})[: _MAX_STARTS - 1]
    return [way for way in ways if way.level in levels or way.level == _ROOT_LEVEL]
