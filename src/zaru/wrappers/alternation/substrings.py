"""All substrings of one length of many texts, sorted and counted: what FindOptimal walks over.

A level holds the substrings of length n. The next level is made from it by sorting, inside each
group of equal substrings, by the character behind them; groups that all go on with the same
character, which templates mostly do, need no sorting. Memory is about 20 bytes a character.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zaru.errors import LimitExceeded

Flags = NDArray[np.bool_]
Places = NDArray[np.int32]
Numbers = NDArray[np.uint16] | NDArray[np.uint32]

_MAX_CHARACTERS = 2**31 - 1  # places are 32 bits wide
# How much is worked on at once. Larger blocks leave the processor's cache, smaller ones cost
# more calls: 2**16 to 2**20 are within 10 % of each other for the first ten levels of 5 million
# characters of bench/generated_sites.py, 2**14 takes 30 % and 2**22 60 % more.
_BLOCK = 2**18


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """Texts behind each other as numbers, in the order of code points; a 0 ends each text."""

    numbers: Numbers
    begins: NDArray[np.int64]
    ends: NDArray[np.int64]  # the places of the zeros

    @classmethod
    def from_strings(cls, strings: Sequence[str]) -> Texts:
        """Number the characters of *strings* from 1."""
        lengths = np.fromiter(map(len, strings), np.int64, len(strings))
        ends = np.cumsum(lengths + 1) - 1
        if len(ends) and ends[-1] > _MAX_CHARACTERS:
            raise LimitExceeded(f"the texts have more than {_MAX_CHARACTERS} characters together")
        highest = max((int(_code_points(string).max(initial=0)) for string in strings), default=0)
        is_used = np.zeros(highest + 1, np.bool_)
        for string in strings:
            is_used[_code_points(string)] = True
        numbers_of = np.cumsum(is_used, dtype=np.uint32)
        size = int(lengths.sum()) + len(strings)
        is_narrow = numbers_of[-1] < 2**16
        numbers: Numbers = np.zeros(size, np.uint16) if is_narrow else np.zeros(size, np.uint32)
        begins = ends - lengths
        for string, begin, end in zip(strings, begins.tolist(), ends.tolist(), strict=True):
            numbers[begin:end] = numbers_of[_code_points(string)]
        return cls(numbers, begins, ends)


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """The substrings of one length."""

    length: int
    places: Places  # where they begin, sorted by the substrings, then by place
    starts: Places  # where in `places` each distinct substring starts; then their number

    @property
    def distinct(self) -> int:
        """How many different substrings there are."""
        return len(self.starts) - 1


def first_level(texts: Texts) -> Level:
    """Return the single characters of *texts*."""
    places = np.argsort(texts.numbers, kind="stable")[len(texts.ends) :].astype(np.int32)
    sizes = np.bincount(texts.numbers)[1:]
    return Level(1, places, np.concatenate(([0], np.cumsum(sizes))).astype(np.int32))


def next_level(level: Level, texts: Texts) -> Level:
    """Return the substrings of *texts* that are one character longer than those of *level*."""
    places = np.empty_like(level.places)
    starts = []
    size = 0
    for first, last in _blocks(level.starts):
        sorted_places, is_head = _sort_block(level, texts.numbers, first, last)
        places[size : size + len(sorted_places)] = sorted_places
        starts.append((np.flatnonzero(is_head) + size).astype(np.int32))
        size += len(sorted_places)
    starts.append(np.array([size], np.int32))
    return Level(level.length + 1, places[:size], np.concatenate(starts))


def mark_frequent(level: Level, percent: int, texts: Texts) -> Flags:
    """Return a flag for each place of *texts*: does a frequent substring begin there?

    Frequent are the first *percent* of the distinct substrings, rounded up, when they are sorted
    by falling frequency and, where that is equal, by code points.
    """
    if not level.distinct:
        return np.zeros(len(texts.numbers), np.bool_)
    counts = np.diff(level.starts)
    is_chosen = _choose_first(counts, -(-level.distinct * percent // 100))
    # Writing all over memory is what costs time here, so the fewer flags are written.
    is_most = 2 * int(counts[is_chosen].sum()) > len(level.places)
    marks = np.full(len(texts.numbers), is_most)
    is_written = is_chosen != is_most
    for first, last in _blocks(level.starts):
        places = level.places[level.starts[first] : level.starts[last]]
        marks[places[np.repeat(is_written[first:last], counts[first:last])]] = not is_most
    if is_most:
        _unmark_ends(marks, level.length, texts)
    return marks


def _unmark_ends(marks: Flags, length: int, texts: Texts) -> None:
    """Take away the marks where less than *length* characters of a text are left."""
    lengths = texts.ends - texts.begins
    for left in range(length):
        marks[texts.ends[lengths >= left] - left] = False


def _code_points(string: str) -> NDArray[np.uint32]:
    return np.frombuffer(string.encode("utf-32-le", "surrogatepass"), np.uint32)


def _blocks(starts: Places) -> Iterator[tuple[int, int]]:
    """Yield ranges of groups with at most `_BLOCK` places, or of one group that has more."""
    first, end = 0, len(starts) - 1
    while first < end:
        # As wide as `starts`: numpy would copy them for a wider number.
        goal = np.int32(min(int(starts[first]) + _BLOCK, _MAX_CHARACTERS))
        last = int(np.searchsorted(starts, goal, side="right")) - 1
        last = min(max(last, first + 1), end)
        yield first, last
        first = last


def _sort_block(level: Level, numbers: Numbers, first: int, last: int) -> tuple[Places, Flags]:
    """Sort the groups from *first* to *last* by one character more.

    Returns the places that have such a character, and which of them begin a group.
    """
    bounds = level.starts[first : last + 1]
    places = level.places[bounds[0] : bounds[-1]]
    behind = numbers[places + np.int32(level.length)]
    is_head = np.zeros(len(places), np.bool_)
    is_head[bounds[:-1] - bounds[0]] = True
    changes = np.flatnonzero((behind[1:] != behind[:-1]) & ~is_head[1:]) + 1
    if len(changes):
        places, behind = _sort_mixed(places, behind, bounds - bounds[0], changes)
        is_head[1:] |= behind[1:] != behind[:-1]
    goes_on = behind != 0
    if goes_on.all():
        return places, is_head
    return places[goes_on], is_head[goes_on]


def _sort_mixed(
    places: Places, behind: Numbers, bounds: Places, changes: NDArray[np.int64]
) -> tuple[Places, Numbers]:
    """Sort the groups in which the character behind changes; the others are sorted."""
    sizes = np.diff(bounds)
    is_mixed = np.zeros(len(sizes), np.bool_)
    is_mixed[np.searchsorted(bounds, changes, side="right") - 1] = True
    members = np.flatnonzero(np.repeat(is_mixed, sizes))
    groups = np.repeat(np.flatnonzero(is_mixed).astype(np.uint64), sizes[is_mixed])
    origins = members[_sorting_order(groups, behind[members])]
    places = places.copy()
    places[members], behind[members] = places[origins], behind[origins]
    return places, behind


def _sorting_order(group: NDArray[np.uint64], behind: Numbers) -> NDArray[np.int64]:
    """Return the order by group, then by character, then as it was.

    One sort of packed keys, which is several times as fast as `lexsort`. Groups have 18 bits
    (or are one), characters 21, places 31 only where there is one group.
    """
    place_bits = np.uint64(len(group).bit_length())
    keys = (group << np.uint64(21)) | behind
    keys <<= place_bits
    keys |= np.arange(len(group), dtype=np.uint64)
    keys.sort()
    keys &= (np.uint64(1) << place_bits) - np.uint64(1)
    return keys.astype(np.int64)


def _choose_first(counts: Places, wanted: int) -> Flags:
    """Flag the *wanted* largest counts; of equal ones the first."""
    at_least = np.cumsum(np.bincount(counts)[::-1])  # at [i]: how many reach the i-th largest count
    reached = int(np.searchsorted(at_least, wanted))
    threshold = len(at_least) - 1 - reached
    is_chosen = counts > threshold
    missing = wanted - (int(at_least[reached - 1]) if reached else 0)
    is_chosen[np.flatnonzero(counts == threshold)[:missing]] = True
    return is_chosen


def count_borders(marks: Flags, length: int, texts: Texts) -> int:
    """Return the number of alternations when substrings of *length* begin at *marks*.

    Between two marks there are two borders when *length* places or more have none. A run of
    places without marks that holds the end of a text has one border at most in that text, and
    one in the text that begins in it.
    """
    if not marks.any():
        return 0
    flips = np.flatnonzero(marks[1:] != marks[:-1]) + 1
    edges = np.concatenate(([0] * (not marks[0]), flips, [len(marks)]))  # the last place has none
    begins, sizes = edges[:-1:2], np.diff(edges)[::2]
    ending = np.searchsorted(begins, texts.ends, side="right") - 1
    is_inner = np.ones(len(begins), np.bool_)
    is_inner[ending] = False
    is_inner[0] &= begins[0] > 0
    has_marks = begins[ending] > texts.begins
    heads = has_marks & ~marks[texts.begins]
    tails = has_marks & (begins[ending] - 1 + length < texts.ends)
    inner = np.count_nonzero(sizes[is_inner] >= length)
    return int(2 * inner + np.count_nonzero(heads) + np.count_nonzero(tails))


def find_gaps(marks: Flags, length: int) -> list[tuple[int, int]]:
    """Return the parts of one text that no substring of *length* that begins at *marks* covers."""
    places = np.flatnonzero(marks)
    covered_ends = np.concatenate(([0], places + length))
    next_begins = np.concatenate((places, [len(marks)]))
    is_gap = next_begins > covered_ends
    return list(zip(covered_ends[is_gap].tolist(), next_begins[is_gap].tolist(), strict=True))
