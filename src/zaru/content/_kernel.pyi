from typing import Any

from numpy.typing import NDArray

from zaru.content.segments import Segment
from zaru.content.signals import Signals
from zaru.dom import Tree

class Features:
    def __new__(
        cls, columns: tuple[str, ...], tokens: dict[str, float], facts: dict[str, Any], /
    ) -> Features: ...
    def fill(
        self, tree: Tree, segments: list[Segment], signals: Signals, matrix: NDArray[Any], /
    ) -> None: ...

def mark_best(
    scores: NDArray[Any],
    lengths: NDArray[Any],
    weight: float,
    least: float,
    is_chosen: NDArray[Any],
    /,
) -> None: ...
def sum_trees(
    features: NDArray[Any],
    inputs: NDArray[Any],
    borders: NDArray[Any],
    leaves: NDArray[Any],
    scores: NDArray[Any],
    /,
) -> None: ...
