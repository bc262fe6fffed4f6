from typing import Any

from numpy.typing import NDArray

def sum_trees(
    features: NDArray[Any],
    inputs: NDArray[Any],
    borders: NDArray[Any],
    leaves: NDArray[Any],
    scores: NDArray[Any],
    /,
) -> None: ...
