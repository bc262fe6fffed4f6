"""How often runs of pieces occur in a text, for runs that grow piece by piece."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]


class Chains:
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
