"""The model of one page: which of its segments are content.

Boosted oblivious trees: all nodes of one level of a tree ask the same question, so a leaf's
number is one bit for each level, and numpy answers all questions of all segments at once.
`bench/train_content.py` makes `model.npz`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from zaru.content.features import extract_features, token_columns
from zaru.content.segments import Segment
from zaru.dom import Tree

Favour = Literal["balanced", "precision", "recall"]

# The weight of recall against precision in the expected F score (its β).
_BETAS: dict[Favour, float] = {"balanced": 1.0, "precision": 0.5, "recall": 2.0}
_LEVELS = 8  # the questions of a tree are padded to the bits of a byte


@dataclass(frozen=True, slots=True)
class Model:
    """Trees as arrays, and what the tokens of class and id attributes say."""

    columns: tuple[str, ...]  # the names of the features that are asked for
    inputs: NDArray[np.int64]  # (trees, levels): the column that is asked
    borders: NDArray[np.float32]  # (trees, levels): the answer is whether it is above
    leaves: NDArray[np.float32]  # (trees, 2 ** levels): log odds
    bias: float
    tokens: dict[str, float]  # log odds of content below an element with this token

    def predict(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the probability of each column of *features*, which has a row a feature."""
        trees, levels = self.inputs.shape
        answers = features[self.inputs.ravel()] > self.borders.ravel()[:, None]
        answers = answers.reshape(trees, levels, -1)
        numbers = np.packbits(answers, axis=1, bitorder="little")[:, 0]
        first = np.arange(0, trees * self.leaves.shape[1], self.leaves.shape[1])[:, None]
        scores = self.leaves.ravel()[numbers + first].sum(axis=0) + np.float32(self.bias)
        return np.asarray(1 / (1 + np.exp(-scores)), np.float32)


@cache
def load_model() -> Model:
    """Return the model that comes with zaru."""
    with (files("zaru.content") / "model.npz").open("rb") as file:
        arrays = np.load(file, allow_pickle=False)
        return Model(
            columns=tuple(arrays["columns"].tolist()),
            inputs=arrays["inputs"].astype(np.int64),
            borders=arrays["borders"],
            leaves=arrays["leaves"],
            bias=float(arrays["bias"]),
            tokens=dict(
                zip(arrays["tokens"].tolist(), arrays["token_scores"].tolist(), strict=True)
            ),
        )


def score_segments(
    tree: Tree, segments: list[Segment], url: str | None = None
) -> NDArray[np.float32]:
    """Return for each segment the probability that it is content."""
    if not segments:
        return np.zeros(0, np.float32)
    model = load_model()
    features, outline = extract_features(tree, segments, url)
    columns = np.concatenate(
        (np.array(list(features.values()), np.float32), token_columns(outline, model.tokens))
    )
    return model.predict(columns)


def choose(
    scores: NDArray[np.floating], lengths: NDArray[np.floating], favour: Favour = "balanced"
) -> NDArray[np.bool_]:
    """Return which segments to keep: the set with the highest expected F score of the page.

    *lengths* says how much text each segment has. At least one segment is kept.
    """
    chosen = np.zeros(len(scores), bool)
    if not len(scores):
        return chosen
    order = np.argsort(-scores, kind="stable")
    weights = np.maximum(lengths[order], 1e-3)
    gained = np.cumsum(scores[order] * weights)
    beta = _BETAS[favour] ** 2
    expected = (1 + beta) * gained / (np.cumsum(weights) + beta * gained[-1] + 1e-9)
    chosen[order[: int(np.argmax(expected)) + 1]] = True
    return chosen
