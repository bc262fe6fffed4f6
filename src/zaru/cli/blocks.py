"""`zaru blocks`: see what zaru sees."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import click

from zaru.cli.jobs import Run, Task, run_options
from zaru.cli.output import to_line, visible
from zaru.page import Page
from zaru.runs.sheets import Form, Rendered, Rendering

_FORMS = {"text": Form(".txt"), "jsonl": Form(".jsonl")}


@click.command()
@click.argument("sources", nargs=-1, required=True)
@click.option("-o", "--output", default="-", show_default=True, help="A file or a folder/.")
@click.option(
    "-f", "--format", "format_", type=click.Choice(list(_FORMS)), default="text",
    show_default=True, help="text: for reading; jsonl: one object for each block.",
)  # fmt: skip
@click.option("--all", "show_all", is_flag=True, help="Show blocks without text, too.")
@run_options()
def blocks(sources: tuple[str, ...], output: str, format_: str, show_all: bool, run: Run) -> int:
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
    render = partial(_render, format_ == "jsonl", show_all)
    options = {"format": format_, "all": show_all}
    run.write(
        Rendering(sources, "parse", _FORMS[format_], partial(partial, render), options), output
    )
    return run.report.finish()


def _render(is_json: bool, show_all: bool, task: Task) -> Rendered:
    page, _ = task
    lines = _json_lines(page, show_all) if is_json else _text_lines(page, show_all)
    return Rendered.of(page, b"".join(lines))


def _text_lines(page: Page, show_all: bool) -> Iterator[bytes]:
    found = page.tree.blocks
    inexact = len(page.tree.unplaced)
    note = f", {inexact} texts without an exact place (~)" if inexact else ""
    yield to_line(visible(f"# {page.origin}  {page.encoding}  {len(found)} blocks{note}"))
    for block in found:
        if block.span or show_all:
            offset, length = block.span or (0, 0)
            text = block.text.replace("\n", " ⏎ ")
            mark = " " if block.is_exact else "~"
            yield to_line(visible(f"{offset:>8} {length:>6} {mark}{block.path}  {text}"))


def _json_lines(page: Page, show_all: bool) -> Iterator[bytes]:
    about = page.about()
    for number, block in enumerate(page.tree.blocks):
        if block.span or show_all:
            row = {
                **about,
                "block": number,
                "path": block.path,
                "text": block.text,
                "span": block.span,
                "exact": block.is_exact,
            }
            yield to_line(row)
