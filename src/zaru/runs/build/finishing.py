"""The final files of a shard: its pages with what the others say of them, dropped ones left out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, BinaryIO

from zaru.io.parquet import Shape, to_schema
from zaru.io.schema import LINKS, PAGES, SENTENCES
from zaru.runs.build.comparing import STAGE as COMPARE
from zaru.runs.build.linking import STAGE as LINK
from zaru.runs.build.making import STAGE as MAKE
from zaru.runs.build.options import Options
from zaru.runs.build.settling import list_numbers, read_back, read_dropped, read_duplicates
from zaru.runs.tasks import Context, Marker, Task, TaskOutput, name_work, read_marker

STAGE = "finish"

_GROUP_ROWS = 250
_COUNTED = ("site", "language", "encoding")

Kept = frozenset[str] | None  # ids of the pages that stay; None when all do


def finish_shard(context: Context[Options], task: Task) -> Generator[int, None, Marker]:
    """Write the tables and the originals of a shard."""
    shard = task.number
    made = read_marker(context.store, MAKE, shard)
    output = TaskOutput(context.store, task)
    dropped = read_dropped(context.store, shard)
    counts: dict[str, Counter[str]] = {name: Counter() for name in (*_COUNTED, "totals")}
    offsets = yield from _write_originals(context, output, shard, made, dropped)
    names: list[str] = []
    with _open_table(output, f"pages/{shard:06}.parquet", PAGES) as writer:
        for table in _finish_pages(context, shard, made, dropped, offsets):
            writer.write_table(table)
            _count(table, counts)
            names += table.column("id").to_pylist()
            yield 0
    kept = frozenset(names) if dropped else None
    yield from _write_sentences(context, output, shard, made, kept)
    counts["totals"]["links"] = yield from _write_links(context, output, shard, kept)
    return output.finish({name: dict(counter) for name, counter in counts.items()})


def _finish_pages(
    context: Context[Options],
    shard: int,
    made: Marker,
    dropped: frozenset[int],
    offsets: dict[int, int],
) -> Iterator[Any]:
    """Yield the pages of a shard that stay, with their last columns."""
    import pyarrow

    duplicates = read_duplicates(context, shard)
    in_links = dict(read_back(context, LINK, "in_links", shard, "number", "in_links"))
    paragraphs: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, block, pages in read_back(
        context, COMPARE, "paragraphs", shard, "number", "block", "pages"
    ):
        paragraphs[number].append((block, pages))
    numbers = iter(list_numbers(made))
    schema = to_schema(PAGES)
    with context.store.open(name_work(MAKE, shard, "pages")) as file:
        for table in _read_tables(file, _GROUP_ROWS):
            own = [next(numbers) for _ in range(table.num_rows)]
            columns = {
                "in_links": [in_links.get(number, 0) for number in own],
                "duplicate_of": [duplicates.get(number) for number in own],
                "marks": list(_add_marks(table, [paragraphs.get(number, []) for number in own])),
                "original": [
                    {**value, "offset": offsets.get(number, value["offset"])}
                    for number, value in zip(own, table.column("original").to_pylist(), strict=True)
                ],
            }
            for name, values in columns.items():
                place = schema.get_field_index(name)
                column = pyarrow.array(values, schema.field(place).type)
                table = table.set_column(place, schema.field(place), column)
            yield table.filter(pyarrow.array([number not in dropped for number in own]))


def _add_marks(table: Any, found: list[list[tuple[int, int]]]) -> Iterator[list[dict[str, Any]]]:
    """Yield the marks of each page with those of its paragraphs that other pages have, too."""
    marks, blocks = table.column("marks").to_pylist(), table.column("blocks")
    for row, paragraphs in enumerate(found):
        spans = [block["span"] for block in blocks[row].as_py()] if paragraphs else []
        yield marks[row] + [
            {"kind": "repeated", "span": spans[block], "pages": pages}
            for block, pages in sorted(paragraphs)
        ]


def _write_originals(
    context: Context[Options], output: TaskOutput, shard: int, made: Marker, dropped: frozenset[int]
) -> Generator[int, None, dict[int, int]]:
    """Write the pages of a shard as they were; return the new offsets of those that have moved."""
    import pyarrow.parquet

    draft, name = name_work(MAKE, shard, "warc.gz"), f"originals/{shard:06}.warc.gz"
    if not dropped:
        output.link(draft, name, made.files[draft])
        return {}
    with context.store.open(name_work(MAKE, shard, "pages")) as file:
        column = pyarrow.parquet.read_table(file, columns=["original"]).column("original")
    offsets = [original["offset"] for original in column.to_pylist()]
    ends = pairwise([*offsets, made.files[draft][0]])
    moved: dict[int, int] = {}
    with context.store.open(draft) as source, output.publish(name) as target:
        position = target.write(source.read(offsets[0] if offsets else made.files[draft][0]))
        for number, (start, end) in zip(list_numbers(made), ends, strict=True):
            if number not in dropped:
                moved[number] = position
                source.seek(start)
                position += target.write(source.read(end - start))
            yield 0
    return moved


def _write_sentences(
    context: Context[Options], output: TaskOutput, shard: int, made: Marker, kept: Kept
) -> Generator[int, None, None]:
    """Write the sentences of the pages that are *kept*."""
    draft, name = name_work(MAKE, shard, "sentences"), f"sentences/{shard:06}.parquet"
    if kept is None:
        output.link(draft, name, made.files[draft])
        return
    with context.store.open(draft) as file, _open_table(output, name, SENTENCES) as writer:
        for table in _read_tables(file, 5000):
            writer.write_table(_filter(table, "page", kept))
            yield 0


def _write_links(
    context: Context[Options], output: TaskOutput, shard: int, kept: Kept
) -> Generator[int, None, int]:
    """Write the links of the pages that are *kept*, with where they lead to; return how many."""
    import pyarrow

    targets = dict(read_back(context, LINK, "links", shard, "row", "to"))
    draft, name = name_work(MAKE, shard, "links"), f"links/{shard:06}.parquet"
    first = count = 0
    with context.store.open(draft) as file, _open_table(output, name, LINKS) as writer:
        for table in _read_tables(file, 20_000):
            rows = range(first, first + table.num_rows)
            pages = pyarrow.array([targets.get(row) for row in rows], pyarrow.string())
            place = table.schema.get_field_index("to")
            table = table.set_column(place, table.schema.field(place), pages)
            table = _filter(table, "from", kept)
            writer.write_table(table)
            first, count = rows.stop, count + table.num_rows
            yield 0
    return count


@contextmanager
def _open_table(output: TaskOutput, name: str, shape: Shape) -> Iterator[Any]:
    """Open a final table for writing."""
    import pyarrow.parquet

    with (
        output.publish(name) as file,
        pyarrow.parquet.ParquetWriter(file, to_schema(shape), compression="zstd") as writer,
    ):
        yield writer


def _read_tables(file: BinaryIO, rows: int) -> Iterator[Any]:
    import pyarrow.parquet

    for batch in pyarrow.parquet.ParquetFile(file).iter_batches(rows):
        yield pyarrow.Table.from_batches([batch])


def _filter(table: Any, column: str, kept: Kept) -> Any:
    """Return the rows of *table* whose pages are *kept*."""
    if kept is None:
        return table
    import pyarrow

    return table.filter(pyarrow.array([page in kept for page in table.column(column).to_pylist()]))


def _count(table: Any, counts: dict[str, Counter[str]]) -> None:
    """Count the pages that stay, by what people ask for."""
    for name in _COUNTED:
        counts[name].update(value or "unknown" for value in table.column(name).to_pylist())
    totals = counts["totals"]
    totals["kept"] += table.num_rows
    totals["sentences"] += sum(table.column("sentences").to_pylist())
    totals["japanese"] += sum(table.column("is_japanese").to_pylist())
    totals["duplicates"] += table.num_rows - table.column("duplicate_of").null_count
    totals["characters"] += sum(len(text) for text in table.column("text").to_pylist())
