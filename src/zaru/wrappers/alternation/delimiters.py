"""Delimiters: the strings around a value in raw text, and how they grow (paper 4, §3.2).

A delimiter is made of pieces: a tag, or a white character, and on its outer side the text up to
the next piece. The left one ends in a boundary character of `>`, line end, tab, space; the right
one begins with one of `<`, line end, tab, space.

Where the paper is silent:

- CR is a line end, too, so that CR LF is two white characters.
- Occurrences are counted as §2.1 defines them, also those that overlap.
- Tags match when left is nothing but start tags and right nothing but their end tags.
- A part next to which the text ends before its delimiters are equally frequent has no rule; nor
  has one whose delimiters would be longer than `MAX_DELIMITER` characters or `MAX_PIECES`, which
  is counted.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zaru.errors import LimitExceeded
from zaru.wrappers.alternation.alternation import Part

# The paper has no limits. These bound the time for pages of white space; on swde-auto-cars of the
# bench, whose pages are full of it, useful delimiters reach 734 characters, and 550 of the 561
# fields have at most so many pieces.
MAX_DELIMITER = 1000
MAX_PIECES = 256

Integers = NDArray[np.int64]

_BOUNDARY = re.compile(r"[>\n\r\t ]")
_MIRROR = str.maketrans("<>", "><")  # what is behind a value stands before it in a mirror
_START_TAGS = re.compile(r"(?:<[^\s<>/!?][^<>]*+>)++")
_END_TAGS = re.compile(r"(?:</[^<>]++>)++")
_START_NAME = re.compile(r"<([^\s<>/]+)")
_END_NAME = re.compile(r"</([^\s<>]+)")


@dataclass(frozen=True, slots=True)
class Delimiters:
    """What stands before and behind the values of a field."""

    left: str
    right: str

    def find(self, text: str) -> Iterator[Part]:
        """Yield the values: from behind *left* to the next *right*; blank ones are left out.

        >>> list(Delimiters("<b>", "<br>").find("<b>東京<br><b>大阪<br>"))
        [(3, 5), (12, 14)]
        """
        begin = text.find(self.left)
        while begin >= 0:
            begin += len(self.left)
            end = text.find(self.right, begin)
            if end < 0:
                return
            if not text[begin:end].isspace() and begin < end:
                yield begin, end
            begin = text.find(self.left, end)


def find_delimiters(text: str, parts: Sequence[Part]) -> Iterator[Delimiters | None]:
    """Yield the delimiters of each of *parts* that has some; None where they would be too long."""
    mirrored = text[::-1].translate(_MIRROR)
    inners = [[match.end() for match in _BOUNDARY.finditer(one)] for one in (text, mirrored)]
    edges = ((begin, len(text) - end) for begin, end in parts)
    pairs = [[bisect_right(*one) - 1 for one in zip(inners, both, strict=True)] for both in edges]
    pairs = [pair for pair in pairs if min(pair) >= 0]
    if not pairs:
        return
    lefts = _Side.of(text, inners[0], [left for left, _ in pairs])
    rights = _Side.of(mirrored, inners[1], [right for _, right in pairs])
    for number in range(len(pairs)):
        try:
            yield from filter(None, [_grow(lefts, rights, number)])
        except LimitExceeded:
            yield None


def is_alike(left: str, right: str) -> bool:
    """Say whether two delimiters are the same, or tags that match.

    >>> is_alike('<a href="/"><b>', "</b></a>"), is_alike("<b>", "</a>")
    (True, False)
    """
    if left == right:
        return True
    if not (_START_TAGS.fullmatch(left) and _END_TAGS.fullmatch(right)):
        return False
    return _START_NAME.findall(left) == _END_NAME.findall(right)[::-1]


class _Chains:
    """The runs that begin at some pieces of a text, and their frequency in the whole text.

    All runs of one size are counted at once, when they are first asked for: pieces that began
    equal runs before, and go on equally, begin equal runs. So no string is ever searched for.
    """

    def __init__(self, first: Integers, added: Integers, following: Integers, wanted: Integers):
        """Take what each piece says, what its follower adds, its follower, and whom to count.

        Equal numbers stand for equal strings; -1 is no piece, or no follower.
        """
        self._added = added
        self._following = following
        self._wanted = wanted
        self._pieces = np.arange(len(first))  # that begin the same run as a wanted one
        self._outer = self._pieces.copy()  # the last piece of the run of each
        self._counts: list[Integers] = []
        self._add_size(first, first >= 0)

    def count(self, number: int, size: int) -> int:
        """Return how often the run of *size* of a wanted piece occurs; 0 when there is none."""
        while len(self._counts) < size:
            added = self._added[self._outer]
            self._outer = self._following[self._outer]
            self._add_size(self._runs * len(self._added) + added, added >= 0)
        return int(self._counts[size - 1][number])

    def _add_size(self, keys: Integers, is_run: NDArray[np.bool_]) -> None:
        """Count the runs that are one piece longer; equal *keys* stand for equal runs."""
        _, runs, counts = np.unique(keys[is_run], return_inverse=True, return_counts=True)
        pieces, outer = self._pieces[is_run], self._outer[is_run]
        run_of = np.full(len(self._following), -1)
        run_of[pieces] = runs
        wanted_runs = run_of[self._wanted]
        has_run = wanted_runs >= 0
        found = np.zeros(len(wanted_runs), np.int64)
        found[has_run] = counts[wanted_runs[has_run]]
        self._counts.append(found)
        is_wanted = np.zeros(len(counts), np.bool_)
        is_wanted[wanted_runs[has_run]] = True
        stays = is_wanted[runs]
        self._pieces, self._outer, self._runs = pieces[stays], outer[stays], runs[stays]


@dataclass(frozen=True, slots=True)
class _Side:
    """The pieces before the values of a text, and the piece next to each part."""

    text: str
    inner: list[int]  # the edge of each piece that is nearer to the value
    outer: list[int]  # the other edge; -1: it is no piece
    following: list[int]  # the next piece away from the value, -1 if there is none
    nearest: list[int]  # for each part
    chains: _Chains

    @classmethod
    def of(cls, text: str, inner: list[int], nearest: list[int]) -> _Side:
        """Return the pieces that end at *inner*."""
        outer = [
            text.rfind("<", max(0, end - MAX_DELIMITER), end) if text[end - 1] == ">" else end - 1
            for end in inner
        ]
        following = [bisect_right(inner, begin) - 1 for begin in outer]
        edges = [outer[piece] if piece >= 0 else -1 for piece in following]
        first, added = _number_strings(text, outer, inner), _number_strings(text, edges, outer)
        chains = _Chains(first, added, np.array(following), np.array(nearest))
        return cls(text, inner, outer, following, nearest, chains)

    def read(self, inner: int, outer: int) -> str:
        """Return what stands from one piece to another that is farther away from the value."""
        return self.text[self.outer[outer] : self.inner[inner]]


def _number_strings(text: str, begins: list[int], ends: list[int]) -> Integers:
    """Return a number for each string from begin to end; -1 where there is none, or a long one."""
    numbers: dict[str, int] = {}
    return np.array(
        [
            numbers.setdefault(text[begin:end], len(numbers))
            if 0 <= begin <= end <= begin + MAX_DELIMITER
            else -1
            for begin, end in zip(begins, ends, strict=True)
        ]
    )


def _grow(lefts: _Side, rights: _Side, number: int) -> Delimiters | None:
    """Let the more frequent delimiter grow until both are equally frequent and not alike.

    None where the text ends before; raises `LimitExceeded` where a delimiter would be too long.
    """
    left = outer_left = lefts.nearest[number]
    right = outer_right = rights.nearest[number]
    left_size = right_size = 1
    while max(left_size, right_size) <= MAX_PIECES:
        left_count = lefts.chains.count(number, left_size)
        right_count = rights.chains.count(number, right_size)
        if not (left_count and right_count):
            # What is longer is no piece: then there is more of the text.
            rest = 0 if left_count else lefts.inner[left]
            rest = max(rest, 0 if right_count else rights.inner[right])
            if rest > MAX_DELIMITER:
                break
            return None
        if left_count == right_count:
            before = lefts.read(left, outer_left)
            behind = rights.read(right, outer_right)[::-1].translate(_MIRROR)
            if max(len(before), len(behind)) > MAX_DELIMITER:
                break
            if not is_alike(before, behind):
                return Delimiters(before, behind)
        if left_count >= right_count:
            left_size, outer_left = left_size + 1, lefts.following[outer_left]
        if left_count <= right_count:
            right_size, outer_right = right_size + 1, rights.following[outer_right]
    raise LimitExceeded("a delimiter is too long")
