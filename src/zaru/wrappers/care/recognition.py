"""Recognition: which of the changed pages are pages that a wrapper has samples of.

A page is known by its name, if it also says something that it said before, or else by what it
says alone. Only rare values count: every shop has “1” and “New” on every page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from zaru.dom.keeping import once
from zaru.wrappers.labels import PageNames
from zaru.wrappers.learning import MAX_SAMPLE_CHARS
from zaru.wrappers.rules.view import View
from zaru.wrappers.wrapper import Wrapper

# How many pages may have a rare value: a quarter, and up to three if they are half at most, for
# pages name things of other pages in their margins.
_RARE_SHARE, _FEW_SHARE, _FEW = 0.25, 0.5, 3
_SAME_SHARE, _OWN_SHARE = 0.5, 0.34  # of the values that a page, one of its old name, must have
_MIN_FIELDS = 2  # with rare values, for a page that has another name
_CLEARLY = 1.5  # times as much as the next page must speak for a page that has another name

Values = Mapping[str, tuple[str, ...]]  # by field; none where nobody knows


@dataclass(frozen=True, slots=True)
class Known:
    """A changed page, and what it said before."""

    number: int  # of the page
    values: Values
    has_its_name: bool  # else it is known by what it says alone, and may be one that names it


class Haystack:
    """What pages say, to ask quickly whether and how often they say a value."""

    def __init__(self, views: Sequence[View]) -> None:
        self._texts = [_squeeze_page(view) for view in views]
        self.kept: dict[object, object] = {}
        few = min(_FEW, int(_FEW_SHARE * len(views)))
        self.max_rare = max(1, few, int(_RARE_SHARE * len(views)))

    def has(self, number: int, value: str) -> bool:
        """Say whether a page may have *value*: it has its characters in this order."""
        return _squeeze(value) in self._texts[number]

    @once
    def count(self, value: str) -> int:
        """Return how many pages may have *value*."""
        return sum(_squeeze(value) in text for text in self._texts)

    def is_rare(self, value: str) -> bool:
        """Say whether only few pages have *value*."""
        return 0 < self.count(value) <= self.max_rare


def _squeeze(value: str) -> str:
    return "".join(value.split())


def _squeeze_page(view: View) -> str:
    runs = _squeeze("".join(view.texts))
    return "\n".join([runs, *map(_squeeze, view.attributes_by_value)])


def sampled_values(wrapper: Wrapper) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return the samples of *wrapper* by page and field; values that were cut are left out."""
    pages: dict[str, dict[str, tuple[str, ...]]] = {}
    for name, samples in wrapper.samples.items():
        for sample in samples:
            fields = pages.setdefault(sample.page, {})
            whole = (value for value in sample.values if len(value) < MAX_SAMPLE_CHARS)
            fields[name] = (*fields.get(name, ()), *whole)
    return pages


def recognise(wrapper: Wrapper, views: Sequence[View], haystack: Haystack) -> list[Known]:
    """Return the pages of *views* that *wrapper* has samples of."""
    names = PageNames(view.page for view in views)
    numbers = {id(view.page): number for number, view in enumerate(views)}
    found: dict[int, list[Known]] = {}
    for name, values in sampled_values(wrapper).items():
        pages = names.find(name) or names.find(PurePath(name).name)
        called = [numbers[id(page)] for page in pages]
        number = _choose(called, len(views), values, haystack)
        if number is not None:
            found.setdefault(number, []).append(Known(number, values, called == [number]))
    # Two samples of one page contradict each other.
    return [known[0] for known in found.values() if len(known) == 1]


def _choose(called: Sequence[int], count: int, values: Values, haystack: Haystack) -> int | None:
    """Return the number of the page that said *values*, None when no page clearly did."""
    if len(called) == 1 and _says(called[0], values, haystack, _OWN_SHARE, min_fields=1):
        return called[0]
    min_fields = min(_MIN_FIELDS, sum(map(bool, values.values())))
    worths = sorted(
        (sum(_rare_fields(number, values, haystack)), number)
        for number in range(count)
        if _says(number, values, haystack, _SAME_SHARE, min_fields=min_fields)
    )
    if not worths or (len(worths) > 1 and worths[-1][0] < _CLEARLY * worths[-2][0]):
        return None
    return worths[-1][1]


def _says(
    number: int, values: Values, haystack: Haystack, share: float, *, min_fields: int
) -> bool:
    """Say whether a page has a share of the values, and rare ones of some fields."""
    texts = {text for texts in values.values() for text in texts}
    found = sum(haystack.has(number, text) for text in texts)
    rare = sum(1 for _ in _rare_fields(number, values, haystack))
    return found >= share * len(texts) and rare >= min_fields


def _rare_fields(number: int, values: Values, haystack: Haystack) -> Iterator[float]:
    """Yield for each field of which a page has a rare value how rare that is."""
    for texts in values.values():
        shares = [
            1 / haystack.count(text)
            for text in texts
            if haystack.is_rare(text) and haystack.has(number, text)
        ]
        if shares:
            yield max(shares)
