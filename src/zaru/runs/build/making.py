"""The second pass over a shard: all that a corpus has of each page by itself."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing
from dataclasses import asdict
from typing import Any

from zaru.errors import Failure, InputError
from zaru.io.parquet import ParquetWriter
from zaru.io.portions import Portion
from zaru.io.schema import LINKS, PAGES, SENTENCES
from zaru.io.warc_writing import WarcWriter
from zaru.runs.build.made_page import MadePage
from zaru.runs.build.options import Options
from zaru.runs.conversion import with_file_time
from zaru.runs.exchange import ExchangeWriter, find_partition
from zaru.runs.judging import read_judged
from zaru.runs.pages import Item, MapItems, read_items, read_shard
from zaru.runs.tasks import Context, Marker, Task, TaskOutput

STAGE = "make"

# What goes to the partitions. An order decides which of two pages is the first.
BAND_COLUMNS = {
    "band": "uint64",
    "order": "string",
    "minima": "binary",
    "shard": "int32",
    "number": "int32",
}
ADDRESS_COLUMNS = {
    "address": "string",
    "order": "string",
    "id": "string",
    "shard": "int32",
    "number": "int32",
}
TARGET_COLUMNS = {
    "target": "string",
    "shard": "int32",
    "number": "int32",
    "row": "int32",  # of the link, in the table of the shard
}
PARAGRAPH_COLUMNS = {
    "digest": "int64",
    "shard": "int32",
    "number": "int32",
    "block": "int32",
}
EXCHANGES = {
    "bands": BAND_COLUMNS,
    "addresses": ADDRESS_COLUMNS,
    "targets": TARGET_COLUMNS,
    "paragraphs": PARAGRAPH_COLUMNS,
}


class _Tables:
    """The files of a shard while its pages are made."""

    def __init__(
        self, context: Context[Options], task: Task, output: TaskOutput, stack: ExitStack
    ) -> None:
        self._shard, self._partitions = task.number, context.partitions
        self._file = f"originals/{task.number:06}.warc.gz"

        def publish(kind: str) -> Any:
            return stack.enter_context(output.publish(task.file(kind)))

        def open_table(kind: str, shape: dict[str, Any], rows: int) -> ParquetWriter:
            writer = ParquetWriter(publish(kind), shape, group_rows=rows)
            return stack.enter_context(closing(writer))

        self._originals = WarcWriter(publish("warc.gz"))
        self._pages = open_table("pages", PAGES, 100)
        self._sentences = open_table("sentences", SENTENCES, 2000)
        self._links = open_table("links", LINKS, 8000)
        self._links_count = 0
        self._failures = publish("failures")
        self.exchanges = {
            kind: ExchangeWriter(columns, context.partitions) for kind, columns in EXCHANGES.items()
        }
        self.counts: Counter[str] = Counter()

    def take(self, number: int, made: MadePage) -> bool:
        """Add the page *number* of the shard; say whether it could be."""
        try:
            offset = self._originals.add(made.page)
        except InputError as error:  # an address that no archive can hold
            self.fail(Failure.of(error, stage=STAGE, source=str(made.page.origin)))
            return False
        self._add(number, made, offset)
        return True

    def _add(self, number: int, made: MadePage, offset: int) -> None:
        blanks = dict.fromkeys(["in_links", "duplicate_of"])
        row = {**made.row, **blanks, "original": {"file": self._file, "offset": offset}}
        self._pages.add([{name: row[name] for name in PAGES}])
        self._sentences.add(made.sentences)
        self._links.add(made.links)
        self._send(number, made)
        self.counts["inexact"] += made.inexact
        for failure in made.failures:
            self.fail(failure, "unanswered")

    def fail(self, failure: Failure, kind: str = "failed") -> None:
        """Add what failed: a page, or a sentence that an annotator had no answer for."""
        self._failures.write(json.dumps(asdict(failure)).encode() + b"\n")
        self.counts[kind] += 1
        if kind == "failed":
            self.counts[f"error {failure.error}"] += 1

    def _send(self, number: int, made: MadePage) -> None:
        """Send to the partitions what is compared with other pages."""
        shard, partitions = self._shard, self._partitions
        place = (shard, number)
        if made.signature is not None:
            for band in made.signature.bands:
                row = (band, made.order, made.signature.minima, *place)
                self.exchanges["bands"].add(band % partitions, row)
        own = (made.address, made.order, made.id, *place)
        self.exchanges["addresses"].add(find_partition(made.address, partitions), own)
        for link in made.links:
            partition = find_partition(link["target"], partitions)
            self.exchanges["targets"].add(partition, (link["target"], *place, self._links_count))
            self._links_count += 1
        for digest, block in made.paragraphs:
            self.exchanges["paragraphs"].add(digest % partitions, (digest, *place, block))


def make_shard(
    context: Context[Options], task: Task, map_items: MapItems
) -> Generator[int, None, Marker]:
    """Make the pages of a shard."""
    output = TaskOutput(context.store, task)
    others: Counter[str] = Counter()
    numbers: list[int] = []
    with ExitStack() as stack:
        tables = _Tables(context, task, output, stack)
        for number, made in enumerate(map_items(_read(context, task.number, others)), start=1):
            tables.counts["items"] += 1
            if isinstance(made, Failure):
                tables.fail(made)
            elif reason := context.options.find_reason(made.row):
                tables.counts[f"dropped {reason}"] += 1
            elif tables.take(number, made):
                numbers.append(number)
            yield 1
    for kind, writer in tables.exchanges.items():
        with output.publish(task.file(kind)) as file:
            writer.write(file)
    return output.finish({**tables.counts, "others": dict(others), "numbers": _to_ranges(numbers)})


def _read(context: Context[Options], shard: int, others: Counter[str]) -> Iterator[Item | Failure]:
    """Yield the pages of a shard, each with a time if anything tells one."""
    if context.options.set == "off":
        items = read_items(context.store, shard, others)
    else:
        items = read_judged(context, shard, others)
    listed = read_shard(context.store, shard)
    files = {one.path: one.real for one in listed if isinstance(one, Portion)}
    for item in items:
        if isinstance(item, Failure):
            yield item
        else:
            yield item._replace(page=with_file_time(item.page, files.get(item.page.origin.source)))


def _to_ranges(numbers: list[int]) -> list[list[int]]:
    """Return ascending numbers as stretches.

    >>> _to_ranges([1, 2, 3, 5])
    [[1, 3], [5, 5]]
    """
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ranges
