"""`zaru extract`: the main content of pages."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click

from zaru.cli.jobs import is_one_page, job_options
from zaru.cli.output import open_output, to_line
from zaru.cli.report import Report
from zaru.content.explanation import explain as explain_judgement
from zaru.content.explanation import write_overlay
from zaru.content.extraction import Judgement, build_content, judge
from zaru.content.page_set import MIN_PAGES, PageSet, Sets, describe_member
from zaru.errors import Failure, UsageError
from zaru.io.parquet import ParquetWriter, content_schema
from zaru.io.sources import STDIN, read_pages
from zaru.page import Page

if TYPE_CHECKING:
    from zaru.content.content import Content
    from zaru.content.model import Favour
    from zaru.content.sharing import Evidence
    from zaru.runs.children import Done

FORMATS = ("text", "markdown", "html", "jsonl", "parquet", "overlay")
PARTED_FORMATS = ("text", "markdown", "html")  # with an empty line between two pages

Item = TypeVar("Item")
Result = TypeVar("Result")
Task = tuple[Page, "Evidence | None"]


@dataclass(frozen=True, slots=True)
class Rendered:
    """What is to be written for a page: lines, or a row of a table."""

    lines: bytes = b""
    row: dict[str, Any] | None = None


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
@job_options()
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
    jobs: int,
    deadline: float,
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
    if url and not is_one_page(sources):
        raise UsageError("--url is for one page; give an index.jsonl beside many")
    if set_ == "on" and method == "default" and STDIN in sources:
        raise UsageError("--set on reads its sources twice; '-' can be read once")
    report = Report(quiet=quiet)
    if method == "paper":
        format_ = "text" if format_ == "overlay" else format_
    elif explain and format_ == "text":
        format_ = "explain"
    render = partial(_render, format_, favour)
    with open_output(output) as file, _Writer(file, format_) as writer:
        if method == "paper":
            _extract_by_paper(sources, format_, writer, report, limit)
        elif is_one_page(sources):
            for page in report.pages_of(read_pages(sources), limit=limit):
                named = page if url is None else page.at(url)
                report.attempt(
                    named, lambda page: writer.write(render((page, None))), stage="content"
                )
        else:
            workers = _Workers(jobs, deadline)
            sets = _gather(sources, workers, set_, limit)
            tasks = _build_tasks(report.count(read_pages(sources), limit=limit), sets)
            rendered = workers.map(tasks, render, name=_name)
            with closing(rendered):
                for piece in report.results_of(rendered):
                    writer.write(piece)
    report.finish()


@dataclass(frozen=True, slots=True)
class _Workers:
    """How pages are worked on: in so many children, each page so long at most."""

    jobs: int
    deadline_seconds: float

    def map(
        self,
        items: Iterable[Item | Done[Result]],
        work: Callable[[Item], Result],
        *,
        name: Callable[[Item], str],
    ) -> Generator[Result | Failure, None, None]:
        """Yield the result of each item, in order."""
        from zaru.runs.children import map_in_children

        return map_in_children(
            items,
            partial(_prepare, work),
            jobs=self.jobs,
            deadline_seconds=self.deadline_seconds,
            name=name,
            stage="content",
        )


def _extract_by_paper(
    sources: tuple[str, ...], format_: str, writer: _Writer, report: Report, limit: int | None
) -> None:
    pages = list(report.pages_of(read_pages(sources), limit=limit))
    for content in PageSet(pages).contents(method="paper"):
        writer.write(_render_content(format_, content))


def _gather(
    sources: tuple[str, ...], workers: _Workers, set_: str, limit: int | None
) -> Sets | None:
    """Read the sources a first time for what their pages have in common; None when not wanted."""
    if set_ == "off" or STDIN in sources:
        return None
    sets = Sets(min_pages=MIN_PAGES if set_ == "auto" else 2)
    pages = (item for item in read_pages(sources) if isinstance(item, Page))
    members = workers.map(islice(pages, limit), describe_member, name=lambda page: str(page.origin))
    with closing(members):
        for member in members:
            if not isinstance(member, Failure):  # it fails again, and is reported then
                sets.add_member(member)
    return sets


def _build_tasks(
    stream: Iterator[Page | Failure], sets: Sets | None
) -> Iterator[Task | Done[Rendered]]:
    """Yield each page with what its set says of it; failures keep their place among them."""
    from zaru.runs.children import Done

    for item in stream:
        if isinstance(item, Failure):
            yield Done(item)
        else:
            yield item, sets.evidence(item) if sets else None


def _prepare(work: Callable[[Item], Result]) -> Callable[[Item], Result]:
    """Return *work*: it loads what it needs with its first page."""
    return work


def _name(task: Task) -> str:
    return str(task[0].origin)


def _render(format_: str, favour: Favour, task: Task) -> Rendered:
    """Return what is to be written for a page."""
    page, evidence = task
    judgement = judge(page, favour=favour, evidence=evidence)
    if format_ == "overlay":
        return Rendered(to_line(write_overlay(page, judgement)))
    if format_ == "explain":
        return Rendered(_render_reasons(page, judgement))
    return _render_content(format_, build_content(page, judgement))


def _render_reasons(page: Page, judgement: Judgement) -> bytes:
    lines = [to_line(f"# {page.origin}")]
    for reason in explain_judgement(judgement):
        mark = "+" if reason.is_kept else "-"
        text = reason.text.replace("\n", " ")[:60]
        lines.append(to_line(f"{mark} {reason.score:.2f}  {reason}  {text}"))
    return b"".join(lines)


def _render_content(format_: str, content: Content) -> Rendered:
    if format_ == "parquet":
        return Rendered(row=content.to_json())
    if format_ == "jsonl":
        return Rendered(to_line(content.to_json()))
    return Rendered(to_line(_TEXTS.get(format_, _to_text)(content).rstrip("\n")))


class _Writer:
    """Writes what was rendered in one format, one page after the other."""

    def __init__(self, file: BinaryIO, format_: str) -> None:
        self.file = file
        self.is_parted = format_ in PARTED_FORMATS
        self.count = 0
        self.table = ParquetWriter(file, content_schema) if format_ == "parquet" else None

    def __enter__(self) -> _Writer:
        return self

    def __exit__(self, *_: object) -> None:
        if self.table is not None:
            self.table.close()

    def write(self, rendered: Rendered) -> None:
        if self.table is not None and rendered.row is not None:
            self.table.add(rendered.row)
            return
        if self.is_parted and self.count:
            self.file.write(b"\n")
        self.count += 1
        self.file.write(rendered.lines)


def _to_text(content: Content) -> str:
    return content.text


_TEXTS: dict[str, Callable[[Content], str]] = {
    "markdown": lambda content: content.to_markdown(),
    "html": lambda content: content.to_html(),
}
