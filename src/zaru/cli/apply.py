"""`zaru apply`: the records of pages, by a wrapper."""

from __future__ import annotations

from functools import partial

import click

from zaru.cli.jobs import Run, Task, run_options
from zaru.cli.output import to_line
from zaru.cli.wrapper_file import load_wrapper
from zaru.io.csv_rows import to_csv_row
from zaru.runs.sheets import Form, Rendered, Rendering
from zaru.wrappers.record import name_cells, record_shape
from zaru.wrappers.wrapper import Wrapper


@click.command()
@click.argument("wrapper")
@click.argument("sources", nargs=-1, required=True)
@click.option("-o", "--output", default="-", show_default=True, help="A file or a folder/.")
@click.option(
    "-f", "--format", "format_", type=click.Choice(["jsonl", "csv", "parquet"]), default="jsonl",
    show_default=True, help="csv: no spans; several values of a field are joined by ' | '.",
)  # fmt: skip
@run_options()
def apply(wrapper: str, sources: tuple[str, ...], output: str, format_: str, run: Run) -> int:
    """Read the records of SOURCES with the file WRAPPER, each value with its byte span.

    In CSV files, what a spreadsheet would take for a formula has an apostrophe before it.

    \b
    Examples:
      zaru apply shop.json shop/ -o records.jsonl
      zaru apply shop.json crawl.warc.gz -f csv -o records.csv
      zaru apply shop.json page.html | jq '.fields.price[0].value'
    """
    rules = load_wrapper(wrapper)
    prepare = partial(partial, partial(_render, format_, rules))
    options = {"format": format_, "wrapper": rules.to_json()}
    run.write(Rendering(sources, "wrapper", _form(format_, rules), prepare, options), output)
    if run.report.empty:
        words = f"{run.report.empty} of {run.report.pages} pages have no record"
        run.report.say(f"{words}; `zaru check` says more")
    return run.report.finish()


def _form(format_: str, wrapper: Wrapper) -> Form:
    if format_ == "parquet":
        return Form(".parquet", shape=record_shape(wrapper.fields))
    header = to_csv_row(name_cells(wrapper.fields)) if format_ == "csv" else b""
    return Form(f".{format_}", header)


def _render(format_: str, wrapper: Wrapper, task: Task) -> Rendered:
    page, _ = task
    records = wrapper.apply(page)
    if format_ == "parquet":
        return Rendered.of(page, rows=tuple(record.to_json() for record in records))
    if format_ == "csv":
        return Rendered.of(page, b"".join(to_csv_row(record.cells) for record in records))
    return Rendered.of(page, b"".join(to_line(record.to_json()) for record in records))
