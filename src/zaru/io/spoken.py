"""Sentences with what one annotator says of them, read by columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zaru.io.corpus_page import SpokenSentence
from zaru.io.tables import Table

_COLUMNS = ("page", "text", "span", "is_content", "annotations")
_ROWS = 2048  # that are Python objects at once


def read_spoken(table: Table, file: str, scheme: str | None) -> Iterator[SpokenSentence]:
    """Yield the sentences of *file* with the answers of the annotator *scheme*."""
    for batch in table.batches(file, _COLUMNS, _ROWS):
        pages, texts, spans, is_content, annotations = map(batch.column, _COLUMNS)
        offsets, lengths = _read_spans(spans)
        answers = _read_answers(annotations, scheme)
        columns = (pages.to_pylist(), texts.to_pylist(), offsets, lengths, is_content.to_pylist())
        yield from map(SpokenSentence._make, zip(*columns, answers, strict=True))


def _read_spans(spans: Any) -> tuple[list[int], list[int]]:
    """Return offsets and lengths."""
    numbers = spans.flatten().to_pylist()
    if len(numbers) != 2 * len(spans):  # a foreign corpus may have spans that are none
        pairs = [(span or [0, 0])[:2] for span in spans.to_pylist()]
        return [pair[0] for pair in pairs], [pair[-1] for pair in pairs]
    return numbers[::2], numbers[1::2]


def _read_answers(annotations: Any, scheme: str | None) -> list[str | None]:
    """Return for each sentence what *scheme* says of it; quickly where each has one annotation."""
    every = annotations.flatten()
    if len(every) == len(annotations) and not annotations.null_count:
        schemes = every.field("scheme").unique().to_pylist()
        if schemes == [scheme] and set(annotations.value_lengths().to_pylist()) <= {1}:
            answers: list[str | None] = every.field("text").to_pylist()
            return answers
    return [
        next((said["text"] for said in row or () if said["scheme"] == scheme), None)
        for row in annotations.to_pylist()
    ]
