"""What the pages of a set say about each other: shared text, and places that hold content.

Paper 5 takes what other pages have too for clutter. Its faults are mended here:

* Texts are compared, not tags, so that twenty `<br>` do not make strangers alike.
* Pages with the same content (copies under other URLs) count as one page.
* A text that some pages have too (a date, a byline, a heading "まとめ") is not clutter: the share
  of the pages that have it in the same place counts, and a small one costs nothing.
* What stands in one place of the template is content on all pages or on none, so the scores of
  the place on the other pages count for this one.

There are two passes, so that no tree is kept: `SetIndex.add` for each page, then `freeze`, and
`SetEvidence.of` page by page. Time and memory grow with the number of segments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from zaru.content.segments import Segment
from zaru.dom import Tree
from zaru.errors import UsageError

Bools = NDArray[np.bool_]
Floats = NDArray[np.floating]
Integers = NDArray[np.integer]

# The scores of a place on the other pages count so much when they are many, half of it when
# they are PLACE_PAGES; the page's own score counts the rest. All numbers here were found on
# ja_blogs, other_blogs, daniel and cleanportaleval, with scores that are out of fold by site;
# the gain is flat around them (0.7-0.9, 1-4 pages, shift 4-6).
PLACE_WEIGHT = 0.8
PLACE_PAGES = 2
# Taken off the log-odds of a text that SHARED_TO of the other pages have in the same place;
# nothing up to SHARED_FROM, in proportion between. Lower bounds cost headings ("例", "まとめ")
# that many pages of cpprefjp have, and credits.
SHARED_SHIFT = 5.0
SHARED_FROM, SHARED_TO = 0.5, 0.9
# Taken off a long text that any other page has in the same place: an advertisement, a teaser.
# More than 2 costs quotations and code; shorter ones are dates, bylines, headings.
REPEATED_SHIFT = 2.0
_LONG_BYTES = 60  # in UTF-8, where 20 Japanese characters are as much as 60 of English
_MOST_CERTAIN = 0.99  # or the certainty of one page would outweigh a site

# Copies have so much of their content in common, of the one that has more.
_SAME_CONTENT = 0.6
_SKETCH_TEXTS = 16  # the heaviest texts of a page stand for its content
_NEIGHBOURS = 16  # of the pages with a text, each is compared with so many: copies chain

# A field of the template: a place that such a share of the pages has, with fewer texts on a page
# and the same text on a smaller share of them; long texts of a field seldom come again.
_FIELD_PLACE_SHARE, _FIELD_TEXTS, _FIELD_TEXT_SHARE, _FIELD_REPEATS = 0.2, 3.5, 0.5, 0.1
_CREDIT_DISTANCE = 3  # segments from one that was chosen
_CREDIT_SCORE, _CAPTION_SCORE = 0.1, 0.33  # the least; found on bench/generated_sites.py

_WHITE = re.compile(r"\s+")
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the other pages of a set say of one page; arrays have a row for each segment.

    Pages with the same content count as one page.
    """

    pages: int  # of the set, this one included
    near_duplicates: list[str]  # keys of the pages with the same content as this one
    scores: Floats  # the probabilities that the page got by itself, as they were added
    shared_by: Integers  # how many other pages have the text in the same place
    place_pages: Integers  # how many have the place
    place_scores: Floats  # its mean log-odds there, 0 where it is on no other page
    is_long: Bools  # too long for a date or a byline
    is_field: Bools  # many pages have the place, with few texts and mostly others: a date, …

    @property
    def shares(self) -> Floats:
        """The share of the other pages that have the text in the same place."""
        return self.shared_by / max(1, self.pages - 1)


def combine(scores: Floats, evidence: Evidence) -> Floats:
    """Return the probabilities *scores* of a page, changed by what the other pages say.

    A page alone keeps its scores, but for those next to 0 and 1.
    """
    pages = evidence.place_pages
    weights = PLACE_WEIGHT * pages / (pages + PLACE_PAGES)
    log_odds = weights * evidence.place_scores + (1 - weights) * _log_odds(scores)
    excess = (evidence.shares - SHARED_FROM) / (SHARED_TO - SHARED_FROM)
    is_repeated = evidence.is_long & (evidence.shared_by > 0)
    log_odds -= np.maximum(SHARED_SHIFT * np.clip(excess, 0, 1), REPEATED_SHIFT * is_repeated)
    return np.asarray(1 / (1 + np.exp(-log_odds)))


