"""Measures of segments' text: how much there is, of which characters, how much in links.

Nothing here knows a language: characters count by their Unicode category. The unit of length
is about a word: five letters or digits, or two characters of Chinese and Japanese.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from zaru.content.segments import Segment
from zaru.content.skeleton import FLAGS, Skeleton
from zaru.dom import TEXT, Tree

Floats = NDArray[np.float32]

WHITE, LETTER, UPPER, CJK, DIGIT, STOP, COMMA, PUNCTUATION, SYMBOL = range(9)
_KINDS = 9
_STOPS = ".!?…。！？．｡؟۔।॥։።"
_COMMAS = ",;:、，；：،؛·﹑"
_SYMBOLS = "|<>"
_CATEGORIES = {
    "Lu": UPPER, "Lt": UPPER, "N": DIGIT, "S": SYMBOL, "Z": WHITE, "C": WHITE, "P": PUNCTUATION
}  # fmt: skip
_CJK_RANGES = ((0x3040, 0x30FA), (0x30FC, 0x30FF), (0x3400, 0x9FFF), (0xF900, 0xFAFF))
_BEYOND = 0x10000  # the table has the basic plane only
CJK_BEYOND = 0x20000  # what is further out is ideographs; between, mostly emoji
# Words in a character: English has about five letters in a word, Chinese two characters.
WEIGHTS = np.array([0, 0.2, 0.2, 0.5, 0.2, 0, 0, 0, 0], np.float32)
_LINK = FLAGS["a"]


@cache
def kind_table() -> NDArray[np.uint8]:
    """Return the kind of each character of the basic plane."""
    categories = map(unicodedata.category, map(chr, range(_BEYOND)))
    kinds = [_CATEGORIES.get(name) or _CATEGORIES.get(name[0], LETTER) for name in categories]
    table = np.array(kinds, np.uint8)
    for first, last in _CJK_RANGES:
        table[first : last + 1] = CJK
    for characters, kind in ((_STOPS, STOP), (_COMMAS, COMMA), (_SYMBOLS, SYMBOL)):
        table[list(map(ord, characters))] = kind
    return table


class Measures:
    """What the texts of a page's segments are made of; one entry for each segment."""

    __slots__ = (
        "counts",
        "ends",
        "has_time",
        "joined",
        "last_kinds",
        "lengths",
        "link_counts",
        "link_lengths",
        "starts",
    )

    def __init__(self, tree: Tree, segments: list[Segment], skeleton: Skeleton) -> None:
        pieces, linked, begins = self._read_pieces(tree, segments, skeleton)
        self.joined = "".join(pieces)
        sizes = np.fromiter(map(len, pieces), np.int64, len(pieces))
        codes = np.frombuffer(self.joined.encode("utf-32-le", "surrogatepass"), np.uint32)
        kinds = kind_table()[np.minimum(codes, _BEYOND - 1)]
        beyond = codes >= _BEYOND
        if beyond.any():
            kinds[beyond] = np.where(codes[beyond] >= CJK_BEYOND, CJK, SYMBOL)
        cells = np.repeat(np.arange(0, len(pieces) * _KINDS, _KINDS), sizes)
        cells += kinds
        counts = np.bincount(cells, minlength=len(pieces) * _KINDS).reshape(-1, _KINDS)
        lengths = counts @ WEIGHTS
        lengths = np.stack((lengths, lengths * linked))
        self.lengths, self.link_lengths = np.add.reduceat(lengths, begins, axis=1)
        self.counts: Floats = np.add.reduceat(counts, begins, axis=0).T.astype(np.float32)
        self.starts = (np.cumsum(sizes) - sizes)[begins]  # characters of `joined`
        self.ends = np.append(self.starts[1:], len(codes))
        seen = np.flatnonzero(kinds)
        last = np.searchsorted(seen, self.ends) - 1  # -1 where nothing is seen up to there
        self.last_kinds = kinds[np.append(seen, 0)[last]]

    def _read_pieces(
        self, tree: Tree, segments: list[Segment], skeleton: Skeleton
    ) -> tuple[list[str], NDArray[np.bool_], NDArray[np.int64]]:
        """Return the pieces of text, which stand in links, and where each segment begins."""
        tags, parents = tree.tags, tree.parents
        texts = cast(list[str], tree.values)  # those of text runs, which alone are read
        flags, index = skeleton.flags, skeleton.index
        pieces: list[str] = []
        linked: list[bool] = []
        begins: list[int] = []
        link_counts: list[int] = []
        has_time: list[bool] = []
        for segment in segments:
            begins.append(len(pieces))
            block = segment.row
            is_linked = bool(flags[index[block]] & _LINK)
            links = 0
            last_link = -1
            time = False
            for row in segment.rows:
                if tags[row] != TEXT:
                    pieces.append("\n")
                    linked.append(False)
                    continue
                in_link = is_linked
                above = parents[row]
                while above != block:
                    tag = tags[above]
                    if tag == "a":
                        in_link = True
                        if above != last_link:
                            links += 1
                            last_link = above
                    elif tag == "time":
                        time = True
                    above = parents[above]
                pieces.append(texts[row])
                linked.append(in_link)
            link_counts.append(links or is_linked)
            has_time.append(time)
        self.link_counts: Floats = np.array(link_counts, np.float32)
        self.has_time: NDArray[np.bool_] = np.array(has_time)
        return pieces, np.array(linked), np.array(begins)
