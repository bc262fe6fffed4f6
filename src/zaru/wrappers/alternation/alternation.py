"""FindOptimal: the template of pages by alternation counts, paper 4, §2.

Pages of one template alternate between common parts, which all of them have, and other parts.
Both are long, so where substrings of a good length and frequency mark the common parts, there are
few borders. FindOptimal looks for such a length and frequency, in raw text: it knows nothing of
markup or language, and upper and lower case, wide and narrow characters are different.

Where the paper is silent:

- The alternation count of several texts is the sum of theirs; no substring crosses a border of
  texts, and such a border is no alternation.
- The top a % of the distinct substrings is rounded up; substrings of equal frequency are in the
  order of their code points, so that the result depends neither on chance nor on the order of
  the texts.
- The walk goes on while a neighbour is at most equal, for it ends when both are larger. Where
  both neighbours are equal it goes to the longer substrings. It also ends where there is no
  border left, and at `MAX_LENGTH`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

from zaru.wrappers.alternation.substrings import (
    Level,
    Texts,
    count_borders,
    find_gaps,
    first_level,
    mark_frequent,
    next_level,
)

Part = tuple[int, int]  # begin and end, in characters

# The paper's fifteen sites end between 4 and 78. The limit bounds the time for input on which
# borders stay as they are however long substrings become, such as 100,000 spaces and a word.
MAX_LENGTH = 256


@dataclass(frozen=True, slots=True)
class CutPoint:
    """Which substrings are frequent: of this length, the top percent by frequency."""

    length: int
    percent: int  # 1 to 100


@dataclass(frozen=True, slots=True)
class Division:
    """Texts cut into common and other parts; what is not in `others` is common."""

    cut: CutPoint
    others: tuple[tuple[Part, ...], ...]  # for each text, in order


def find_optimal(texts: Sequence[str]) -> CutPoint:
    """Return the cut point at which the walk from (2, 1) ends."""
    return _walk(Texts.from_strings(texts))[0]


def divide(texts: Sequence[str], cut: CutPoint | None = None) -> Division:
    """Cut *texts* into common and other parts at *cut*; without one, where FindOptimal says."""
    numbered = Texts.from_strings(texts)
    if cut is None:
        cut, level = _walk(numbered)
    else:
        level = first_level(numbered)
        while level.length < cut.length:
            level = next_level(level, numbered)
    marks = mark_frequent(level, cut.percent, numbered)
    bounds = zip(numbered.begins.tolist(), numbered.ends.tolist(), strict=True)
    others = (tuple(find_gaps(marks[begin:end], cut.length)) for begin, end in bounds)
    return Division(cut, tuple(others))


def _walk(texts: Texts) -> tuple[CutPoint, Level]:
    """Go from neighbour to neighbour while there are no more borders than before."""
    level = next_level(first_level(texts), texts)
    longer = next_level(level, texts)
    percent = 1
    borders = _count(level, percent, texts)
    while borders:
        steps = []
        if longer.distinct and longer.length <= MAX_LENGTH:
            steps.append((_count(longer, percent, texts), longer, percent))
        if percent < 100:
            steps.append((_count(level, percent + 1, texts), level, percent + 1))
        fewest = min(steps, key=itemgetter(0), default=None)
        if fewest is None or fewest[0] > borders:
            break
        borders, level, percent = fewest
        if level is longer:
            longer = next_level(level, texts)
    return CutPoint(level.length, percent), level


def _count(level: Level, percent: int, texts: Texts) -> int:
    marks = mark_frequent(level, percent, texts)
    return count_borders(marks, level.length, texts)
