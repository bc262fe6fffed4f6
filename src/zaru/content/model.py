"""The model of one page: which of its segments are content.

Boosted oblivious trees (`trees.py`), made by `bench/train_content.py`. Nothing here needs numpy
as long as there is a kernel, which makes the features and asks the trees.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Literal, TypeVar, cast

from zaru.content.segments import Segment
from zaru.content.signals import Signals, read_linked
from zaru.dom import BLOCK_TAGS, UNREAD_TAGS, Tree
from zaru.errors import UsageError

try:
    from zaru.content import _kernel
    from zaru.dom._kernel import Columns
except ImportError:  # installed without a compiler
    _kernel = None  # type: ignore[assignment]

Number = TypeVar("Number", int, float)
Favour = Literal["balanced", "precision", "recall"]

# How many times as important recall is as precision in the expected F score (its β).
_BETAS: Mapping[Favour, float] = {"balanced": 1.0, "precision": 0.5, "recall": 2.0}
_LEAST_LENGTH = 1e-3  # a segment without length would be chosen, or not, by chance
_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """Trees as arrays, and what the tokens of class and id attributes say."""

    columns: tuple[str, ...]  # the names of the features, in the order that `inputs` counts
    levels: int  # of each tree
    inputs: array[int]  # of each level of each tree: the feature that is asked
    borders: array[float]  # of each level of each tree: the answer is whether it is above
    leaves: array[float]  # 2 ** levels for each tree: log odds; the first answer is bit 0
    first: int  # so many trees judge segments by themselves; the others look again, at regions
    biases: tuple[float, float]  # log odds before any tree of the first, the second look
    tokens: dict[str, float]  # log odds of content below an element with this token
    words: dict[str, float]  # log odds of a text that begins with this word among others


def write_model(model: Model) -> bytes:
    """Return what `read_model` reads: a line of JSON, then numbers, little-endian."""
    head = {
        "columns": model.columns,
        "levels": model.levels,
        "trees": len(model.borders) // model.levels,
        "first": model.first,
        "biases": model.biases,
        "tokens": list(model.tokens),
        "words": list(model.words),
    }
    said = [*model.tokens.values(), *model.words.values()]
    floats = model.borders + model.leaves + array("f", said)
    line = json.dumps(head, ensure_ascii=False) + "\n"
    return line.encode() + _turn(model.inputs[:]).tobytes() + _turn(floats).tobytes()


def read_model(data: bytes) -> Model:
    """Return the model that `write_model` wrote."""
    line, _, numbers = data.partition(b"\n")
    head = json.loads(line)
    asked = head["trees"] * head["levels"]
    last = asked + (head["trees"] << head["levels"])
    words = last + len(head["tokens"])
    floats = _turn(array("f", numbers[2 * asked :]))
    return Model(
        columns=tuple(head["columns"]),
        levels=head["levels"],
        inputs=_turn(array("h", numbers[: 2 * asked])),
        borders=floats[:asked],
        leaves=floats[asked:last],
        first=head["first"],
        biases=tuple(head["biases"]),
        tokens=dict(zip(head["tokens"], floats[last:words], strict=True)),
        words=dict(zip(head["words"], floats[words:], strict=True)),
    )


def _turn(numbers: array[Number]) -> array[Number]:
    """Return *numbers*, turned around on a machine that is big-endian."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


@cache
def load_model() -> Model:
    """Return the model that comes with zaru."""
    return read_model((_FOLDER / "model.bin").read_bytes())


def score_segments(tree: Tree, segments: list[Segment]) -> list[float]:
    """Return for each segment the probability that it is content."""
    if not segments:
        return []
    model = load_model()
    if _kernel is not None:
        return _load_kernel(model).score(tree.columns, segments, Signals.of(tree))
    from zaru.content.features import read_features
    from zaru.content.trees import has_second_look, predict

    features = read_features(tree, segments, model)
    scores: list[float] = predict(model, features, again=has_second_look(model)).tolist()
    return scores


def keep_best(
    tree: Tree, favour: Favour = "balanced"
) -> tuple[_kernel.Stretches, _kernel.Chosen, list[_kernel.Heading]] | None:
    """Return all segments, those that are content, and headings that may be; None without kernel.

    Each has a number, row and text, in a list of each; a heading the row of the text below it, too.
    """
    if _kernel is None:
        return None
    weight, columns = _BETAS[favour] ** 2, cast(Columns, tree.columns)
    model = _load_kernel(load_model())
    return model.keep(columns, BLOCK_TAGS, UNREAD_TAGS, read_linked, weight, _LEAST_LENGTH)


@lru_cache(maxsize=8)  # a benchmark judges by the models of several folds
def _load_kernel(model: Model) -> _kernel.Model:
    """Return what fills the model's columns and asks its trees in C."""
    kinds = (_FOLDER / "kinds.bin").read_bytes()
    arrays = model.inputs, model.borders, model.leaves
    try:
        return _kernel.Model(
            model.columns,
            model.tokens,
            model.words,
            kinds,
            model.levels,
            *arrays,
            model.first,
            *model.biases,
        )
    except ValueError as error:
        raise UsageError(str(error)) from error


def choose(
    scores: Sequence[float], lengths: Sequence[float], favour: Favour = "balanced"
) -> list[bool]:
    """Return which segments to keep: the set with the highest expected F score of the page.

    *lengths* says how much text each segment has, in any unit. At least one segment is kept,
    unless there is none.

    >>> choose([0.9, 0.3, 0.8], [100, 100, 100])
    [True, False, True]
    """
    mark = _kernel.mark_best if _kernel else mark_best
    return mark(list(scores), list(lengths), _BETAS[favour] ** 2, _LEAST_LENGTH)


def mark_best(
    scores: list[float], lengths: list[float], weight: float, least: float, /
) -> list[bool]:
    """Return which set has the highest expected F score; recall counts *weight* times.

    *least* is the length of what has none. `kernel/` does the same in C.
    """
    best = sorted(range(len(scores)), key=scores.__getitem__, reverse=True)
    lengths = [max(lengths[number], least) for number in best]
    masses = [scores[number] * length for number, length in zip(best, lengths, strict=True)]
    found = list(accumulate(masses))  # what is expected to be content, best first
    expected = [
        (1 + weight) * some / (length + weight * found[-1])
        for some, length in zip(found, accumulate(lengths), strict=True)
    ]
    kept = best[: expected.index(max(expected)) + 1] if expected else []
    is_chosen = [False] * len(scores)
    for number in kept:
        is_chosen[number] = True
    return is_chosen
