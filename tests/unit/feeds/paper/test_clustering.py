"""Group-average clustering against its definition."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from zaru.feeds.paper.clustering import Cluster, cluster_by_average


@st.composite
def matrices(draw: st.DrawFn) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Draw distances that are all different, so that no tie hides the order."""
    number = draw(st.integers(1, 7))
    pairs = list(combinations(range(number), 2))
    values = draw(st.permutations([float(2**place) for place in range(len(pairs))]))
    matrix = np.zeros((number, number))
    for (row, column), value in zip(pairs, values, strict=True):
        matrix[row, column] = matrix[column, row] = value
    return matrix


def cluster_by_definition(
    matrix: np.ndarray[tuple[int, int], np.dtype[np.float64]],
) -> set[Cluster]:
    """Join the two clusters with the least mean of all distances between their elements."""
    living: list[Cluster] = [(element,) for element in range(len(matrix))]
    found = set(living)
    while len(living) > 1:
        left, right = min(
            combinations(living, 2), key=lambda pair: matrix[np.ix_(pair[0], pair[1])].mean()
        )
        joined = tuple(sorted(left + right))
        living = [cluster for cluster in living if cluster not in (left, right)] + [joined]
        found.add(joined)
    return found


@given(matrices())
def test_clusters_are_those_of_the_definition(
    matrix: np.ndarray[tuple[int, int], np.dtype[np.float64]],
) -> None:
    clusters = cluster_by_average(matrix)
    assert len(clusters) == 2 * len(matrix) - 1
    assert set(clusters) == cluster_by_definition(matrix)


def test_counts_stand_for_equal_elements() -> None:
    near = [[0.0, 2.0, 6.0, 4.5], [2.0, 0.0, 2.5, 9.0], [6.0, 2.5, 0.0, 9.0], [4.5, 9.0, 9.0, 0.0]]
    # 0 and 1 are joined first; their mean to 2 is 4.25, or 5.65 when 0 stands for nine.
    assert (0, 1, 2) in cluster_by_average(np.array(near))
    assert (0, 1, 3) in cluster_by_average(np.array(near), counts=[9, 1, 1, 1])


def test_nothing_is_joined_with_nothing() -> None:
    assert cluster_by_average(np.zeros((0, 0))) == []
