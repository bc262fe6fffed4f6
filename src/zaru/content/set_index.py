"""The index of a page set: what `sharing` needs to know of all its pages, in numbers.

There are two passes, so that no tree is kept: `SetIndex.add` for each page, then `freeze`, and
`SetEvidence.of` page by page. Time and memory grow with the number of segments.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zaru.content.sharing import Bools, Evidence, Floats, Integers, log_odds
from zaru.content.sketch import LONG_BYTES, Sketch, sketch_tree
from zaru.dom import HEADINGS, Tree
from zaru.errors import UsageError

# A long text is repeated that such a share of the other pages have in the same place (an
# advertisement, a teaser), as is any long text of a place where so many are on more pages than
# one that it must be made for them. A lower share costs quotations in large sets.
_REPEATED_SHARE, _ROTATING_SHARE = 0.05, 0.5

# A crowded place has more texts on a page, and such a share of long ones. Places of short texts,
# the items of lists, are left out: there a short text is like the others.
_CROWDED_TEXTS, _CROWDED_LONG_SHARE = 3, 0.5

# A title: such a share of the pages have the place, with fewer texts on a page, and this share of
# the texts is in the <title> of their page; or it is an h1, for pages that are all called alike.
_TITLE_PLACE_SHARE, _TITLE_TEXTS, _TITLE_MATCHES = 0.3, 1.35, 0.5

# Copies have so much of their content in common, of the one that has more.
_SAME_CONTENT = 0.6
_SKETCH_TEXTS = 16  # the heaviest texts of a page stand for its content
_NEIGHBOURS = 16  # of the pages with a text, each is compared with so many: copies chain

# A field of the template: a place that such a share of the pages has, with fewer texts on a page
# and the same text on a smaller share of them; long texts of a field seldom come again.
_FIELD_PLACE_SHARE, _FIELD_TEXTS, _FIELD_TEXT_SHARE, _FIELD_REPEATS = 0.2, 3.5, 0.5, 0.1


class SetIndex:
    """Collects the pages of a set: no trees, a few numbers for each segment."""

    def __init__(self) -> None:
        self._sizes: dict[str, int] = {}  # of each page how many segments
        self._places: dict[tuple[int, str], int] = {}  # place of the parent, own label
        self._texts = [np.zeros(0, np.uint64)]
        self._rows = 0
        self._folded_rows: list[int] = []  # of the long texts with digits
        self._folded_texts: list[bytes] = []
        self._title_rows: list[int] = []  # of the texts that the <title> of their page has
        self._numbers: list[Integers] = [np.zeros((0, 2), np.int32)]  # length in bytes, place
        self._scores = [np.zeros(0, np.float32)]

    def __len__(self) -> int:
        """Return the number of pages."""
        return len(self._sizes)

    def __contains__(self, key: str) -> bool:
        """Say whether there is a page called *key*."""
        return key in self._sizes

    def add(self, key: str, tree: Tree, scores: Sequence[float] | Floats) -> None:
        """Add the page called *key*; *scores* are what its segments got by itself."""
        self.add_sketch(key, sketch_tree(tree, scores))

    def add_sketch(self, key: str, sketch: Sketch) -> None:
        """Add the page called *key*, of which another process may have made the sketch."""
        if key in self:
            raise UsageError(f"the page set has two pages called {key!r}")
        places = [-1]  # the last: of the place that has no parent
        for parent, label in sketch.places:
            known = self._places.setdefault((places[parent], label), len(self._places))
            places.insert(-1, known)
        numbers = sketch.numbers.copy()
        numbers[:, 1] = np.array(places, np.int32)[numbers[:, 1]]
        self._sizes[key] = len(numbers)
        self._texts.append(np.frombuffer(sketch.texts, np.uint64))
        self._folded_rows.extend(self._rows + row for row in sketch.folded_rows)
        self._folded_texts.append(sketch.folded_texts)
        self._title_rows.extend(self._rows + row for row in sketch.title_rows)
        self._rows += len(numbers)
        self._numbers.append(numbers)
        self._scores.append(sketch.scores)

    def freeze(self) -> SetEvidence:
        """Compare the pages that were added."""
        texts = _number(np.concatenate(self._texts))[1]
        lengths, places = np.concatenate(self._numbers).T.copy()
        scores = np.concatenate(self._scores)
        sizes = list(self._sizes.values())
        pages = np.repeat(np.arange(len(self), dtype=np.int32), sizes)
        groups = _group_copies(texts, pages, lengths * scores, len(self))
        owners = groups.astype(np.int32)[pages]
        texts_in_places = _number(_join(texts, len(self._places), places))[1]
        del texts
        shared_by = _count_owners(texts_in_places, owners)[texts_in_places] - 1
        del texts_in_places
        place_pages, place_scores = _pool(places, owners, log_odds(scores), lengths + 1)
        count = int(groups.max(initial=-1)) + 1
        is_long = lengths > LONG_BYTES
        # What follows is of each place where it can be, for rows are many.
        texts_in_place = self._count_in_places(places)
        repeated_in_place = self._count_in_places(places, shared_by > 0)
        long_in_place = self._count_in_places(places, is_long)
        pages_with_place = _count_owners(places, pages, len(self._places))
        levels = self._heading_levels()
        is_rotating = repeated_in_place > _ROTATING_SHARE * texts_in_place
        least = max(1, _REPEATED_SHARE * (count - 1))
        is_title = (
            (self._name_pages(places, texts_in_place) | (levels == 1))
            & (texts_in_place < _TITLE_TEXTS * pages_with_place)
        )[places]
        is_title &= place_pages > _TITLE_PLACE_SHARE * (count - 1)
        is_title &= shared_by == 0
        is_field = (texts_in_place < _FIELD_TEXTS * pages_with_place)[places]
        is_field &= place_pages > _FIELD_PLACE_SHARE * (count - 1)
        is_field &= shared_by < _FIELD_TEXT_SHARE * place_pages
        is_field &= ~is_long | (repeated_in_place < _FIELD_REPEATS * texts_in_place)[places]
        is_crowded = (texts_in_place > _CROWDED_TEXTS * pages_with_place) & (
            long_in_place > _CROWDED_LONG_SHARE * texts_in_place
        )
        whole = Evidence(
            pages=count,
            near_duplicates=[],
            scores=scores,
            shared_by=shared_by,
            folded_by=self._count_folded(places, owners),
            place_pages=place_pages,
            place_scores=place_scores,
            is_long=is_long,
            is_repeated=is_long & (is_rotating[places] | (shared_by >= least)),
            is_crowded=is_crowded[places],
            is_subheading=(levels > 1)[places],
            is_title=is_title,
            is_field=is_field,
        )
        return SetEvidence(list(self._sizes), np.cumsum([0, *sizes]), groups, whole)

    def _count_folded(self, places: Integers, owners: Integers) -> Integers:
        """Return, for each row, how many others have its text there when digits do not count."""
        rows, counts = self._folded_rows, np.zeros(len(places), np.int32)
        digests = np.frombuffer(b"".join(self._folded_texts), np.uint64)
        texts = _number(digests)[1]
        items = _number(_join(texts, len(self._places), places[rows]))[1]
        counts[rows] = _count_owners(items, owners[rows])[items] - 1
        return counts

    def _count_in_places(self, places: Integers, weights: Bools | None = None) -> NDArray[Any]:
        """Return, for each place, how many of the rows are there."""
        return np.bincount(places, weights, minlength=len(self._places))

    def _name_pages(self, places: Integers, texts_in_place: Integers) -> Bools:
        """Return, for each place, whether its texts are mostly in `<title>`."""
        named = self._count_in_places(places[self._title_rows])
        return np.asarray(named >= _TITLE_MATCHES * texts_in_place)

    def _heading_levels(self) -> Integers:
        """Return of each place the level of its heading, 0 of other elements."""
        tags = (label.partition(".")[0] for _, label in self._places)
        return np.array([HEADINGS.get(tag, 0) for tag in tags], np.int8)


class SetEvidence:
    """What the pages of a set say about each other."""

    def __init__(
        self, keys: list[str], starts: Integers, groups: Integers, whole: Evidence
    ) -> None:
        self._keys, self._whole = keys, whole
        self._numbers = {key: number for number, key in enumerate(keys)}
        self._starts = starts  # of each page: its first row in the arrays of `whole`
        self._groups = groups  # of each page: the number of its group of near-duplicates

    def of(self, key: str) -> Evidence:
        """Return what the other pages say of the page called *key*."""
        if key not in self._numbers:
            raise UsageError(f"the page set has no page {key!r}")
        page = self._numbers[key]
        rows = slice(self._starts[page], self._starts[page + 1])
        members = np.flatnonzero(self._groups == self._groups[page])
        copies = [self._keys[member] for member in members if member != page]
        own: dict[str, Any] = {
            field.name: value[rows]
            for field in fields(Evidence)
            if isinstance(value := getattr(self._whole, field.name), np.ndarray)
        }
        return replace(self._whole, near_duplicates=copies, **own)


def _number(values: Integers) -> tuple[Integers, Integers]:
    """Return the different *values*, sorted, and for each row the number of its value there.

    As `np.unique`, in half its memory.
    """
    order = np.argsort(values)
    ordered = values[order]
    is_first = np.ones(len(values), np.bool_)
    is_first[1:] = ordered[1:] != ordered[:-1]
    different = ordered[is_first]
    del ordered
    numbers = np.empty(len(values), np.int32)
    numbers[order] = np.cumsum(is_first, dtype=np.int32)
    numbers -= 1
    return different, numbers


def _join(items: Integers, count: int, others: Integers) -> Integers:
    """Return one number for each pair; *others* are less than *count*."""
    pairs = items.astype(np.int64)
    pairs *= count
    pairs += others
    return pairs


def _count_owners(items: Integers, owners: Integers, count_items: int = 0) -> Integers:
    """Return, for each item, how many owners it has."""
    count = int(owners.max(initial=0)) + 1
    pairs = np.unique(_join(items, count, owners))
    return np.bincount(pairs // count, minlength=count_items).astype(np.int32)


def _pool(
    places: Integers, owners: Integers, values: Floats, weights: Integers
) -> tuple[Integers, Floats]:
    """Return, for each row, how many other owners have its place, and their mean value there."""
    count = int(owners.max(initial=0)) + 1
    pairs, rows = _number(_join(places, count, owners))
    means = np.bincount(rows, values * weights) / np.bincount(rows, weights)
    pairs //= count  # their places
    totals, counts = np.bincount(pairs, means), np.bincount(pairs)
    others = counts[pairs] - 1
    pooled = np.where(others > 0, (totals[pairs] - means) / np.maximum(1, others), 0)
    return others.astype(np.int32)[rows], pooled.astype(np.float32)[rows]


def _group_copies(texts: Integers, pages: Integers, masses: Floats, count: int) -> Integers:
    """Return of each page the number of its group: the pages with the same content.

    A text counts by its length, by how probably it is content (both are in *masses*) and by how
    few pages have it. Each page is compared with a few of those that have one of its texts.
    """
    keys, rows = np.unique(_join(texts, count, pages), return_index=True)
    texts, pages = keys // max(1, count), (keys % max(1, count)).astype(np.int32)
    masses = masses[rows]
    del keys, rows
    weights = masses * np.log((count + 1) / np.bincount(texts))[texts]
    order = np.lexsort((-weights, pages))
    starts = np.searchsorted(pages, np.arange(count), sorter=order)
    ranks = np.arange(len(order)) - starts[pages[order]]
    kept = np.sort(order[ranks < _SKETCH_TEXTS])  # in the order of texts, then of pages
    texts, pages, weights = texts[kept], pages[kept].astype(np.int64), weights[kept]
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
