"""The words of a passage as an index keeps them: three texts, no object for a word."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from zaru.search.words import Line

MAX_PASSAGE_CHARS = 20_000  # a longer one is cut: places are numbers below this
_PLACE_BASE = 32  # places are characters, and JSON would escape those below a blank


class KeptLine(NamedTuple):
    """Words and readings with blanks between them; begin and end of each as two characters."""

    words: str
    readings: str  # one for each word, empty for most
    places: str

    @classmethod
    def of(cls, line: Line) -> KeptLine:
        """Return *line* as it is kept."""
        return cls(" ".join(line.terms), " ".join(line.readings), write_places(line.places))


def join_lines(lines: Iterable[KeptLine]) -> KeptLine:
    """Return words, readings and places of all *lines*, a line for each."""
    return KeptLine(*map("\n".join, zip(*lines, strict=True)))


def write_places(places: object) -> str:
    """Return numbers as characters, so that JSON reads them at once."""
    codes = np.minimum(np.asarray(places, np.int64), MAX_PASSAGE_CHARS) + _PLACE_BASE
    return str(codes.astype("<u4").tobytes(), "utf-32-le")


def read_place(places: str, number: int) -> tuple[int, int]:
    """Return where the word of that *number* begins and ends in its passage.

    >>> read_place(write_places([0, 2, 3, 5]), 1)
    (3, 5)
    """
    begin, end = places[2 * number], places[2 * number + 1]
    return ord(begin) - _PLACE_BASE, ord(end) - _PLACE_BASE
