"""The pages of all shards compared, a partition of what they have in common at a time.

Whatever many pages share comes here: rows are gone through twice and never held, so that a text
that stands on every page costs no memory. What is found does not depend on the order of shards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from typing import Any

from zaru.corpus.signatures import is_repetition
from zaru.runs.build.making import STAGE as MAKE
from zaru.runs.build.options import Options
from zaru.runs.exchange import ExchangeWriter, read_rows, rows_of
from zaru.runs.tasks import Context, Marker, Task, TaskOutput, name_work

STAGE = "compare"

DUPLICATE_COLUMNS = {"number": "int32", "order": "string"}
REPEATED_COLUMNS = {"number": "int32"}
PARAGRAPH_COLUMNS = {"number": "int32", "block": "int32", "pages": "int32"}


def compare_partition(context: Context[Options], task: Task) -> Generator[int, None, Marker]:
    """Find what repeats in a partition; the shards learn it of their pages."""
    output = TaskOutput(context.store, task)
    for kind, columns, compare in (
        ("duplicates", DUPLICATE_COLUMNS, _find_duplicates),
        ("repeated", REPEATED_COLUMNS, _find_repeated),
        ("paragraphs", PARAGRAPH_COLUMNS, _find_paragraphs),
    ):
        writer = ExchangeWriter(columns, context.shards)
        for shard, row in compare(context, task.number):
            writer.add(shard, row)
            yield 0
        with output.publish(task.file(kind)) as file:
            writer.write(file)
        yield 0
    return output.finish({})


def read_made(context: Context[Options], kind: str, partition: int) -> Iterator[Any]:
    """Yield what the pages of each shard sent to a partition, a batch a shard."""
    names = (name_work(MAKE, shard, kind) for shard in range(context.shards))
    return read_rows(context.store, names, partition, context.partitions)


def _find_duplicates(
    context: Context[Options], partition: int
) -> Iterator[tuple[int, tuple[int, str]]]:
    """Yield each page that nearly repeats the first of those that it has a band in common with."""
    firsts: dict[int, tuple[str, bytes]] = {}
    for batch in read_made(context, "bands", partition):
        for band, order, minima in rows_of(batch, "band", "order", "minima"):
            if band not in firsts or order < firsts[band][0]:
                firsts[band] = (order, minima)
    for batch in read_made(context, "bands", partition):
        for band, order, minima, shard, number in rows_of(batch, *_BAND):
            first, others = firsts[band]
            if first < order and is_repetition(minima, others):
                yield shard, (number, first)


_BAND = ("band", "order", "minima", "shard", "number")


def _find_repeated(context: Context[Options], partition: int) -> Iterator[tuple[int, tuple[int]]]:
    """Yield each page that came before: the same address, the same bytes."""
    seen: set[str] = set()
    for batch in read_made(context, "addresses", partition):
        for key, shard, number in rows_of(batch, "id", "shard", "number"):
            if key in seen:
                yield shard, (number,)
            seen.add(key)


def _find_paragraphs(
    context: Context[Options], partition: int
) -> Iterator[tuple[int, tuple[int, int, int]]]:
    """Yield each paragraph that stands on other pages, too, and on how many pages it stands."""
    pages: Counter[int] = Counter()
    for batch in read_made(context, "paragraphs", partition):
        pairs = {*rows_of(batch, "digest", "number")}
        pages.update(digest for digest, _ in pairs)
    for batch in read_made(context, "paragraphs", partition):
        for digest, shard, number, block in rows_of(batch, "digest", "shard", "number", "block"):
            if pages[digest] > 1:
                yield shard, (number, block, pages[digest])
