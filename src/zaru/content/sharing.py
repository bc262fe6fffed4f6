"""What the pages of a set say about each other: shared text, and places that hold content.

Paper 5 takes what other pages have too for clutter. Its faults are mended here:

* Texts are compared, not tags, so that twenty `<br>` do not make strangers alike.
* Pages with the same content (copies under other URLs) count as one page.
* What a few other pages have too (a date, a byline, a heading "まとめ") is not clutter: the
  share of the pages that have it counts, and a small share costs nothing.
* A set says more than what repeats: what stands in one place of the template is content on
  all pages or on none, so the scores of that place on the other pages count for this one.

There are two passes, so that no tree is kept: `SetIndex.add` for each page, `freeze`, then
`evidence` page by page. Time and memory grow with the number of segments.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from zaru.content.segments import Segment
from zaru.dom import Tree
from zaru.errors import UsageError

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# The scores of a place count with those of the elements around it: cpprefjp's pages have few
# places in common, but their containers are. Weights of the place, its parent, its parent's
# parent; what is left to 1 is the page's own score.
PLACE_WEIGHTS = (0.5, 0.2, 0.2)
# Shift of the log-odds of a text that at least the second share of the other pages have;
# nothing below the first share, linear between.
SHARED_SHIFT = 6.0
SHARED_FROM, SHARED_TO = 0.1, 0.5
_CERTAIN = 0.99  # scores are cut here, or one page's certainty would outweigh a site

# Copies: at least this part of the content in common, of the page that has more.
_SAME_CONTENT = 0.6
_SKETCH_TEXTS = 16  # the heaviest texts of a page stand for its content
_NEIGHBOURS = 16  # a page is compared with so many of the pages that have a text; groups chain

# A date, byline or credit: so short, in a place with one segment on so many of the pages.
_CREDIT_CHARS = 60
_CREDIT_PLACE_SHARE = 0.3
_CREDIT_TEXT_SHARE = 0.3
_CREDIT_DISTANCE = 3  # segments from one that was chosen

_WHITE = re.compile(r"\s+")
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the other pages of a set say of one page; arrays have a row for each segment.

    Pages with the same content count as one everywhere.
    """

    pages: int  # of the set, this one included
    near_duplicates: list[str]  # keys of the pages with the same content
    shared_by: Integers  # the number of other pages that have the text
    place_pages: Integers  # … that have the place; a column for each of PLACE_WEIGHTS
    place_scores: Floats  # mean log-odds of the place on those pages; 0 where there are none
    is_field: Bools  # short, in a place with one text a page, mostly another one: see find_credits

    @property
    def shares(self) -> Floats:
        """The share of the other pages that have the text of each segment, from 0.0 to 1.0."""
        return self.shared_by / max(1, self.pages - 1)


class SetIndex:
    """Collects the segments of a set's pages, then tells what they say about each other."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._place_numbers: dict[tuple[int, str], int] = {}
        self._columns: list[tuple[NDArray[np.uint64], NDArray[np.int32], NDArray[np.float32]]] = []
        self._frozen: _Frozen | None = None

    def __len__(self) -> int:
        """Return the number of pages."""
        return len(self._numbers)

    def add(self, key: str, segments: Sequence[Segment], scores: Floats) -> None:
        """Add the page called *key*; *scores* are the probabilities that it got by itself."""
        if self._frozen is not None:
            raise UsageError(f"page {key!r} comes too late: the page set is frozen")
        if key in self._numbers:
            raise UsageError(f"the page set has two pages called {key!r}")
        self._numbers[key] = len(self._numbers)
        texts = [_WHITE.sub(" ", segment.text).lower() for segment in segments]
        rows: dict[int, int] = {}
        places = [self._number_place(segment.tree, segment.row, rows) for segment in segments]
        self._columns.append(
            (
                np.array([_hash(text) for text in texts], np.uint64),
                np.array([(len(text), place) for text, place in zip(texts, places, strict=True)])
                .astype(np.int32)
                .reshape(-1, 2),
                np.asarray(scores, np.float32),
            )
        )

    def _number_place(self, tree: Tree, row: int, rows: dict[int, int]) -> int:
        """Return the number of the place of *row*: its tag, class and id, in that of its parent.

        Places with the same number stand alike in their templates. *rows* remembers.
        """
        missing = []
        while row >= 0 and row not in rows:
            missing.append(row)
            row = tree.parents[row]
        place = rows.get(row, -1)
        for row in reversed(missing):
            names = f"{tree.attribute(row, 'class') or ''}#{tree.attribute(row, 'id') or ''}"
            label = f"{tree.tags[row]}.{_DIGITS.sub('0', names)}"  # id="post-123" is one place
            place = self._place_numbers.setdefault((place, label), len(self._place_numbers))
            rows[row] = place
        return place

    def freeze(self) -> None:
        """Compare the pages; no page can be added after this."""
        if self._frozen is None and self._columns:
            parents = np.array([parent for parent, _ in self._place_numbers], np.int64)
            self._frozen = _Frozen(self._columns, parents)
        self._columns, self._place_numbers = [], {}

    def evidence(self, key: str) -> Evidence:
        """Return what the other pages say of the page called *key*, after `freeze`."""
        if self._frozen is None or key not in self._numbers:
            raise UsageError(f"no page {key!r} in the page set, or it is not frozen yet")
        frozen, number = self._frozen, self._numbers[key]
        if frozen.keys is None:
            frozen.keys = list(self._numbers)
        return frozen.evidence(number)
