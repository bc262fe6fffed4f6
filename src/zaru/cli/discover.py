"""`zaru discover`: the fields of pages, without labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal
from unicodedata import east_asian_width

import click

from zaru.cli.jobs import Run, run_options
from zaru.cli.output import open_output, print_words, to_line, visible
from zaru.cli.wrapper_file import MAX_PAGES, sample_pages, save_wrapper
from zaru.errors import UsageError
from zaru.wrappers.discovery.discovery import Finding, describe_fields
from zaru.wrappers.discovery.discovery import discover as discover_fields
from zaru.wrappers.wrapper import Wrapper

_NAME_WIDTH = 24  # columns of a terminal
_EXAMPLE_WIDTH = 28


@click.command()
@click.argument("sources", metavar="PAGES...", nargs=-1, required=True)
@click.option("-o", "--output", help="Write the wrapper to a file; '-' is stdout.")
@click.option("--keep", help="Keep these fields only: name,name.")
@click.option("--rename", multiple=True, help="Call a field something else: old=new.")
@click.option(
    "--method", type=click.Choice(["rules", "lr"]), default="rules", show_default=True,
    help="lr: strings around values, by alternation counts (Yamada et al. 2004).",
)  # fmt: skip
@click.option(
    "--sample", type=click.IntRange(min=2), default=MAX_PAGES, show_default=True, metavar="N",
    help="Look at N pages, taken from all over; all that are described are of these.",
)  # fmt: skip
@run_options(has_limit=False)
def discover(
    sources: tuple[str, ...],
    output: str | None,
    keep: str | None,
    rename: tuple[str, ...],
    method: Literal["rules", "lr"],
    sample: int,
    run: Run,
) -> int:
    """Find the fields of PAGES, which are of one site and one kind, without any label.

    Prints each field with a suggested name, the share of pages that have it, and examples. Keep
    and rename those that you want, and write them as a wrapper.

    \b
    Examples:
      zaru discover shop/
      zaru discover shop/ --keep price,h1 --rename h1=name -o shop.json
      zaru discover law/ --method lr --sample 500 -o law.json
    """
    report = run.report
    chosen = sample_pages(run.read(sources), sample)
    needs_tree = method != "lr"  # which reads raw text
    pages = run.sound_pages(chosen) if needs_tree else list(report.results_of(chosen))
    if not pages:
        return report.finish()
    wrapper = discover_fields(pages, method=method, tell=report.say)
    wrapper = _select(wrapper, keep, rename)
    if output is not None:
        save_wrapper(wrapper, output)
    if not report.quiet:
        _print_table(describe_fields(wrapper, pages), to_stderr=output == "-")
    return 1 if report.failures else 0


def _select(wrapper: Wrapper, keep: str | None, rename: Iterable[str]) -> Wrapper:
    names = keep.split(",") if keep else list(wrapper.fields)
    called = dict(zip(names, names, strict=True))
    for pair in rename:
        old, sign, new = pair.partition("=")
        if not (sign and old and new):
            raise UsageError(f"--rename takes old=new, not {pair!r}")
        if old not in called:
            raise UsageError(f"--rename {pair}: no field {old!r} is kept")
        called[old] = new
    return wrapper.select(called)


def _print_table(findings: Iterable[Finding], *, to_stderr: bool) -> None:
    lines = [to_line(line) for line in _table(findings)]
    if to_stderr:
        print_words(b"".join(lines))
        return
    with open_output("-") as file:
        file.writelines(lines)


def _table(findings: Iterable[Finding]) -> Iterator[str]:
    yield f"{_fit('field', _NAME_WIDTH)}  pages  examples"
    for finding in findings:
        examples = "  ".join(_fit(text, _EXAMPLE_WIDTH) for text in finding.examples)
        line = f"{_fit(finding.name, _NAME_WIDTH)}  {finding.coverage:5.0%}  {examples}"
        yield line.rstrip()


def _fit(text: str, columns: int) -> str:
    """Return *text* cut or filled to a number of columns; East Asian characters are two wide."""
    text = visible(text)
    if _width(text) <= columns:
        return text + " " * (columns - _width(text))
    while _width(text) >= columns:
        text = text[: min(len(text) - 1, columns)]
    return _fit(text.rstrip() + "…", columns)


def _width(text: str) -> int:
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
