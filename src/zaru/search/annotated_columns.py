"""Words out of what an annotator says of many sentences at once, a column of Arrow's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from zaru.io.spoken import Answers
from zaru.search.annotated_words import find_reader, read_annotation
from zaru.search.kept_line import KeptLine

try:
    from zaru.search._kernel import LineReader
except ImportError:  # installed without a compiler
    LineReader = None  # type: ignore[assignment, misc]


def open_answers(scheme: str) -> Answers[KeptLine]:
    """Return what reads the words of sentences by the answers of the annotator *scheme*.

    They are those of `read_annotation`.
    """
    if LineReader is None:
        return Answers(scheme, partial(_read_one_by_one, scheme))
    return Answers(scheme, partial(_read_column, LineReader(find_reader(scheme), KeptLine)))


def _read_column(reader: LineReader[KeptLine], answers: Any) -> Sequence[KeptLine | None]:
    column = answers.cast("string")
    validity, offsets, data = (buffer or b"" for buffer in column.buffers())
    return reader.read(data, offsets, validity, column.offset, len(column))


def _read_one_by_one(scheme: str, answers: Any) -> Sequence[KeptLine | None]:
    return [
        None if answer is None else KeptLine.of(read_annotation(scheme, answer))
        for answer in answers.to_pylist()
    ]
