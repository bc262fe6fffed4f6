"""Where parts of a text stand in the file: from characters of a text to bytes."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from zaru.dom.spans import read_source
from zaru.text.codes import is_scannable, read_slice
from zaru.text.offsets import character_ends

if TYPE_CHECKING:
    from zaru.dom.tree import Tree

# What a parser reads as something else than it is.
_REFERENCE = re.compile(rb"&(?:#\w+|\w+);?|\r\n?|\0")
_TOKEN = re.compile(r"&(?:#\w+|\w+);?|\r\n?|\0|[^&\r\0]+|&", re.DOTALL)


def find_places(
    tree: Tree, start: int, end: int, text: str, cuts: Sequence[int]
) -> list[int] | None:
    """Return the byte at which each of the characters *cuts* of *text* begins, in their order.

    The file says *text* from byte *start* to *end*; its length is a cut, too: *end*. *cuts* are
    ascending. Linear in the text. None where the bytes cannot be followed.
    """
    if not is_scannable(tree.decoded.codec):
        return _find_in_table(tree, start, end, text, cuts)
    walk = _Walk(tree.raw, tree.decoded.codec, start, cuts)
    for reference in _REFERENCE.finditer(tree.raw, start, end):
        walk.read_plain(reference.start())
        walk.read_reference(reference.end())
    walk.read_plain(end)
    if walk.characters == len(text):
        return walk.finish()
    walk = _Walk(tree.raw, tree.decoded.codec, start, cuts)  # of a script: no references
    walk.read_plain(end)
    return walk.finish() if walk.characters == len(text) else None


class _Walk:
    """Goes through the bytes of a text once, and notes where the cuts are."""

    def __init__(self, raw: bytes, codec: str, start: int, cuts: Sequence[int]) -> None:
        self.raw, self.codec, self.cuts = raw, codec, cuts
        self.at = start
        self.characters = 0  # before `at`
        self.places: list[int] = []

    def read_plain(self, end: int) -> None:
        """Go on to *end*, over bytes that are the text itself."""
        if end == self.at:
            return
        data = self.raw[self.at : end]
        text = read_slice(data, self.codec)
        first, place, done = self.characters, self.at, 0
        last = first + len(text)
        # Two codes for one character (EUC-JP has 鷗 in two and in three bytes) or broken bytes.
        is_same = text.encode(self.codec, "replace") == data
        ends = None if is_same else character_ends(data, self.codec, 0)
        while len(self.places) < len(self.cuts) and self.cuts[len(self.places)] < last:
            cut = self.cuts[len(self.places)] - first
            if ends is not None:
                place = self.at + (ends[cut - 1] if cut else 0)
            else:
                place += len(text[done:cut].encode(self.codec, "replace"))
            done = cut
            self.places.append(place)
        self.at, self.characters = end, last

    def read_reference(self, end: int) -> None:
        """Go on to *end*, over bytes that stand for something else."""
        written = read_slice(self.raw[self.at : end], self.codec)
        content = read_source(written)
        same = _count_same_end(written, content)
        last = self.characters + len(content)
        while len(self.places) < len(self.cuts) and self.cuts[len(self.places)] < last:
            left = last - self.cuts[len(self.places)]
            self.places.append(end - left if left <= same else self.at)
        self.at, self.characters = end, last

    def finish(self) -> list[int]:
        """Return the places; what is left is the end."""
        return self.places + [self.at] * (len(self.cuts) - len(self.places))


def _find_in_table(
    tree: Tree, start: int, end: int, text: str, cuts: Sequence[int]
) -> list[int] | None:
    """Return the places in a file whose bytes cannot be scanned, by a table of its characters."""
    begins = tree.character_begins
    first, last = bisect_left(begins, start), bisect_left(begins, end)
    source = tree.decoded.text[first:last]
    indexes = cuts if source == text else _read_along(source, text, cuts)
    return None if indexes is None else [begins[first + index] for index in indexes]


def _read_along(source: str, text: str, cuts: Sequence[int]) -> list[int] | None:
    """Return where in *source* the characters *cuts* of *text* begin.

    Lengths decide: `decode` may have put a character right that the codec has wrong.
    """
    indexes: list[int] = []
    for token in _TOKEN.finditer(source):
        written = token[0]
        content = read_source(written)
        same = len(written) if content == written else _count_same_end(written, content)
        indexes += [token.start()] * (len(content) - same)
        indexes += range(token.end() - same, token.end())
    indexes.append(len(source))
    if len(indexes) == len(text) + 1:
        return [indexes[cut] for cut in cuts]
    return list(cuts) if len(source) == len(text) else None


def _count_same_end(written: str, content: str) -> int:
    """Return how many characters at the end are themselves: the digits of "&copy2006"."""
    if not written.startswith("&") or written.endswith(";"):
        return 0
    pairs = zip(reversed(written), reversed(content), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