def find_credits(scores: Floats, is_chosen: Bools, evidence: Evidence) -> Bools:
    """Return which segments beside those that were chosen are dates, bylines or credits.

    *scores* are those that `combine` returned. Paper 5 loses such segments because they repeat,
    and a page alone because they are short. What tells them from clutter is that their place has
    few texts on a page, and other ones on most pages.
    """
    near = np.convolve(np.append(is_chosen, False), np.ones(2 * _CREDIT_DISTANCE + 1))
    is_beside = ~is_chosen & (near[_CREDIT_DISTANCE:][: len(is_chosen)] > 0)
    is_credit = ~evidence.is_long & (scores > _CREDIT_SCORE)
    is_caption = (evidence.shared_by == 0) & (scores > _CAPTION_SCORE)
    return np.asarray(evidence.is_field & is_beside & (is_credit | is_caption))


class SetIndex:
    """Collects the pages of a set: no trees, a few numbers for each segment."""

    def __init__(self) -> None:
        self._keys: dict[str, None] = {}
        self._places: dict[tuple[int, str], int] = {}  # place of the parent, own label
        self._sizes: list[int] = []
        self._texts = [np.zeros(0, np.uint64)]
        self._numbers = [np.zeros((0, 2), np.int32)]  # length in bytes, place
        self._scores = [np.zeros(0, np.float32)]

    def __len__(self) -> int:
        """Return the number of pages."""
        return len(self._keys)

    def __contains__(self, key: str) -> bool:
        """Say whether there is a page called *key*."""
        return key in self._keys

    def add(self, key: str, segments: Sequence[Segment], scores: Floats) -> None:
        """Add the page called *key*; *scores* are the probabilities that it got by itself."""
        if key in self._keys:
            raise UsageError(f"the page set has two pages called {key!r}")
        plain = (_WHITE.sub(" ", segment.text).lower() for segment in segments)
        texts = [text.encode("utf-8", "replace") for text in plain]
        rows: dict[int, int] = {}
        numbers = [
            (len(text), self._number_place(segment.tree, segment.row, rows))
            for text, segment in zip(texts, segments, strict=True)
        ]
        self._keys[key] = None
        self._sizes.append(len(texts))
        digests = b"".join(blake2b(text, digest_size=8).digest() for text in texts)
        self._texts.append(np.frombuffer(digests, np.uint64))
        self._numbers.append(np.array(numbers, np.int32).reshape(-1, 2))
        self._scores.append(np.asarray(scores, np.float32))

    def _number_place(self, tree: Tree, row: int, rows: dict[int, int]) -> int:
        """Return the number of the place of *row*: its tag, class and id, in that of its parent.

        *rows* remembers the places of one tree.
        """
        missing = []
        while row >= 0 and row not in rows:
            missing.append(row)
            row = tree.parents[row]
        place = rows.get(row, -1)
        for row in reversed(missing):
            names = f"{tree.attribute(row, 'class') or ''}#{tree.attribute(row, 'id') or ''}"
            label = f"{tree.tags[row]}.{_DIGITS.sub('0', names)}"  # id="post-123" is one place
            place = self._places.setdefault((place, label), len(self._places))
            rows[row] = place
        return place

    def freeze(self) -> SetEvidence:
        """Compare the pages that were added."""
        texts = np.unique(np.concatenate(self._texts), return_inverse=True)[1]
        lengths, places = np.concatenate(self._numbers).astype(np.int64).T
        scores = np.concatenate(self._scores)
        pages = np.repeat(np.arange(len(self)), self._sizes)
        groups = _group_copies(texts, pages, lengths * scores, len(self))
        owners = groups[pages]
        texts_in_places = np.unique(texts * len(self._places) + places, return_inverse=True)[1]
        place_pages, place_scores = _pool(places, owners, _log_odds(scores), lengths + 1)
        shared_by = _count_owners(texts_in_places, owners) - 1
        count = int(groups.max(initial=-1)) + 1
        is_long, texts_in_place = lengths > _LONG_BYTES, np.bincount(places)[places]
        repeated_in_place = np.bincount(places, shared_by > 0)[places]
        is_field = (
            (texts_in_place < _FIELD_TEXTS * _count_owners(places, pages))
            & (place_pages > _FIELD_PLACE_SHARE * (count - 1))
            & (shared_by < _FIELD_TEXT_SHARE * place_pages)
            & (~is_long | (repeated_in_place < _FIELD_REPEATS * texts_in_place))
        )
        whole = Evidence(
            pages=count,
            near_duplicates=[],
            scores=scores,
            shared_by=shared_by.astype(np.int32),
            place_pages=place_pages,
            place_scores=place_scores,
            is_long=is_long,
            is_field=is_field,
        )
        return SetEvidence(list(self._keys), np.cumsum([0, *self._sizes]), groups, whole)


