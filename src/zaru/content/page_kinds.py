"""Kinds of pages: an article, a thread, a listing, documentation, a product, a service.

A page is judged by what its content looks like: the mean of each feature over its segments, which
count by how much content is expected of them. The trees of the model say of each kind how probable
it is. With the kernel nothing here needs numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from zaru.content.model import Model

KINDS = ("article", "service", "listing", "thread", "product", "documentation")
# Pages of many parts that have little to do with each other: cards, offers, boxes.
_PARTED = frozenset({"service", "listing", "product"})
IS_PARTED = tuple(kind in _PARTED for kind in KINDS)
KIND_LOOKS = 2  # the looks of a model at segments, which come before those at the page


class Kind(NamedTuple):
    """What a page is, and how probable that is."""

    name: str  # one of KINDS
    score: float  # 0 to 1


def name_kind(kinds: Sequence[float]) -> Kind | None:
    """Return the most probable kind; None for a page without text, of which nothing is known.

    >>> name_kind([0.1, 0.0, 0.9, 0.0, 0.0, 0.0])
    Kind(name='listing', score=0.9)
    """
    if not kinds:
        return None
    best = max(range(len(kinds)), key=kinds.__getitem__)
    return Kind(KINDS[best], kinds[best])


def adapt(weight: float, kinds: Sequence[float]) -> tuple[float, float]:
    """Return how much recall counts in the choice for a page of these *kinds*, and `together`.

    The scores of an article are right or wrong together: what reads like its text is its text, or
    all of it is the next story. Those of many parts are so one by one, and more of them are
    content than single scores say.

    >>> adapt(1.0, [0.75, 0.25, 0.0, 0.0, 0.0, 0.0])
    (1.25, 0.75)
    """
    parted = 0.0
    for kind, is_parted in zip(kinds, IS_PARTED, strict=True):
        parted += kind if is_parted else 0.0
    return weight * (1 + parted), 1 - parted


def find_kinds(
    model: Model, features: NDArray[np.float32], scores: NDArray[np.float32], lengths: object
) -> list[float]:
    """Return how probable each kind is, for a page with *features* and the *scores* of segments.

    The reference of the kernel, and what is done without it; *lengths* is as in `region_columns`.
    """
    import numpy as np

    from zaru.content.table import NUMBERS as N
    from zaru.content.trees import predict

    masses = scores.astype(np.float64) * (np.asarray(lengths) + N.LEAST)
    total = max(float(np.cumsum(masses)[-1]), N.LEAST_MASS)
    column = np.zeros((len(features), 1), np.float32)
    asked = sum(model.looks[:KIND_LOOKS]) * model.levels
    for row in sorted(set(model.inputs[asked:])):  # adds in the order of the segments
        column[row] = np.cumsum(masses * features[row])[-1] / total
    looks = range(KIND_LOOKS, len(model.looks))
    found = [float(predict(model, column, look=look)[0]) for look in looks]
    whole = 0.0
    for one in found:
        whole += one
    return [one / whole for one in found]
