"""Which pages of a shard stay in the corpus, and why the others do not."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterator
from typing import Any

from zaru.io.store import Store
from zaru.runs.build.comparing import STAGE as COMPARE
from zaru.runs.build.making import STAGE as MAKE
from zaru.runs.build.options import REPEATED, SHORT_CHARACTERS, Options
from zaru.runs.exchange import read_rows, rows_of
from zaru.runs.tasks import Context, Marker, Task, TaskOutput, name_work, read_marker

STAGE = "settle"


def settle_shard(context: Context[Options], task: Task) -> Generator[int, None, Marker]:
    """Decide which pages of a shard are dropped."""
    made = read_marker(context.store, MAKE, task.number)
    output = TaskOutput(context.store, task)
    duplicates = read_duplicates(context, task.number)
    repeated = {
        number for (number,) in read_back(context, COMPARE, "repeated", task.number, "number")
    }
    dropped: dict[int, str] = {}
    for number, row in _read_drafts(context.store, task.number, made):
        reasons = {
            REPEATED: number in repeated,
            "truncated": row["is_truncated"],
            "foreign": not row["is_japanese"],
            "short": len(row["text"] or "") < SHORT_CHARACTERS,
            "duplicates": number in duplicates,
        }
        wanted = (REPEATED, *context.options.drop)
        reason = next((name for name, is_so in reasons.items() if is_so and name in wanted), None)
        if reason is not None:
            dropped[number] = reason
        yield 0
    with output.publish(task.file("dropped")) as file:
        file.write(json.dumps(dropped).encode())
    return output.finish(dict(Counter(dropped.values())))


def read_dropped(store: Store, shard: int) -> frozenset[int]:
    """Return the numbers of the pages of a shard that are dropped."""
    return frozenset(map(int, json.loads(store.read(name_work(STAGE, shard, "dropped")))))


def read_duplicates(context: Context[Options], shard: int) -> dict[int, str]:
    """Return the ids of the first pages that pages of a shard repeat, by their numbers."""
    firsts: dict[int, str] = {}
    for number, order in read_back(context, COMPARE, "duplicates", shard, "number", "order"):
        firsts[number] = min(order, firsts.get(number, order))
    return {number: order.rpartition("\0")[2] for number, order in firsts.items()}


def read_back(
    context: Context[Any], stage: str, kind: str, shard: int, *names: str
) -> Iterator[tuple[Any, ...]]:
    """Yield what the partitions of a stage say of the pages of a shard: the columns *names*."""
    files = (name_work(stage, one, kind) for one in range(context.partitions))
    for batch in read_rows(context.store, files, shard, context.shards):
        yield from rows_of(batch, *names)


def list_numbers(made: Marker) -> list[int]:
    """Return the numbers of the pages of a shard that were made, in the order of its table."""
    return [number for first, last in made.counts["numbers"] for number in range(first, last + 1)]


def _read_drafts(store: Store, shard: int, made: Marker) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield number and deciding columns of each page of a shard."""
    import pyarrow.parquet

    numbers = iter(list_numbers(made))
    names = ["is_truncated", "is_japanese", "text"]
    with store.open(name_work(MAKE, shard, "pages")) as file:
        for batch in pyarrow.parquet.ParquetFile(file).iter_batches(250, columns=names):
            yield from zip(numbers, batch.to_pylist(), strict=False)
