"""Which pages of a shard stay in the corpus, and why the others do not."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterator
from typing import Any

from zaru.io.store import Store
from zaru.runs.build.comparing import STAGE as COMPARE
from zaru.runs.build.comparing import id_of
from zaru.runs.build.options import REPEATED, Options
from zaru.runs.exchange import read_rows, rows_of
from zaru.runs.tasks import Context, Marker, Task, TaskOutput, name_work

STAGE = "settle"


def settle_shard(context: Context[Options], task: Task) -> Generator[int, None, Marker]:
    """Decide which pages of a shard are dropped for what other pages are."""
    output = TaskOutput(context.store, task)
    shard = task.number
    dropped: dict[int, str] = {}
    if "duplicates" in context.options.drop:
        dropped |= dict.fromkeys(read_duplicates(context, shard), "duplicates")
    yield 0
    for (number,) in read_back(context, COMPARE, "repeated", shard, "number"):
        dropped[number] = REPEATED
    with output.publish(task.file("dropped")) as file:
        file.write(json.dumps(dropped, sort_keys=True).encode())
    return output.finish(dict(Counter(dropped.values())))


def read_dropped(store: Store, shard: int) -> frozenset[int]:
    """Return the numbers of the pages of a shard that are dropped."""
    return frozenset(map(int, json.loads(store.read(name_work(STAGE, shard, "dropped")))))


def read_duplicates(context: Context[Options], shard: int) -> dict[int, str]:
    """Return the ids of the first pages that pages of a shard repeat, by their numbers."""
    firsts: dict[int, str] = {}
    for number, order in read_back(context, COMPARE, "duplicates", shard, "number", "order"):
        firsts[number] = min(order, firsts.get(number, order))
    return {number: id_of(order) for number, order in firsts.items()}


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
