"""`zaru apply`: the records of pages, by a wrapper."""

from __future__ import annotations

import csv
import io
from typing import BinaryIO

import click

from zaru.cli.output import open_output, to_line
from zaru.cli.report import Report
from zaru.cli.wrapper_file import load_wrapper, tell
from zaru.io.parquet import ParquetWriter, record_schema
from zaru.io.sources import read_pages
from zaru.page import Page
from zaru.wrappers.record import Record
from zaru.wrappers.wrapper import Wrapper

_BETWEEN_VALUES = " | "  # in one cell of a CSV file


@click.command()
@click.argument("wrapper")
@click.argument("sources", nargs=-1, required=True)
@click.option("-o", "--output", default="-", show_default=True, help="A file; '-' is stdout.")
@click.option(
    "-f", "--format", "format_", type=click.Choice(["jsonl", "csv", "parquet"]), default="jsonl",
    show_default=True, help="csv: no spans; several values of a field are joined by ' | '.",
)  # fmt: skip
@click.option("--limit", type=click.IntRange(min=1), help="Stop after so many pages.")
@click.option("-q", "--quiet", is_flag=True, help="No summary, no progress bar.")
def apply(
    wrapper: str,
    sources: tuple[str, ...],
    output: str,
    format_: str,
    limit: int | None,
    quiet: bool,
) -> None:
    """Read the records of SOURCES with the file WRAPPER, each value with its byte span.

    \b
    Examples:
      zaru apply shop.json shop/ -o records.jsonl
      zaru apply shop.json crawl.warc.gz -f csv -o records.csv
      zaru apply shop.json page.html | jq '.fields.price[0].value'
    """
    rules = load_wrapper(wrapper)
    report = Report(quiet=quiet)
    with open_output(output) as file, _Writer(file, format_, rules) as writer:
        for page in report.pages_of(read_pages(sources), limit=limit):
            report.attempt(page, writer.write, stage="wrapper")
    if writer.empty:
        tell(f"{writer.empty} of {report.pages} pages have no record; `zaru check` says more")
    report.finish()


class _Writer:
    """Writes records in one format."""

    def __init__(self, file: BinaryIO, format_: str, wrapper: Wrapper) -> None:
        self.file = file
        self.wrapper = wrapper
        self.empty = 0  # pages without a record
        self.is_csv = format_ == "csv"
        is_table = format_ == "parquet"
        self.table = ParquetWriter(file, record_schema(wrapper.fields)) if is_table else None
        if self.is_csv:
            self.write_row(["page", "record", *wrapper.fields])

    def __enter__(self) -> _Writer:
        return self

    def __exit__(self, *_: object) -> None:
        if self.table is not None:
            self.table.close()

    def write(self, page: Page) -> None:
        records = self.wrapper.apply(page)
        self.empty += not records
        for record in records:
            self.write_record(record)

    def write_record(self, record: Record) -> None:
        if self.table is not None:
            self.table.add(record.to_json())
        elif self.is_csv:
            cells = [_BETWEEN_VALUES.join(record.texts(name)) for name in record.fields]
            self.write_row([record.page, str(record.number), *cells])
        else:
            self.file.write(to_line(record.to_json()))

    def write_row(self, cells: list[str]) -> None:
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow(cells)
        self.file.write(line.getvalue().encode("utf-8", "backslashreplace"))
