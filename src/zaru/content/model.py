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
from typing import Literal, NamedTuple, TypeVar, cast

from zaru.content.page_kinds import IS_PARTED, adapt, find_kinds
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
    # How many trees look at segments by themselves, how many again, with their regions, and then
    # how many tell each kind of pages (`page_kinds.KINDS`); the log odds before any of them.
    looks: tuple[int, ...]
    biases: tuple[float, ...]
    tokens: dict[str, float]  # log odds of content below an element with this token
    words: dict[str, float]  # log odds of a text that begins with this word among others


def write_model(model: Model) -> bytes:
    """Return what `read_model` reads: a line of JSON, then numbers, little-endian."""
    head = {
        "columns": model.columns,
        "levels": model.levels,
        "looks": model.looks,
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
    trees = sum(head["looks"])
    asked = trees * head["levels"]
    last = asked + (trees << head["levels"])
    words = last + len(head["tokens"])
    floats = _turn(array("f", numbers[2 * asked :]))
    return Model(
        columns=tuple(head["columns"]),
        levels=head["levels"],
        inputs=_turn(array("h", numbers[: 2 * asked])),
        borders=floats[:asked],
        leaves=floats[asked:last],
        looks=tuple(head["looks"]),
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


class Scores(NamedTuple):
    """What the model says of a page: how probable it is …"""

    segments: list[float]  # … of each segment that it is content
    kinds: list[float]  # … of the page that it is of each of `page_kinds.KINDS`; empty without text


def score_page(tree: Tree, segments: list[Segment]) -> Scores:
    """Return what the model says of a page and its *segments*."""
    if not segments:
        return Scores([], [])
    model = load_model()
    if _kernel is not None:
        return Scores(*_load_kernel(model).score(tree.columns, segments, Signals.of(tree)))
    from zaru.content.features import read_features
    from zaru.content.trees import has_second_look, predict

    features, lengths = read_features(tree, segments, model)
    scores = predict(model, features, look=int(has_second_look(model)))
    return Scores(scores.tolist(), find_kinds(model, features, scores, lengths))


def keep_best(
    tree: Tree, favour: Favour = "balanced"
) -> tuple[_kernel.Stretches, _kernel.Chosen, list[_kernel.Heading], list[float]] | None:
    """Return all segments, those that are content, headings that may be, and `Scores.kinds`.

    Each has a number, row and text, in a list of each; a heading the row of the text below it, too.
    None without the kernel.
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
            model.looks,
            model.biases,
            IS_PARTED,
        )
    except ValueError as error:
        raise UsageError(str(error)) from error


def choose(
    scores: Sequence[float],
    lengths: Sequence[float],
    favour: Favour = "balanced",
    *,
    kinds: Sequence[float] = (),
) -> list[bool]:
    """Return which segments to keep: the set with the highest expected F score of the page.

    *lengths* says how much text each segment has, in any unit; *kinds* is as in `Scores`, and empty
    where the other pages of a set have changed the scores. At least one segment is kept, unless
    there is none.

    >>> choose([0.9, 0.3, 0.8], [100, 100, 100])
    [True, False, True]
    """
    mark = _kernel.mark_best if _kernel else mark_best
    weight = _BETAS[favour] ** 2
    weight, together = adapt(weight, kinds) if kinds else (weight, 0.0)
    return mark(list(scores), list(lengths), weight, _LEAST_LENGTH, together)


def mark_best(
    scores: list[float], lengths: list[float], weight: float, least: float, together: float, /
) -> list[bool]:
    """Return which set has the highest expected F score; recall counts *weight* times.

    *least* is the length of what has none. Scores may be right or wrong each by itself, or
    *together*, from 0 to 1: then all that scores above some number is content, and any number is
    as probable as another. `kernel/` does the same in C.
    """
    best = sorted(range(len(scores)), key=scores.__getitem__, reverse=True)
    sizes = [max(lengths[number], least) for number in best]
    masses = [scores[number] * size for number, size in zip(best, sizes, strict=True)]
    found = list(accumulate(masses))  # what is expected to be content, best first
    ends = list(accumulate(sizes))
    expected = [
        (1 + weight) * some / (end + weight * found[-1])
        for some, end in zip(found, ends, strict=True)
    ]
    if together > 0:
        truths = _list_truths([scores[number] for number in best], ends)
        expected = [
            (1 - together) * one + together * _score_truths(truths, end, weight)
            for one, end in zip(expected, ends, strict=True)
        ]
    kept = best[: expected.index(max(expected)) + 1] if expected else []
    is_chosen = [False] * len(scores)
    for number in kept:
        is_chosen[number] = True
    return is_chosen


def _list_truths(scores: list[float], ends: list[float]) -> list[float]:
    """Return how long the content is if all is that scores above a number, for several numbers."""
    from zaru.content.table import NUMBERS as N

    truths, count = [], 0
    for scenario in reversed(range(N.SCENARIOS)):
        while count < len(scores) and scores[count] > (scenario + 0.5) / N.SCENARIOS:
            count += 1
        if count:
            truths.append(ends[count - 1])
    return truths


def _score_truths(truths: list[float], length: float, weight: float) -> float:
    """Return the mean F score of so much text, the best first, over what may be true."""
    from zaru.content.table import NUMBERS as N

    total = 0.0
    for truth in truths:
        total += (1 + weight) * min(length, truth) / (length + weight * truth)
    return total / float(N.SCENARIOS)
