"""Evidence: what known pages say about a rule for changed pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from zaru.wrappers.care.recognition import Haystack, Known
from zaru.wrappers.rules.occurrences import FINDERS
from zaru.wrappers.rules.view import View

Reading = Sequence[frozenset[str]]  # what a rule reads, for each page

_MIN_WEIGHT, _MIN_WEIGHT_ELSEWHERE = 2.0, 3.0  # of all pages
_MOST, _MAJORITY = 0.9, 0.5  # of the known pages that had a field, and say again what they said
_MAX_LESSONS = 8  # pages to learn from; what others say is a test
_COMMON, _RARE, _UNIQUE = 1 / 3, 1.0, 1.5  # the weight of a value; long ones can be unique
_LONG = 8  # characters
_MAX_WEIGHT = 3.0  # of a page, however many values it has
_PARTIAL = 0.5  # of the values must be found again to be of use, and so much less they weigh
_MIN_CHARS = 4  # a shorter value is found in other words


@dataclass(frozen=True, slots=True)
class Clue:
    """The values of a field that a known page has still."""

    number: int  # of the page
    values: frozenset[str] | None  # empty: it did not have the field; None: it has others now
    is_whole: bool  # they are all that it had
    weight: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a rule agrees with clues."""

    weight: float  # of the pages on which it is right
    pages: int
    changed: int  # known pages that had the field, but say something else now
    wrong: tuple[Clue, ...]
    is_varied: bool  # the pages on which it is right do not all say the same

    def is_right(self, *, has_anchor: bool) -> bool:
        """Say whether it is right wherever clues tell, and they tell enough.

        *has_anchor*: it begins where the old rule began. Else clues must tell more: the field
        may be gone, and another be equal by chance, like a list price.
        """
        min_weight = _MIN_WEIGHT if has_anchor else _MIN_WEIGHT_ELSEWHERE
        min_share = _MAJORITY if has_anchor else _MOST
        is_enough = self.weight >= min_weight and self.is_varied and self.share > min_share
        return is_enough and not self.wrong

    @property
    def share(self) -> float:
        """The share of known pages that had the field and say again what they said."""
        return self.pages / (self.pages + self.changed) if self.pages else 0.0


def find_clues(
    name: str,
    known: Sequence[Known],
    views: Sequence[View],
    haystack: Haystack,
    *,
    may_be_part: bool,
) -> list[Clue]:
    """Return what known pages tell of a field; *may_be_part*: short values may stand in texts."""
    clues = []
    for page in (page for page in known if name in page.values):
        values = page.values[name]
        found = [
            value
            for value in dict.fromkeys(values)
            if haystack.has(page.number, value)
            and _stands(views[page.number], value, may_be_part or len(value) >= _MIN_CHARS)
        ]
        if not values:
            clues.append(Clue(page.number, frozenset(), True, 0.0))
        elif len(found) < _PARTIAL * len(set(values)):
            clues.append(Clue(page.number, None, False, 0.0))
        else:
            is_whole = len(found) == len(set(values))
            weight = min(sum(_weigh(value, haystack) for value in found), _MAX_WEIGHT)
            weight *= 1.0 if is_whole else _PARTIAL
            clues.append(Clue(page.number, frozenset(found), is_whole, weight))
    return clues


def _weigh(value: str, haystack: Haystack) -> float:
    if haystack.count(value) == 1 and len(value) >= _LONG:
        return _UNIQUE
    return _RARE if haystack.is_rare(value) else _COMMON


def _stands(view: View, value: str, may_be_part: bool) -> bool:
    finders = FINDERS if may_be_part else FINDERS[:1]
    return any(True for _ in chain.from_iterable(find(view, value) for find in finders))


def judge(reading: Reading, clues: Sequence[Clue]) -> Verdict:
    """Return how a rule that reads *reading* agrees with *clues*."""
    right = [clue for clue in clues if _agrees(reading[clue.number], clue)]
    telling = [clue for clue in right if clue.values]
    return Verdict(
        sum(clue.weight for clue in telling),
        len(telling),
        sum(clue.values is None for clue in clues),
        tuple(clue for clue in clues if clue not in right and clue.values is not None),
        len({clue.values for clue in telling}) > 1,
    )


def _agrees(texts: frozenset[str], clue: Clue) -> bool:
    if clue.values is None:
        return False
    return texts == clue.values if clue.is_whole else texts >= clue.values


def choose_lessons(clues: Sequence[Clue]) -> list[list[Clue]]:
    """Return the clues to learn from, and halves of them.

    Pages that did not have the field are in both halves; those that changed are in none.
    """
    telling = [clue for clue in clues if clue.values][:_MAX_LESSONS]
    silent = [clue for clue in clues if clue.values == frozenset()][:_MAX_LESSONS]
    return [[*some, *silent] for some in (telling, telling[::2], telling[1::2])]
