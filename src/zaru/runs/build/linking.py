"""The links of all pages that stay, by their targets: which page each leads to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from typing import Any

from zaru.io.parquet import to_schema
from zaru.io.schema import LINKS
from zaru.runs.build.comparing import read_made
from zaru.runs.build.exchange import ExchangeWriter
from zaru.runs.build.settling import read_dropped
from zaru.runs.build.tasks import Context, Marker, Task, TaskOutput

STAGE = "link"

IN_LINK_COLUMNS = {"number": "int32", "in_links": "int32"}
Place = tuple[int, int]  # shard, and number in it


def link_partition(context: Context, task: Task) -> Generator[int, None, Marker]:
    """Write the links whose targets belong to a partition; the shards learn how many lead in."""
    import pyarrow.parquet

    output = TaskOutput(context.store, task)
    pages = _find_pages(context, task.number)
    counts: Counter[Place] = Counter()
    rows = 0
    with output.publish(f"links/{task.number:06}.parquet") as file:
        schema = to_schema(LINKS)
        with pyarrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
            for batch in _read_kept(context, "links", task.number):
                found = [pages.get(target) for target in batch.column("target").to_pylist()]
                counts.update(page[2] for page in found if page is not None)
                writer.write_table(_build_table(batch, found, schema))
                rows += batch.num_rows
                yield 0
    exchange = ExchangeWriter(IN_LINK_COLUMNS, context.shards)
    for (shard, number), count in counts.items():
        exchange.add(shard, (number, count))
    with output.publish(task.file("in_links")) as file:
        exchange.write(file)
    return output.finish({"links": rows, "links inside": counts.total()})


def _find_pages(context: Context, partition: int) -> dict[str, tuple[str, str, Place]]:
    """Return order, id and place of the first page at each address."""
    pages: dict[str, tuple[str, str, Place]] = {}
    for batch in _read_kept(context, "addresses", partition):
        names = ("address", "order", "id", "shard", "number")
        columns = (batch.column(name).to_pylist() for name in names)
        for address, order, key, shard, number in zip(*columns, strict=True):
            if address not in pages or order < pages[address][0]:
                pages[address] = (order, key, (shard, number))
    return pages


def _read_kept(context: Context, kind: str, partition: int) -> Iterator[Any]:
    """Yield what a partition got of each shard, without what dropped pages sent."""
    import pyarrow
    import pyarrow.compute

    for batch in read_made(context, kind, partition):
        dropped = read_dropped(context.store, batch.column("shard")[0].as_py())
        if dropped:
            values = pyarrow.array(sorted(dropped), pyarrow.int32())
            is_dropped = pyarrow.compute.is_in(batch.column("number"), value_set=values)
            batch = batch.filter(pyarrow.compute.invert(is_dropped))
        if batch.num_rows:
            yield batch


def _build_table(batch: Any, found: list[Any], schema: Any) -> Any:
    import pyarrow

    spans = zip(batch.column("offset").to_pylist(), batch.column("length").to_pylist(), strict=True)
    columns = {
        "from": batch.column("from"),
        "to": pyarrow.array([page and page[1] for page in found], pyarrow.string()),
        "target": batch.column("target"),
        "url": batch.column("url"),
        "anchor": batch.column("anchor"),
        "span": pyarrow.array(
            [None if offset is None else (offset, length) for offset, length in spans],
            schema.field("span").type,
        ),
    }
    return pyarrow.table(columns, schema=schema)
