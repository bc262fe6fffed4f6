"""Shapes: what values look like, to tell a price from a name without knowing either."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

_RUN = re.compile(r"[^\W\d_]+|\d+|\s+|.")
_MAX_RUNS = 40
_ALIKE = 0.8  # how much a shape of the same characters, but not the same order, is worth


def shape(value: str) -> str:
    """Return what a value looks like: words as a or A, numbers as 9, the rest as it is.

    >>> shape("$1,200.50 (incl. Tax)")
    '$9,9.9 (a. A)'
    """
    return "".join(_letter(run[0]) for run in islice(_RUN.finditer(value), _MAX_RUNS))


def _letter(run: str) -> str:
    if run[0].isdigit():
        return "9"
    if run[0].isalpha():
        return "A" if run[0].isupper() else "a"
    return " " if run.isspace() else run


class Shapes:
    """The shapes of known values."""

    def __init__(self, values: Iterable[str]) -> None:
        self.shapes = {shape(value) for value in values}
        self.characters = {frozenset(known) for known in self.shapes}
        self._fits: dict[str, float] = {}

    def fit(self, values: Iterable[str]) -> float:
        """Return how much *values* look like the known ones, from 0 to 1; 0 for no values."""
        fits = [self.fit_one(value) for value in values]
        return sum(fits) / len(fits) if fits else 0.0

    def fit_one(self, value: str) -> float:
        """Return how much *value* looks like one of the known ones."""
        if value not in self._fits:
            self._fits[value] = self._measure(shape(value))
        return self._fits[value]

    def _measure(self, mine: str) -> float:
        if mine in self.shapes:
            return 1.0
        own = set(mine)
        shares = (len(own & known) / len(own | known) for known in self.characters)
        return _ALIKE * max(shares, default=0.0)
