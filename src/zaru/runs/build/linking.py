"""What the pages that stay have to do with each other: links, and paragraphs of several pages."""

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
PARAGRAPH_COLUMNS = {"number": "int32", "block": "int32", "pages": "int32"}
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
    paragraphs = ExchangeWriter(PARAGRAPH_COLUMNS, context.shards)
    for shard, row in _find_paragraphs(context, task.number):
        paragraphs.add(shard, row)
        yield 0
    writers = {"links": links, "in_links": in_links, "paragraphs": paragraphs}
    for kind, writer in writers.items():
        with output.publish(task.file(kind)) as file:
            writer.write(file)
    return output.finish({"links inside": counts.total()})


def _find_paragraphs(
    context: Context[Options], partition: int
) -> Iterator[tuple[int, tuple[int, int, int]]]:
    """Yield each paragraph that stands on other pages, too, and on how many pages it stands."""
    pages: Counter[int] = Counter()
    for batch in _read_kept(context, "paragraphs", partition):
        pages.update(digest for digest, _ in {*rows_of(batch, "digest", "number")})
    for batch in _read_kept(context, "paragraphs", partition):
        for digest, shard, number, block in rows_of(batch, "digest", "shard", "number", "block"):
            if pages[digest] > 1:
                yield shard, (number, block, pages[digest])


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
