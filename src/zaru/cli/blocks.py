"""`zaru blocks`: see what zaru sees."""

from __future__ import annotations

from typing import BinaryIO

import click

from zaru.cli.output import open_output, to_line
from zaru.cli.report import Report
from zaru.io.sources import read_pages
from zaru.page import Page


@click.command()
@click.argument("sources", nargs=-1, required=True)
@click.option("-o", "--output", default="-", show_default=True, help="A file; '-' is stdout.")
@click.option(
    "-f", "--format", "format_", type=click.Choice(["text", "jsonl"]), default="text",
    show_default=True, help="text: for reading; jsonl: one object for each block.",
)  # fmt: skip
@click.option("--all", "show_all", is_flag=True, help="Show blocks without text, too.")
@click.option("--limit", type=click.IntRange(min=1), help="Stop after so many pages.")
@click.option("-q", "--quiet", is_flag=True, help="No summary, no progress bar.")
def blocks(
    sources: tuple[str, ...],
    output: str,
    format_: str,
    show_all: bool,
    limit: int | None,
    quiet: bool,
) -> None:
    """Print the blocks of SOURCES, each with tag path, text and byte span.

    A block is a block-level element with its inline content, without the blocks in it. The span
    is byte offset and length in the original file, from the first to the last byte of the text.

    \b
    Examples:
      zaru blocks page.html
      zaru blocks examples/shinbun --limit 1
      zaru blocks crawl.warc.gz -f jsonl -o blocks.jsonl
      cat page.html | zaru blocks - -f jsonl | jq .text
    """
    report = Report(quiet=quiet)
    write = _write_json if format_ == "jsonl" else _write_text
    with open_output(output) as file:
        for page in report.pages_of(read_pages(sources), limit=limit):
            report.attempt(page, lambda page: write(page, file, show_all), stage="parse")
    report.finish()


def _write_text(page: Page, file: BinaryIO, show_all: bool) -> None:
    found = page.tree.blocks
    inexact = len(page.tree.unplaced)
    note = f", {inexact} texts without an exact place (~)" if inexact else ""
    file.write(to_line(f"# {page.origin}  {page.encoding}  {len(found)} blocks{note}"))
    for block in found:
        if block.span or show_all:
            offset, length = block.span or (0, 0)
            text = block.text.replace("\n", " ⏎ ")
            mark = " " if block.is_exact else "~"
            file.write(to_line(f"{offset:>8} {length:>6} {mark}{block.path}  {text}"))


def _write_json(page: Page, file: BinaryIO, show_all: bool) -> None:
    for number, block in enumerate(page.tree.blocks):
        if block.span or show_all:
            record = {
                "page": page.origin.source,
                "url": page.url,
                "encoding": page.encoding,
                "codec": page.codec,
                "block": number,
                "path": block.path,
                "text": block.text,
                "span": block.span,
                "exact": block.is_exact,
            }
            file.write(to_line(record))