class SetEvidence:
    """What the pages of a set say about each other."""

    def __init__(
        self, keys: list[str], starts: Integers, groups: Integers, whole: Evidence
    ) -> None:
        self._keys, self._whole = keys, whole
        self._numbers = {key: number for number, key in enumerate(keys)}
        self._starts = starts  # of each page: its first row in the arrays of `whole`
        self._groups = groups  # of each page: the number of its group of near-duplicates
        self._members = np.argsort(groups, kind="stable")  # pages by group
        self._group_starts = np.searchsorted(groups[self._members], np.arange(whole.pages + 1))

    def of(self, key: str) -> Evidence:
        """Return what the other pages say of the page called *key*."""
        if key not in self._numbers:
            raise UsageError(f"the page set has no page {key!r}")
        page = self._numbers[key]
        first, last = self._group_starts[self._groups[page] :][:2]
        members = self._members[first:last]
        rows = slice(self._starts[page], self._starts[page + 1])
        return Evidence(
            pages=self._whole.pages,
            near_duplicates=[self._keys[member] for member in members if member != page],
            scores=self._whole.scores[rows],
            shared_by=self._whole.shared_by[rows],
            place_pages=self._whole.place_pages[rows],
            place_scores=self._whole.place_scores[rows],
            is_long=self._whole.is_long[rows],
            is_field=self._whole.is_field[rows],
        )


def _log_odds(scores: Floats) -> Floats:
    scores = np.clip(scores, 1 - _MOST_CERTAIN, _MOST_CERTAIN)
    return np.log(scores / (1 - scores))


def _count_owners(items: Integers, owners: Integers) -> Integers:
    """Return, for each row, how many owners the item of the row has."""
    count = int(owners.max(initial=0)) + 1
    pairs = np.unique(items * count + owners)
    return np.bincount(pairs // count, minlength=1)[items]


def _pool(
    places: Integers, owners: Integers, values: Floats, weights: Integers
) -> tuple[Integers, Floats]:
    """Return, for each row, how many other owners have its place, and their mean value there."""
    count = int(owners.max(initial=0)) + 1
    pairs, rows = np.unique(places * count + owners, return_inverse=True)
    means = np.bincount(rows, values * weights) / np.bincount(rows, weights)
    totals, counts = np.bincount(pairs // count, means), np.bincount(pairs // count)
    others = counts[places] - 1
    pooled = np.where(others > 0, (totals[places] - means[rows]) / np.maximum(1, others), 0)
    return others.astype(np.int32), pooled.astype(np.float32)


def _group_copies(texts: Integers, pages: Integers, masses: Floats, count: int) -> Integers:
    """Return of each page the number of its group: the pages with the same content.

    A text counts by its length, by how probably it is content (both are in *masses*) and by how
    few pages have it. Each page is compared with a few of those that have one of its texts.
    """
    keys, rows = np.unique(texts * count + pages, return_index=True)
    texts, pages = keys // max(1, count), keys % max(1, count)
    weights = masses[rows] * np.log((count + 1) / np.bincount(texts)[texts])
    order = np.lexsort((-weights, pages))
    ranks = np.arange(len(order)) - np.searchsorted(pages[order], pages[order])
    kept = np.sort(order[ranks < _SKETCH_TEXTS])  # in the order of texts, then of pages
    texts, pages, weights = texts[kept], pages[kept], weights[kept]
    totals = np.bincount(pages, weights, minlength=count)
    pairs, commons = [np.zeros(0, np.int64)], [np.zeros(0)]
    for step in range(1, _NEIGHBOURS + 1):
        same = np.flatnonzero(texts[step:] == texts[:-step])
        pairs.append(pages[same] * count + pages[same + step])
        commons.append(np.minimum(weights[same], weights[same + step]))
    pair_keys, rows = np.unique(np.concatenate(pairs), return_inverse=True)
    common = np.bincount(rows, np.concatenate(commons))
    left, right = pair_keys // max(1, count), pair_keys % max(1, count)
    is_copy = (common > 0) & (common >= _SAME_CONTENT * np.maximum(totals[left], totals[right]))
    return _number_groups(count, np.stack([left, right], axis=1)[is_copy].tolist())


def _number_groups(count: int, links: Iterable[list[int]]) -> Integers:
    """Return of each of *count* things the number of its group; *links* join two groups."""
    leaders = list(range(count))

    def find_leader(thing: int) -> int:
        while leaders[thing] != thing:
            leaders[thing] = thing = leaders[leaders[thing]]
        return thing

    for left, right in links:
        first, second = sorted((find_leader(left), find_leader(right)))
        leaders[second] = first
    return np.unique([find_leader(thing) for thing in range(count)], return_inverse=True)[1]
