"""Sentences with what one annotator says of them, read by columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic

from zaru.io.corpus_page import Answer, SpokenSentence
from zaru.io.parquet import import_arrow
from zaru.io.tables import Table

_COLUMNS = ("page", "text", "span", "is_content")
_ANNOTATIONS = "annotations"
_to_sentence = partial(tuple.__new__, SpokenSentence)  # `_make` without a call of Python's
_ROWS = 1024  # that are Python objects at once


@dataclass(frozen=True, slots=True)
class Answers(Generic[Answer]):
    """The answers of the annotator *scheme*, and what is made of them.

    *read* gets an Arrow array, in which those that nobody needs are null.
    """

    scheme: str
    read: Callable[[Any], Sequence[Answer | None]]


def read_spoken(
    table: Table, file: str, answers: Answers[Answer] | None
) -> Iterator[SpokenSentence[Answer]]:
    """Yield the sentences of *file* with what *answers* makes of those in the content."""
    wanted = _COLUMNS if answers is None else (*_COLUMNS, _ANNOTATIONS)
    for batch in table.batches(file, wanted, _ROWS):
        pages, texts, spans, is_content = map(batch.column, _COLUMNS)
        offsets, lengths = _read_spans(spans)
        read: Sequence[Answer | None] = [None] * len(batch)
        if answers is not None:
            found = _find_answers(batch.column(_ANNOTATIONS), answers.scheme)
            read = answers.read(_blank_others(found, is_content))
        columns = (pages.to_pylist(), texts.to_pylist(), offsets, lengths, is_content.to_pylist())
        yield from map(_to_sentence, zip(*columns, read, strict=True))


def _read_spans(spans: Any) -> tuple[list[int], list[int]]:
    """Return offsets and lengths."""
    numbers = spans.flatten().to_pylist()
    if len(numbers) != 2 * len(spans):  # a foreign corpus may have spans that are none
        pairs = [(span or [0, 0])[:2] for span in spans.to_pylist()]
        return [pair[0] for pair in pairs], [pair[-1] for pair in pairs]
    return numbers[::2], numbers[1::2]


def _find_answers(annotations: Any, scheme: str) -> Any:
    """Return for each sentence what *scheme* says of it; quickly where each has one annotation."""
    every = annotations.flatten()
    if len(every) == len(annotations) and not annotations.null_count:
        schemes = every.field("scheme").unique().to_pylist()
        if schemes == [scheme] and set(annotations.value_lengths().to_pylist()) <= {1}:
            return every.field("text")
    answers = [
        next((said["text"] for said in row or () if said["scheme"] == scheme), None)
        for row in annotations.to_pylist()
    ]
    return import_arrow().array(answers, "string")


def _blank_others(answers: Any, is_content: Any) -> Any:
    """Return *answers* with null for sentences outside of the content."""
    if is_content.true_count == len(is_content):
        return answers
    import pyarrow.compute

    return pyarrow.compute.if_else(is_content, answers, None)
