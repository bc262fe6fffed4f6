"""The final files of a shard: its pages with what the others say of them, dropped ones left out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from zaru.io.parquet import Shape, open_parquet, to_schema
from zaru.io.schema import LINKS, PAGES, SENTENCES
from zaru.runs.build.linking import STAGE as LINK
from zaru.runs.build.making import STAGE as MAKE
from zaru.runs.build.options import Options
from zaru.runs.build.settling import list_numbers, read_back, read_dropped, read_duplicates
from zaru.runs.exchange import read_rows
from zaru.runs.tasks import Context, Marker, Task, TaskOutput, name_work, read_marker

STAGE = "finish"

_GROUP_ROWS = 250
_COUNTED = ("site", "language", "encoding")


@dataclass(frozen=True, slots=True)
class _Draft:
    """The pages that a shard made, in the order of their rows, and which of them stay."""

    shard: int
    made: Marker
    numbers: list[int]
    is_kept: NDArray[np.bool_]
    offsets: list[int]  # of their records
    sentences: NDArray[np.int64]  # rows of each in the other tables
    links: NDArray[np.int64]

    def file(self, kind: str) -> str:
        """Return the name of a file of the draft."""
        return name_work(MAKE, self.shard, kind)


def _read_draft(context: Context[Options], shard: int) -> _Draft:
    made = read_marker(context.store, MAKE, shard)
    numbers, dropped = list_numbers(made), read_dropped(context.store, shard)
    is_kept = np.array([number not in dropped for number in numbers], np.bool_)
    names = ["original", "sentences", "out_links"]
    with context.store.open(name_work(MAKE, shard, "pages")) as file:
        table = open_parquet(file).read(names, use_threads=False)
    offsets = table.column("original").combine_chunks().field("offset").to_pylist()
    counts = (table.column(name).to_numpy() for name in names[1:])
    return _Draft(shard, made, numbers, is_kept, offsets, *counts)


def finish_shard(context: Context[Options], task: Task) -> Generator[int, None, Marker]:
    """Write the tables and the originals of a shard."""
    output = TaskOutput(context.store, task)
    draft = _read_draft(context, task.number)
    counts: dict[str, Counter[str]] = {name: Counter() for name in (*_COUNTED, "totals")}
    offsets = yield from _write_originals(context, output, draft)
    with _open_table(output, f"pages/{draft.shard:06}.parquet", PAGES) as writer:
        for table in _finish_pages(context, draft, offsets):
            writer.write_table(table)
            _count(table, counts)
            yield 0
    yield from _write_sentences(context, output, draft)
    counts["totals"]["links"] = yield from _write_links(context, output, draft)
    return output.finish({name: dict(counter) for name, counter in counts.items()})


def _finish_pages(context: Context[Options], draft: _Draft, offsets: list[int]) -> Iterator[Any]:
    """Yield the pages of a shard that stay, with their last columns."""
    shard, first = draft.shard, 0
    duplicates = read_duplicates(context, shard)
    in_links = dict(read_back(context, LINK, "in_links", shard, "number", "in_links"))
    paragraphs: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    columns = ("number", "block", "pages")
    for number, *paragraph in read_back(context, LINK, "paragraphs", shard, *columns):
        paragraphs[number].append((paragraph[0], paragraph[1]))
    with context.store.open(draft.file("pages")) as file:
        for table in _read_tables(file, _GROUP_ROWS):
            rows = slice(first, first + table.num_rows)
            own, first = draft.numbers[rows], rows.stop
            values = {
                "in_links": [in_links.get(number, 0) for number in own],
                "duplicate_of": [duplicates.get(number) for number in own],
                "marks": list(_add_marks(table, [paragraphs.get(number, []) for number in own])),
                "original": [
                    {**original, "offset": offset}
                    for original, offset in zip(
                        table.column("original").to_pylist(), offsets[rows], strict=True
                    )
                ],
            }
            for name, column in values.items():
                table = _set_column(table, name, column)
            yield _filter(table, draft.is_kept[rows])


def _set_column(table: Any, name: str, values: Any) -> Any:
    """Return *table* with other values in a column."""
    import pyarrow

    place = table.schema.get_field_index(name)
    field = table.schema.field(place)
    return table.set_column(place, field, pyarrow.array(values, field.type))


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
    context: Context[Options], output: TaskOutput, draft: _Draft
) -> Generator[int, None, list[int]]:
    """Write the pages of a shard as they were; return the offsets of their records."""
    old, name = draft.file("warc.gz"), f"originals/{draft.shard:06}.warc.gz"
    size = draft.made.files[old][0]
    if draft.is_kept.all():
        output.link(old, name, draft.made.files[old])
        return draft.offsets
    offsets: list[int] = []
    ends = pairwise([*draft.offsets, size])
    with context.store.open(old) as source, output.publish(name) as target:
        position = target.write(source.read(draft.offsets[0]))
        for is_kept, (start, end) in zip(draft.is_kept.tolist(), ends, strict=True):
            offsets.append(position)
            if is_kept:
                source.seek(start)
                position += target.write(source.read(end - start))
            yield 0
    return offsets


def _write_sentences(
    context: Context[Options], output: TaskOutput, draft: _Draft
) -> Generator[int, None, None]:
    """Write the sentences of the pages that stay."""
    old, name = draft.file("sentences"), f"sentences/{draft.shard:06}.parquet"
    if draft.is_kept.all():
        output.link(old, name, draft.made.files[old])
        return
    is_kept, first = np.repeat(draft.is_kept, draft.sentences), 0
    with context.store.open(old) as file, _open_table(output, name, SENTENCES) as writer:
        for table in _read_tables(file, 5000):
            rows = slice(first, first + table.num_rows)
            writer.write_table(_filter(table, is_kept[rows]))
            first = rows.stop
            yield 0


def _write_links(
    context: Context[Options], output: TaskOutput, draft: _Draft
) -> Generator[int, None, int]:
    """Write the links of the pages that stay, with where they lead to; return how many."""
    is_kept, first = np.repeat(draft.is_kept, draft.links), 0
    targets = _read_targets(context, draft.shard, len(is_kept))
    name = f"links/{draft.shard:06}.parquet"
    with (
        context.store.open(draft.file("links")) as file,
        _open_table(output, name, LINKS) as writer,
    ):
        for table in _read_tables(file, 20_000):
            rows = slice(first, first + table.num_rows)
            table = _set_column(table, "to", targets.slice(first, table.num_rows))
            writer.write_table(_filter(table, is_kept[rows]))
            first = rows.stop
            yield 0
    return int(np.count_nonzero(is_kept))


def _read_targets(context: Context[Options], shard: int, count: int) -> Any:
    """Return the ids of the pages that the *count* links of a shard lead to, None for others."""
    import pyarrow

    names = (name_work(LINK, one, "links") for one in range(context.partitions))
    batches = list(read_rows(context.store, names, shard, context.shards))
    if not batches:
        return pyarrow.nulls(count, pyarrow.string())
    found = pyarrow.Table.from_batches(batches)
    places = np.full(count, -1, np.int32)
    places[found.column("row").to_numpy()] = np.arange(found.num_rows, dtype=np.int32)
    return found.column("to").combine_chunks().take(pyarrow.array(places, mask=places < 0))


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
    import pyarrow

    for batch in open_parquet(file).iter_batches(rows, use_threads=False):
        yield pyarrow.Table.from_batches([batch])


def _filter(table: Any, is_kept: NDArray[np.bool_]) -> Any:
    import pyarrow

    return table.filter(pyarrow.array(is_kept))


def _count(table: Any, counts: dict[str, Counter[str]]) -> None:
    """Count the pages that stay, by what people ask for."""
    for name in _COUNTED:
        counts[name].update(value or "unknown" for value in table.column(name).to_pylist())
    totals = counts["totals"]
    totals["kept"] += table.num_rows
    totals["sentences"] += sum(table.column("sentences").to_pylist())
    totals["japanese"] += sum(table.column("is_japanese").to_pylist())
    totals["duplicates"] += table.num_rows - table.column("duplicate_of").null_count
    totals["characters"] += _count_characters(table.column("text"))


def _count_characters(texts: Any) -> int:
    import pyarrow.compute

    return pyarrow.compute.sum(pyarrow.compute.utf8_length(texts)).as_py() or 0
