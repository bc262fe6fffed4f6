"""Group-average clustering: from single elements to one cluster, with all that lie between."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Cluster = tuple[int, ...]  # the numbers of its elements, in order


def cluster_by_average(
    distances: NDArray[np.float64], counts: Sequence[int] | None = None
) -> list[Cluster]:
    """Return all clusters of the group-average method, in the order in which they arise.

    First each element by itself, then what each step joins: the two clusters whose elements are
    nearest on average, of equally near ones those that begin first. *counts* says how many
    equal elements each stands for.

    >>> cluster_by_average(np.array([[0, 9, 9], [9, 0, 1], [9, 1, 0]]))
    [(0,), (1,), (2,), (1, 2), (0, 1, 2)]
    """
    number = len(distances)
    clusters: list[Cluster] = [(element,) for element in range(number)]
    if number < 2:
        return clusters
    weights = np.ones(number) if counts is None else np.array(counts, dtype=np.float64)
    averages = np.array(distances, dtype=np.float64)
    np.fill_diagonal(averages, np.inf)
    living = dict(enumerate(clusters))  # by the row that stands for the cluster: its first element
    for _ in range(number - 1):
        first, second = divmod(int(np.argmin(averages)), number)
        total = weights[first] + weights[second]
        joined = weights[first] * averages[first] + weights[second] * averages[second]
        joined /= total
        joined[first] = np.inf
        averages[first, :] = averages[:, first] = joined
        averages[second, :] = averages[:, second] = np.inf
        weights[first] = total
        living[first] = tuple(sorted(living[first] + living.pop(second)))
        clusters.append(living[first])
    return clusters
