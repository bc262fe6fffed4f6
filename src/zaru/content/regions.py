"""Regions: what a first look at the segments says of the parts of a page.

A card is content when the cards beside it are, a paragraph when its container is. So segments are
judged twice: by themselves, and again with the first scores of all that stands around them: of
their path, of their kind of item, of the elements that hold them, of their neighbours, of the page.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zaru.content.skeleton import Skeleton
from zaru.content.table import COLUMNS
from zaru.content.table import NUMBERS as N

Floats = NDArray[np.float64]

REGIONS = COLUMNS[COLUMNS.index("score") :]  # the names of the columns
_NEIGHBOURS = {"before_2": -2, "before_1": -1, "behind_1": 1, "behind_2": 2}
_AROUND = (3, 8, 20)  # segments on each side


def region_columns(skeleton: Skeleton, scores: Any, lengths: Any) -> dict[str, Floats]:
    """Return what the first *scores* say of the regions of each segment, by name.

    *lengths* says how much text each segment has; a score counts by it.
    """
    scores, weights = np.asarray(scores, np.float64), np.asarray(lengths) + N.LEAST
    masses = scores * weights  # what is expected to be content
    sums = np.zeros((2, len(scores) + 1))
    np.cumsum(np.stack((masses, weights)), axis=1, out=sums[:, 1:])
    total = max(float(sums[0, -1]), N.LEAST_MASS)
    held = sums[:, skeleton.lasts + 1] - sums[:, skeleton.firsts]
    held_score, held_mass = held[0] / np.maximum(held[1], N.LEAST), held[0] / total
    columns = {"score": scores}
    columns |= _kind_columns(skeleton, masses, weights, total)
    columns["score_item"] = held_score[skeleton.repeated[skeleton.blocks]]
    place = np.where(
        skeleton.sizes[skeleton.blocks] > 1, skeleton.blocks, skeleton.wider[skeleton.blocks]
    )
    for level in range(1, N.LEVELS + 1):
        columns[f"score_{level}"], columns[f"mass_{level}"] = held_score[place], held_mass[place]
        place = skeleton.wider[place]
    order = np.arange(len(scores))
    padded = np.concatenate((np.zeros(2), scores, np.zeros(2)))
    for where, by in _NEIGHBOURS.items():
        columns[f"score_{where}"] = padded[order + 2 + by]
    for around in _AROUND:
        first, behind = np.maximum(order - around, 0), np.minimum(order + around + 1, len(order))
        stretch = sums[:, behind] - sums[:, first]
        columns[f"score_around_{around}"] = stretch[0] / stretch[1]
    columns["score_all"] = np.full(len(order), total / sums[1, -1])
    columns["score_best"] = np.full(len(order), scores.max())
    columns["mass_before"] = sums[0, :-1] / total
    columns["mass_behind"] = (sums[0, -1] - sums[0, 1:]) / total
    holders = np.flatnonzero(held[0] >= N.MOST_MASS * total)
    best = int(holders[-1]) if len(holders) else 0
    is_inside = (order >= skeleton.firsts[best]) & (order <= skeleton.lasts[best])
    columns["in_best"] = is_inside.astype(np.float64)
    return columns


def _kind_columns(
    skeleton: Skeleton, masses: Floats, weights: Floats, total: float
) -> dict[str, Floats]:
    """Return score and mass of what has the same tags and classes above, and of the same items."""
    item = skeleton.repeated[skeleton.blocks]
    columns = {}
    for name, kind in (("path", skeleton.paths[skeleton.blocks]), ("items", skeleton.paths[item])):
        mass, weight = np.bincount(kind, masses), np.bincount(kind, weights)
        is_known = np.ones(len(kind), np.bool_) if name == "path" else item > 0
        columns[f"score_{name}"] = np.where(is_known, mass[kind] / weight[kind], -1)
        columns[f"mass_{name}"] = np.where(is_known, mass[kind] / total, 0)
    return columns
