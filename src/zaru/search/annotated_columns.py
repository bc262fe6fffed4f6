"""Words out of what an annotator says of many sentences at once, by Arrow's columns.

A line that stands in many answers is read once; `annotated_words` says how. In a quarter of the
time of sentence by sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from zaru.search.annotated_words import find_reader
from zaru.search.kept_line import KeptLine, write_places


def read_answers(scheme: str, answers: Any) -> Sequence[KeptLine | None]:
    """Return the words of each sentence by its answer, an Arrow array; None where that is null.

    They are those of `read_annotation`.
    """
    import pyarrow.compute

    lines = pyarrow.compute.split_pattern(answers, "\n")
    coded = lines.flatten().dictionary_encode()
    said = list(map(find_reader(scheme), coded.dictionary.to_pylist()))
    numbers = coded.indices.to_numpy()
    counts = pyarrow.compute.list_value_length(lines).fill_null(0).to_numpy()
    starts = _add_up(counts)
    is_word = _take((bool(one.term) for one in said), numbers, np.bool_)
    begins = _find_begins(_take((one.width for one in said), numbers), starts, counts)[is_word]
    words, borders = numbers[is_word], _add_up(is_word)[starts]
    ends = begins + _take((one.length for one in said), words)
    columns = (
        _join([one.term for one in said], words, borders),
        _join([one.reading for one in said], words, borders),
        _cut(write_places(np.stack([begins, ends], axis=1).ravel()), 2 * borders),
    )
    kept = list(map(KeptLine._make, zip(*columns, strict=True)))
    if not answers.null_count:
        return kept
    return [
        line if valid else None
        for line, valid in zip(kept, answers.is_valid().to_pylist(), strict=True)
    ]


def _find_begins(widths: Any, starts: Any, counts: Any) -> Any:
    """Return where each line's word begins in its sentence; words follow each other."""
    begins = _add_up(widths)
    return begins[:-1] - np.repeat(begins[starts[:-1]], counts)


def _add_up(numbers: Any) -> Any:
    """Return the sums of the first 0, 1, … of *numbers*."""
    return np.concatenate([[0], np.cumsum(numbers)])


def _take(values: Iterable[int], numbers: Any, kind: Any = np.int64) -> Any:
    return np.fromiter(values, kind)[numbers]


def _join(values: list[str], numbers: Any, borders: Any) -> list[str]:
    """Return the texts of the *values* with these *numbers*, cut at *borders*."""
    import pyarrow.compute

    every = pyarrow.array(values, pyarrow.string()).take(pyarrow.array(numbers))
    lists = pyarrow.ListArray.from_arrays(pyarrow.array(borders, pyarrow.int32()), every)
    texts: list[str] = pyarrow.compute.binary_join(lists, " ").to_pylist()
    return texts


def _cut(text: str, borders: Any) -> Iterator[str]:
    return (text[begin:end] for begin, end in pairwise(borders.tolist()))
