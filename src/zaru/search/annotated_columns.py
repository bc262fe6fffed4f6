"""Words out of what an annotator says of many sentences at once, a column of Arrow's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from zaru.io.spoken import Answers
from zaru.search.annotated_words import find_reader, read_annotation
from zaru.search.kept_line import KeptLine, join_lines

try:
    from zaru.search import _kernel
except ImportError:  # installed without a compiler
    _kernel = None  # type: ignore[assignment]

if TYPE_CHECKING:
    # What is made of an answer: its words, or where they are read when lines are joined.
    LineAnswer: TypeAlias = KeptLine | _kernel.Answer


@dataclass(frozen=True, slots=True)
class LineAnswers(Answers["LineAnswer"]):
    """Answers that become lines of words."""

    join: Callable[[Sequence[LineAnswer]], KeptLine]  # as `join_lines`


def open_answers(scheme: str) -> LineAnswers:
    """Return what reads the words of sentences by the answers of the annotator *scheme*.

    They are those of `read_annotation`.
    """
    if _kernel is None:
        return LineAnswers(scheme, partial(_read_one_by_one, scheme), join_lines)
    return LineAnswers(scheme, _list, _kernel.LineReader(find_reader(scheme), KeptLine).join)


def _list(answers: Any) -> Sequence[_kernel.Answer | None]:
    column = answers.cast("string")
    validity, offsets, data = (buffer or b"" for buffer in column.buffers())
    return _kernel.list_answers(data, offsets, validity, column.offset, len(column))


def _read_one_by_one(scheme: str, answers: Any) -> Sequence[KeptLine | None]:
    return [
        None if answer is None else KeptLine.of(read_annotation(scheme, answer))
        for answer in answers.to_pylist()
    ]
