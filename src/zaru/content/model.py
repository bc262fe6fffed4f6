"""The model of one page: which of its segments are content.

Boosted oblivious trees: all nodes of one level of a tree ask the same question, so the number
of a leaf has one bit for each level, and all questions are answered for all segments at once.
`bench/train_content.py` makes `model.npz`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import IO, Literal

import numpy as np
from numpy.typing import NDArray

from zaru.content.features import extract_features, kernel_facts, to_matrix
from zaru.content.segments import Segment
from zaru.content.signals import Signals
from zaru.dom import Tree
from zaru.errors import UsageError

try:
    from zaru.content import _kernel
except ImportError:  # installed without a compiler
    _kernel = None  # type: ignore[assignment]

Favour = Literal["balanced", "precision", "recall"]

# How many times as important recall is as precision in the expected F score (its β).
_BETAS: Mapping[Favour, float] = {"balanced": 1.0, "precision": 0.5, "recall": 2.0}
_LEAST_LENGTH = 1e-3  # a segment without length would be chosen, or not, by chance


def sum_trees(
    features: NDArray[np.float32],
    inputs: NDArray[np.int64],
    borders: NDArray[np.float32],
    leaves: NDArray[np.float32],
    scores: NDArray[np.float32],
    /,
) -> None:
    """Add to *scores* what the trees say of each segment; `Model` explains the arrays.

    `kernel/` does the same in C and is used where it could be compiled.
    """
    trees, levels = inputs.shape
    answers = features[inputs.ravel()] > borders.ravel()[:, None]
    numbers = np.packbits(answers.reshape(trees, levels, -1), axis=1, bitorder="little")[:, 0]
    firsts = np.arange(0, leaves.size, leaves.shape[1])[:, None]
    scores += leaves.ravel()[numbers + firsts].sum(axis=0)


def mark_best(
    scores: NDArray[np.float64],
    lengths: NDArray[np.float64],
    weight: float,
    least: float,
    is_chosen: NDArray[np.bool_],
    /,
) -> None:
    """Mark the set with the highest expected F score; recall counts *weight* times.

    *least* is the length of what has none. `kernel/` does the same in C.
    """
    order = np.argsort(-scores, kind="stable")
    lengths = np.maximum(lengths[order], least)
    found = np.cumsum(scores[order] * lengths)  # what is expected to be content, best first
    expected = (1 + weight) * found / (np.cumsum(lengths) + weight * found[-1])
    is_chosen[order[: int(np.argmax(expected)) + 1]] = True


_sum_trees = _kernel.sum_trees if _kernel else sum_trees
_mark_best = _kernel.mark_best if _kernel else mark_best


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """Trees as arrays, and what the tokens of class and id attributes say."""

    columns: tuple[str, ...]  # the names of the features, in the order that `inputs` counts
    inputs: NDArray[np.int64]  # (trees, levels): the feature that is asked
    borders: NDArray[np.float32]  # (trees, levels): the answer is whether it is above
    leaves: NDArray[np.float32]  # (trees, 2 ** levels): log odds; the first answer is bit 0
    bias: float
    tokens: dict[str, float]  # log odds of content below an element with this token

    def predict(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the probability of each segment; *features* has a row for each feature."""
        scores = np.full(features.shape[1], self.bias, np.float32)
        _sum_trees(features, self.inputs, self.borders, self.leaves, scores)
        return np.asarray(1 / (1 + np.exp(-scores)), np.float32)


@cache
def load_model() -> Model:
    """Return the model that comes with zaru."""
    with (files("zaru.content") / "model.npz").open("rb") as file:
        return read_model(file)


def read_model(file: IO[bytes]) -> Model:
    """Return the model that `bench/train_content.py` wrote to *file*."""
    arrays = np.load(file, allow_pickle=False)
    tokens = zip(arrays["tokens"].tolist(), arrays["token_scores"].tolist(), strict=True)
    return Model(
        columns=tuple(arrays["columns"].tolist()),
        inputs=arrays["inputs"].astype(np.int64),
        borders=arrays["borders"],
        leaves=arrays["leaves"],
        bias=float(arrays["bias"]),
        tokens=dict(tokens),
    )


def score_segments(tree: Tree, segments: list[Segment]) -> NDArray[np.float32]:
    """Return for each segment the probability that it is content."""
    if not segments:
        return np.zeros(0, np.float32)
    model = load_model()
    return model.predict(read_features(tree, segments, model))


def read_features(tree: Tree, segments: list[Segment], model: Model) -> NDArray[np.float32]:
    """Return the features that *model* reads, a row for each, in the order of its columns."""
    if _kernel is None:
        columns = extract_features(tree, segments, model.tokens)
        if not columns.keys() >= set(model.columns):
            unknown = ", ".join(sorted(set(model.columns) - columns.keys()))
            raise UsageError(f"the model asks for features that zaru does not have: {unknown}")
        return to_matrix({name: columns[name] for name in model.columns}, len(segments))
    matrix = np.empty((len(model.columns), len(segments)), np.float32)
    _load_kernel(model).fill(tree, segments, Signals.of(tree), matrix)
    return matrix


@lru_cache(maxsize=8)  # a benchmark judges by the models of several folds
def _load_kernel(model: Model) -> _kernel.Features:
    """Return what fills the model's columns in C."""
    try:
        return _kernel.Features(model.columns, model.tokens, kernel_facts())
    except ValueError as error:
        raise UsageError(f"the model asks for features that zaru does not have: {error}") from error


def choose(
    scores: NDArray[np.floating], lengths: NDArray[np.floating], favour: Favour = "balanced"
) -> NDArray[np.bool_]:
    """Return which segments to keep: the set with the highest expected F score of the page.

    *lengths* says how much text each segment has, in any unit. At least one segment is kept,
    unless there is none.

    >>> choose(np.array([0.9, 0.3, 0.8]), np.array([100, 100, 100])).tolist()
    [True, False, True]
    """
    is_chosen = np.zeros(len(scores), bool)
    if len(scores):
        weight = _BETAS[favour] ** 2
        doubles = scores.astype(np.float64), lengths.astype(np.float64)
        _mark_best(*doubles, weight, _LEAST_LENGTH, is_chosen)
    return is_chosen
