"""The pages of all shards compared, a partition of what they have in common at a time.

Rows are gone through twice and not held, so that a text that stands on every page costs little
memory. Which of two pages is the first does not depend on the order of shards.
"""

from __future__ import annotations

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


def compare_partition(context: Context[Options], task: Task) -> Generator[int, None, Marker]:
    """Find what repeats in a partition; the shards learn it of their pages."""
    output = TaskOutput(context.store, task)
    for kind, columns, compare in (
        ("duplicates", DUPLICATE_COLUMNS, _find_duplicates),
        ("repeated", REPEATED_COLUMNS, _find_repeated),
    ):
        writer = ExchangeWriter(columns, context.shards)
        for shard, row in compare(context, task.number):
            writer.add(shard, row)
            yield 0
        with output.publish(task.file(kind)) as file:
            writer.write(file)
        yield 0
    return output.finish({})


def id_of(order: str) -> str:
    """Return the id of the page that has this place in the order of pages."""
    return order.rpartition("\0")[2]


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
            is_other = id_of(first) != id_of(order)  # or it is the same page, fetched again
            if first < order and is_other and is_repetition(minima, others):
                yield shard, (number, first)


_BAND = ("band", "order", "minima", "shard", "number")


def _find_repeated(context: Context[Options], partition: int) -> Iterator[tuple[int, tuple[int]]]:
    """Yield each page that another one is already: the same address, the same bytes."""
    firsts: dict[str, tuple[str, int, int]] = {}
    for batch in read_made(context, "addresses", partition):
        for key, *place in rows_of(batch, "id", "order", "shard", "number"):
            firsts[key] = min(tuple(place), firsts.get(key, tuple(place)))
    for batch in read_made(context, "addresses", partition):
        for key, order, shard, number in rows_of(batch, "id", "order", "shard", "number"):
            if firsts[key] != (order, shard, number):
                yield shard, (number,)
