"""Which pages of the corpus links lead to, a partition of their targets at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from typing import Any

from zaru.runs.build.comparing import read_made
from zaru.runs.build.options import Options
from zaru.runs.build.settling import read_dropped
from zaru.runs.exchange import ExchangeWriter, rows_of
from zaru.runs.tasks import Context, Marker, Task, TaskOutput

STAGE = "link"

LINK_COLUMNS = {"row": "int32", "to": "string"}
IN_LINK_COLUMNS = {"number": "int32", "in_links": "int32"}
Place = tuple[int, int]  # shard, and number in it


def link_partition(context: Context[Options], task: Task) -> Generator[int, None, Marker]:
    """Find the targets that belong to a partition; the shards learn it of their links and pages."""
    output = TaskOutput(context.store, task)
    pages = _find_pages(context, task.number)
    links = ExchangeWriter(LINK_COLUMNS, context.shards)
    in_links = ExchangeWriter(IN_LINK_COLUMNS, context.shards)
    counts: Counter[Place] = Counter()
    for batch in _read_kept(context, "targets", task.number):
        for target, shard, row in rows_of(batch, "target", "shard", "row"):
            page = pages.get(target)
            if page is not None:
                links.add(shard, (row, page[1]))
                counts[page[2]] += 1
        yield 0
    for (shard, number), count in counts.items():
        in_links.add(shard, (number, count))
    for kind, writer in (("links", links), ("in_links", in_links)):
        with output.publish(task.file(kind)) as file:
            writer.write(file)
    return output.finish({"links inside": counts.total()})


def _find_pages(context: Context[Options], partition: int) -> dict[str, tuple[str, str, Place]]:
    """Return order, id and place of the first page at each address."""
    pages: dict[str, tuple[str, str, Place]] = {}
    names = ("address", "order", "id", "shard", "number")
    for batch in _read_kept(context, "addresses", partition):
        for address, order, key, shard, number in rows_of(batch, *names):
            if address not in pages or order < pages[address][0]:
                pages[address] = (order, key, (shard, number))
    return pages


def _read_kept(context: Context[Options], kind: str, partition: int) -> Iterator[Any]:
    """Yield what a partition got of each shard, without what dropped pages sent."""
    import pyarrow
    import pyarrow.compute

    for batch in read_made(context, kind, partition):
        dropped = read_dropped(context.store, batch.column("shard")[0].as_py())
        if dropped:
            values = pyarrow.array(sorted(dropped), pyarrow.int32())
            is_dropped = pyarrow.compute.is_in(batch.column("number"), value_set=values)
            batch = batch.filter(pyarrow.compute.invert(is_dropped))
        yield batch
