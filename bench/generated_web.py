"""A made web of any size: sites of Zipf sizes, whose pages stand in an order of chance.

Everything follows from a seed and a number: nothing is held but a bounded number of templates, and
the same arguments give the same pages.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate

from bench.generated_sites import MadePage
from bench.heavy_site import KINDS, HeavySite

SITES_HELD = 1_024
LEAST_SITES = 200
PAGES_OF_SITE = 100  # on average, when a web has more than LEAST_SITES of them


@dataclass(frozen=True)
class MadeWeb:
    """A web of *pages* pages on *sites* sites, whose sizes follow Zipf's law."""

    pages: int
    sites: int
    seed: int = 1

    @cached_property
    def ends(self) -> list[int]:
        """How many pages the first 1, 2, … sites have together."""
        weights = list(accumulate(1 / rank for rank in range(1, self.sites + 1)))
        spare = self.pages - self.sites  # a page for each, the rest by weight
        ends = (int(spare * weight / weights[-1]) for weight in weights)
        return [end + rank for rank, end in enumerate(ends, start=1)]

    def site(self, rank: int) -> HeavySite:
        start = self.ends[rank - 1] if rank else 0
        return make_site(self.seed * len(KINDS) * 10_000 + rank, self.ends[rank] - start)

    def page(self, place: int) -> tuple[MadePage, str]:
        """Return the page that stands at *place* in the order of the files, and its charset."""
        number = shuffle(place, self.pages, self.seed)
        rank = bisect_right(self.ends, number)
        site = self.site(rank)
        return site.page(number - (self.ends[rank - 1] if rank else 0)), site.charset


@lru_cache(maxsize=SITES_HELD)
def make_site(seed: int, pages: int) -> HeavySite:
    return HeavySite(seed, pages)


def shuffle(place: int, count: int, seed: int) -> int:
    """Return where *place* goes in an order of chance of *count* places: a Feistel network."""
    half = max(1, (count.bit_length() + 1) // 2)
    mask = (1 << half) - 1
    while True:  # an answer behind the end is shuffled again: the whole is a permutation
        left, right = place >> half, place & mask
        for turn in range(4):
            mixed = (right + seed + turn) * 0x9E3779B97F4A7C15 & (1 << 64) - 1
            left, right = right, left ^ (mixed >> 40) & mask
        place = left << half | right
        if place < count:
            return place
