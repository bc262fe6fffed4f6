"""`zaru extract`: the main content of pages."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from zaru.cli.output import open_output, to_line
from zaru.cli.report import Report
from zaru.content.explanation import explain as explain_judgement
from zaru.content.explanation import write_overlay
from zaru.content.extraction import Judgement, build_content, judge
from zaru.content.page_set import MIN_PAGES, PageSet, Sets
from zaru.errors import UsageError
from zaru.io.parquet import ParquetWriter, content_schema
from zaru.io.sources import STDIN, read_pages
from zaru.page import Page

if TYPE_CHECKING:
    from zaru.content.content import Content
    from zaru.content.model import Favour
    from zaru.content.sharing import Evidence

FORMATS = ("text", "markdown", "html", "jsonl", "parquet", "overlay")


@click.command()
@click.argument("sources", nargs=-1, required=True)
@click.option("-o", "--output", default="-", show_default=True, help="A file; '-' is stdout.")
@click.option(
    "-f", "--format", "format_", type=click.Choice(FORMATS), default="text", show_default=True,
    help="overlay: the page itself with what was kept and dropped marked in it.",
)  # fmt: skip
@click.option(
    "--set", "set_", type=click.Choice(["auto", "on", "off"]), default="auto", show_default=True,
    help=f"Judge pages of a site together; auto: when there are {MIN_PAGES} or more.",
)  # fmt: skip
@click.option(
    "--favour", type=click.Choice(["balanced", "precision", "recall"]), default="balanced",
    show_default=True, help="precision: less clutter; recall: less is lost.",
)  # fmt: skip
@click.option(
    "--method", type=click.Choice(["default", "paper"]), default="default", show_default=True,
    help="paper: the blocks that no other page of the set has, nothing else.",
)  # fmt: skip
@click.option("--explain", is_flag=True, help="Print each segment with its score and the reasons.")
@click.option("--url", help="The address of the page, when there is one page.")
@click.option("--limit", type=click.IntRange(min=1), help="Stop after so many pages.")
@click.option("-q", "--quiet", is_flag=True, help="No summary, no progress bar.")
def extract(
    sources: tuple[str, ...],
    output: str,
    format_: str,
    set_: str,
    favour: Favour,
    method: str,
    explain: bool,
    url: str | None,
    limit: int | None,
    quiet: bool,
) -> None:
    """Write the main content of SOURCES: no menus, no adverts, no footers.

    Pages of one site are judged together: what other pages have too is hardly content. A page
    belongs to the site of its URL, or else to its folder.

    \b
    Examples:
      zaru extract page.html
      zaru extract page.html -f markdown > page.md
      zaru extract site/ crawl.warc.gz -f jsonl -o out.jsonl
      zaru extract page.html --explain
      zaru extract page.html -f overlay -o why.html
    """
    if url and (len(sources) > 1 or not _is_one_page(sources[0])):
        raise UsageError("--url is for one page; give an index.jsonl beside many")
    report = Report(quiet=quiet)
    with open_output(output) as file, _Writer(file, format_, explain, favour) as writer:
        if method == "paper":
            _extract_by_paper(sources, writer, report, limit)
        else:
            sets = _gather(sources, set_, limit)
            for page in report.pages_of(read_pages(sources), limit=limit):
                named = page if url is None else page.at(url)
                report.attempt(
                    named,
                    lambda page: writer.write(page, sets.evidence(page) if sets else None),
                    stage="content",
                )
    report.finish()


def _extract_by_paper(
    sources: tuple[str, ...], writer: _Writer, report: Report, limit: int | None
) -> None:
    pages = list(report.pages_of(read_pages(sources), limit=limit))
    for content in PageSet(pages).contents(method="paper"):
        writer.write_content(content)


def _gather(sources: tuple[str, ...], set_: str, limit: int | None) -> Sets | None:
    """Read the sources a first time for what their pages have in common; None for one page."""
    if set_ == "on" and STDIN in sources:
        raise UsageError("--set on reads its sources twice; '-' can be read once")
    is_one = len(sources) == 1 and _is_one_page(sources[0])
    if set_ == "off" or is_one or STDIN in sources:
        return None
    sets = Sets(min_pages=MIN_PAGES if set_ == "auto" else 2)
    pages = (item for item in read_pages(sources) if isinstance(item, Page))
    for page in islice(pages, limit):
        sets.add(page)
    return sets


def _is_one_page(source: str) -> bool:
    path = Path(source)
    return source == STDIN or (path.is_file() and ".warc" not in path.name)


class _Writer:
    """Writes contents in one format, one after the other."""

    def __init__(self, file: BinaryIO, format_: str, explain: bool, favour: Favour) -> None:
        self.file = file
        self.format = "explain" if explain and format_ == "text" else format_
        self.favour = favour
        self.count = 0
        self.table = ParquetWriter(file, content_schema) if format_ == "parquet" else None

    def __enter__(self) -> _Writer:
        return self

    def __exit__(self, *_: object) -> None:
        if self.table is not None:
            self.table.close()

    def write(self, page: Page, evidence: Evidence | None) -> None:
        judgement = judge(page, favour=self.favour, evidence=evidence)
        if self.format == "overlay":
            self.file.write(to_line(write_overlay(page, judgement)))
        elif self.format == "explain":
            self.write_reasons(page, judgement)
        else:
            self.write_content(build_content(page, judgement))

    def write_reasons(self, page: Page, judgement: Judgement) -> None:
        self.file.write(to_line(f"# {page.origin}"))
        for reason in explain_judgement(judgement):
            mark = "+" if reason.is_kept else "-"
            text = reason.text.replace("\n", " ")[:60]
            self.file.write(to_line(f"{mark} {reason.score:.2f}  {reason}  {text}"))

    def write_content(self, content: Content) -> None:
        if self.table is not None:
            self.table.add(content.to_json())
        elif self.format == "jsonl":
            self.file.write(to_line(content.to_json()))
        else:
            if self.count:
                self.file.write(b"\n")
            self.count += 1
            self.file.write(to_line(_TEXTS.get(self.format, _to_text)(content).rstrip("\n")))


def _to_text(content: Content) -> str:
    return content.text


_TEXTS: dict[str, Callable[[Content], str]] = {
    "markdown": lambda content: content.to_markdown(),
    "html": lambda content: content.to_html(),
}
