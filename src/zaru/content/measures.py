"""Measures of segments' text: how much there is, of which characters, how much in links.

Nothing here knows a language: characters count by their Unicode category. The unit of length
is about a word: five letters or digits, or two characters of Chinese and Japanese.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import cast

import numpy as np
from numpy.typing import NDArray

from zaru.content.segments import Segment
from zaru.content.skeleton import LINK, Skeleton
from zaru.content.table import KINDS, WEIGHTS
from zaru.content.table import NUMBERS as N
from zaru.dom import TEXT, Tree

Floats = NDArray[np.float32]

_KINDS = len(WEIGHTS)
_WEIGHTS = np.array(WEIGHTS, np.float32)


@cache
def read_kinds() -> bytes:
    """Return the kind of each character of the basic plane; `bench/kinds.py` makes the file."""
    return (files("zaru.content") / "kinds.bin").read_bytes()


def kind_of(character: str) -> int:
    """Return the kind of a character, a number of `table.KINDS`."""
    plane, code = read_kinds(), ord(character)
    if code < len(plane):
        return plane[code]
    return int(KINDS.CJK if code >= N.CJK_BEYOND else KINDS.SYMBOL)


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
        plane = np.frombuffer(read_kinds(), np.uint8)
        kinds = plane[np.minimum(codes, len(plane) - 1)]
        beyond = codes >= len(plane)
        if beyond.any():
            kinds[beyond] = np.where(codes[beyond] >= N.CJK_BEYOND, KINDS.CJK, KINDS.SYMBOL)
        cells = np.repeat(np.arange(0, len(pieces) * _KINDS, _KINDS), sizes)
        cells += kinds
        counts = np.bincount(cells, minlength=len(pieces) * _KINDS).reshape(-1, _KINDS)
        lengths = counts @ _WEIGHTS
        lengths = np.stack((lengths, lengths * linked))
        self.lengths, self.link_lengths = np.add.reduceat(lengths, begins, axis=1)
        self.counts: Floats = np.add.reduceat(counts, begins, axis=0).T.astype(np.float32)
        self.starts = (np.cumsum(sizes) - sizes)[begins]  # characters of `joined`
        self.ends = np.append(self.starts[1:], len(codes))
        seen = np.flatnonzero(kinds)
        last = np.searchsorted(seen, self.ends) - 1  # -1 where nothing is seen up to there
        self.last_kinds = kinds[np.append(seen, 0)[last]]

    @property
    def texts(self) -> list[str]:
        """The texts of the segments, as the page writes them."""
        ranges = zip(self.starts.tolist(), self.ends.tolist(), strict=True)
        return [self.joined[start:end].strip() for start, end in ranges]

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
            is_linked = bool(flags[index[block]] & LINK)
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
