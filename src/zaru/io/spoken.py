"""Sentences with what one annotator says of them, read by columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from zaru.io.corpus_page import Answer, SpokenPage
from zaru.io.parquet import import_arrow
from zaru.io.tables import Table

_COLUMNS = ("page", "text", "span")
_IS_CONTENT, _ANNOTATIONS = "is_content", "annotations"
_ROWS = 4096  # that are read at once; answers are no objects of Python, texts are


@dataclass(frozen=True, slots=True)
class Answers(Generic[Answer]):
    """The answers of the annotator *scheme*, and what is made of them.

    *read* gets an Arrow array.
    """

    scheme: str
    read: Callable[[Any], Sequence[Answer | None]]


def read_spoken(
    table: Table, file: str, answers: Answers[Answer] | None, *, content_only: bool = False
) -> Iterator[tuple[str, SpokenPage[Answer]]]:
    """Yield ids of pages of *file* with their sentences, and what *answers* makes of these.

    With *content_only* those outside of the content are left out, with pages that have no others.
    """
    last: tuple[str, SpokenPage[Answer]] | None = None
    for page, spoken in _read_parts(table, file, answers, content_only):
        if last is not None and last[0] == page:
            last[1].extend(spoken)
            continue
        if last is not None:
            yield last
        last = page, spoken
    if last is not None:
        yield last


def _read_parts(
    table: Table, file: str, answers: Answers[Answer] | None, content_only: bool
) -> Iterator[tuple[str, SpokenPage[Answer]]]:
    """Yield the sentences of each page; those of one may come in several parts."""
    import_arrow()
    import pyarrow.compute

    wanted = [
        *_COLUMNS,
        *([_IS_CONTENT] if content_only else ()),
        *([_ANNOTATIONS] if answers else ()),
    ]
    for whole in table.batches(file, wanted, _ROWS):
        batch = _choose_content(whole) if content_only else whole
        pages, texts, spans = map(batch.column, _COLUMNS)
        read: Sequence[Answer | None] = [None] * len(batch)
        if answers is not None:
            read = answers.read(find_answers(batch.column(_ANNOTATIONS), answers.scheme))
        columns: Any = (texts.to_pylist(), *_read_spans(spans), list(read))
        runs = pyarrow.compute.run_end_encode(pages)
        begin = 0
        for page, end in zip(runs.values.to_pylist(), runs.run_ends.to_pylist(), strict=True):
            yield page, SpokenPage(*(column[begin:end] for column in columns))
            begin = end


def _choose_content(batch: Any) -> Any:
    is_content = batch.column(_IS_CONTENT)
    return batch if is_content.true_count == len(batch) else batch.filter(is_content)


def _read_spans(spans: Any) -> tuple[list[int], list[int]]:
    """Return offsets and lengths."""
    bounds = spans.flatten()
    if len(bounds) != 2 * len(spans) or bounds.null_count:  # a foreign corpus may have others
        pairs = [(span or [0, 0])[:2] for span in spans.to_pylist()]
        return [pair[0] for pair in pairs], [pair[-1] for pair in pairs]
    numbers = bounds.to_numpy()  # makes a list of them sooner than Arrow does
    return numbers[::2].tolist(), numbers[1::2].tolist()


def find_answers(annotations: Any, scheme: str) -> Any:
    """Return for each sentence what *scheme* says of it; quickly where each has one annotation."""
    every = annotations.flatten()
    if len(every) == len(annotations) and not annotations.null_count:
        schemes = every.field("scheme").unique().to_pylist()
        if schemes == [scheme] and (annotations.value_lengths().to_numpy() == 1).all():
            return every.field("text")
    answers = [
        next((said["text"] for said in row or () if said["scheme"] == scheme), None)
        for row in annotations.to_pylist()
    ]
    return import_arrow().array(answers, "string")
