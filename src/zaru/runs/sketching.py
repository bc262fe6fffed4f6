"""The first pass over a shard: what each page looks like to its set."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from dataclasses import asdict

from zaru.content.page_set import Member, describe_member
from zaru.errors import Failure
from zaru.io.store import Store
from zaru.runs.exchange import ExchangeWriter, find_partition
from zaru.runs.members import MEMBER_COLUMNS, group_key, to_row
from zaru.runs.pages import Item, MapItems, Work, read_items
from zaru.runs.stages import PageStage
from zaru.runs.tasks import Context, Marker, Task, TaskOutput, name_work

STAGE = "sketch"

_BATCH_ROWS = 100  # that wait as Python values: each has some kilobytes


def prepare_sketch(_: Context[object]) -> Work:
    """Return what describes a page."""
    return _describe


def _describe(item: Item) -> Member:
    return describe_member(item.page)


def sketch_shard(
    context: Context[object], task: Task, map_items: MapItems
) -> Generator[int, None, Marker]:
    """Describe the pages of a shard for the partitions of their sites."""
    writer = ExchangeWriter(MEMBER_COLUMNS, context.partitions, batch_rows=_BATCH_ROWS)
    output = TaskOutput(context.store, task)
    failed = []
    number = 0
    for number, member in enumerate(map_items(read_items(context.store, task.number)), start=1):
        if isinstance(member, Failure):
            failed.append({"number": number, **asdict(member)})
        else:
            partition = find_partition(group_key(member), context.partitions)
            writer.add(partition, to_row(task.number, number, member))
        yield 1
    with output.publish(task.file("members")) as file:
        writer.write(file)
    with output.publish(task.file("failures")) as file:
        file.write(b"".join(json.dumps(one).encode() + b"\n" for one in failed))
    return output.finish({"items": number})


def read_failed(store: Store, shard: int) -> Iterator[tuple[int, Failure]]:
    """Yield the pages of a shard that failed in the first pass, by number."""
    for line in store.read(name_work(STAGE, shard, "failures")).splitlines():
        value = json.loads(line)
        yield value.pop("number"), Failure(**value)


SKETCH = PageStage(STAGE, prepare_sketch, sketch_shard)
