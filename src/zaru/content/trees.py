"""What the trees of a model make of features, in numpy: for installations without the kernel.

All nodes of one level of a tree ask the same question, so the number of a leaf has one bit for
each level, and all questions are answered for all segments at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from zaru.content.model import Model


def has_second_look(model: Model) -> bool:
    """Say whether some trees of *model* look at what the others say."""
    return model.looks[1] > 0


def sum_trees(model: Model, features: NDArray[np.float32], *, look: int = 0) -> NDArray[np.float32]:
    """Return the log odds of each segment by a look of the model.

    *features* has a row for each column of the model.
    """
    levels, begin = model.levels, sum(model.looks[:look])
    trees = slice(begin, begin + model.looks[look])
    inputs = np.array(model.inputs).reshape(-1, levels)[trees].ravel()
    borders = np.array(model.borders).reshape(-1, levels)[trees].ravel()
    leaves = np.array(model.leaves).reshape(-1, 2**levels)[trees]
    answers = (features[inputs] > borders[:, None]).reshape(len(leaves), levels, features.shape[1])
    numbers = np.packbits(answers, axis=1, bitorder="little")[:, 0]
    scores = np.full(features.shape[1], model.biases[look], np.float32)
    for said, places in zip(leaves, numbers, strict=True):  # in their order, as the kernel adds
        scores += said[places]
    return scores


def predict(model: Model, features: NDArray[np.float32], *, look: int = 0) -> NDArray[np.float32]:
    """Return the probability of each segment by a look of the model."""
    odds = sum_trees(model, features, look=look)
    return (1 / (1 + np.exp(-odds))).astype(np.float32)
