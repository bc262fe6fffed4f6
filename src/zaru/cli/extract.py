"""`zaru extract`: the main content of pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import click

from zaru.cli.jobs import Run, Task, is_one_page, is_sharded, name_page, run_options
from zaru.cli.output import check_apart, is_folder, to_line, visible
from zaru.cli.report import Report
from zaru.content.comments import Wish, treat_comments
from zaru.content.content import HEAD, SHAPE
from zaru.content.extraction import Choice, Judgement, build_content, extract_chosen, judge
from zaru.content.extraction import extract as extract_page
from zaru.content.page_set import MIN_PAGES, Sets, describe_member
from zaru.errors import Failure, UsageError
from zaru.io.listing import STDIN
from zaru.io.parquet import has_arrow
from zaru.io.sources import read_pages
from zaru.limits import MAX_CHUNK_CHARACTERS
from zaru.page import Page
from zaru.runs.sheets import Form, Rendered, Rendering

if TYPE_CHECKING:
    from zaru.content.content import Content
    from zaru.content.model import Favour

FORMATS = {
    "text": Form(".txt", between=b"\n"),
    "markdown": Form(".md", between=b"\n"),
    "html": Form(".html", between=b"\n"),
    "jsonl": Form(".jsonl"),
    "chunks": Form(".jsonl"),
    "parquet": Form(".parquet", shape=SHAPE),
    "overlay": Form(".html"),
}
_EXPLAIN = Form(".txt")
_MIN_PAGES = {"auto": MIN_PAGES, "on": 2, "off": 0}  # to be judged together


@click.command()
@click.argument("sources", nargs=-1, required=True)
@click.option("-o", "--output", default="-", show_default=True, help="A file or a folder/.")
@click.option(
    "-f", "--format", "format_", type=click.Choice(list(FORMATS)), default="text",
    show_default=True,
    help="chunks: JSON lines, the content in pieces for retrieval; "
    "overlay: the page itself with what was kept and dropped marked in it.",
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
    help="paper: the blocks that no other page of the set has, nothing else (Yoshida and "
    "Yamamoto 2009).",
)  # fmt: skip
@click.option(
    "--with",
    "above",
    metavar="NAMES",
    callback=lambda _context, _option, value: _read_names(value),
    help=f"What stands above the text, of {','.join(HEAD)}; for -f text and for -f markdown, which "
    "has the title in any case.",
)
@click.option(
    "--comments", type=click.Choice(["auto", "on", "off"]), default="auto", show_default=True,
    help="Readers' comments, by what the markup calls so: all, none, or those that read like "
    "content.",
)  # fmt: skip
@click.option(
    "--records", is_flag=True,
    help="Tell the cards of a listing and the posts of a thread apart: a list, or author and date "
    "above each; not for -f text and overlay.",
)  # fmt: skip
@click.option(
    "--max-characters", type=click.IntRange(min=1), default=MAX_CHUNK_CHARACTERS,
    show_default=True,
    help="How long a chunk may be, for -f chunks.",
)  # fmt: skip
@click.option("--explain", is_flag=True, help="Print each segment with its score and the reasons.")
@click.option("--url", help="The address of the page, when there is one page.")
@run_options()
def extract(
    sources: tuple[str, ...],
    output: str,
    format_: str,
    set_: str,
    favour: Favour,
    method: str,
    above: tuple[str, ...],
    comments: Wish,
    records: bool,
    max_characters: int,
    explain: bool,
    url: str | None,
    run: Run,
) -> int:
    """Write the main content of SOURCES: no menus, no adverts, no footers.

    Pages of one site are judged together: what other pages have too is hardly content. A page
    belongs to the site of its URL, or else to its folder.

    \b
    Examples:
      zaru extract page.html
      zaru extract page.html -f markdown > page.md
      zaru extract page.html --with title,author,date --comments off
      zaru extract site/ crawl.warc.gz -f jsonl -o out.jsonl
      zaru extract thread.html -f markdown --records
      zaru extract site/ -f chunks -o chunks.jsonl
      zaru extract page.html --explain
      zaru extract page.html -f overlay -o why.html
    """
    if url and not is_one_page(sources):
        raise UsageError("--url is for one page; give an index.jsonl beside many")
    if set_ == "on" and method == "default" and STDIN in sources:
        raise UsageError("--set on reads its sources twice; '-' can be read once")
    if method == "paper" and (explain or format_ == "overlay"):
        raise UsageError("--method paper gives no reasons; leave out --explain and -f overlay")
    if above and format_ not in ("text", "markdown"):
        raise UsageError(f"--with is for -f text and markdown; -f {format_} has its own places")
    if comments != "auto" and (method == "paper" or explain or format_ == "overlay"):
        raise UsageError("--comments goes with neither --method paper, --explain nor -f overlay")
    if records and (format_ in ("text", "overlay") or method == "paper"):
        raise UsageError("--records is for -f markdown, html, jsonl, chunks and parquet")
    is_explained = explain and format_ == "text"
    check_apart(output, sources, FORMATS[format_].suffix)
    render = _Renderer(
        "explain" if is_explained else format_,
        favour,
        is_folder(output),
        _Wishes(max_characters, above, comments, records),
    )
    rendering = Rendering(
        sources,
        "content",
        _EXPLAIN if is_explained else FORMATS[format_],
        partial(partial, render),
        {
            "format": format_,
            "max_characters": max_characters,
            "with": list(above),
            "comments": comments,
            "records": records,
        },
        min_pages=_MIN_PAGES[set_],
        favour=favour,
    )
    has_reasons = is_explained or format_ == "overlay"
    if method == "paper":
        run.write_each(_build_paper_tasks(run, sources), rendering, output)
    elif is_sharded(sources, output) and not has_reasons and (set_ == "off" or has_arrow()):
        run.write(rendering, output)
    else:
        tasks = _build_tasks(run.read(sources), url, _gather(sources, run, _MIN_PAGES[set_]))
        run.write_each(tasks, rendering, output)
    return run.report.finish()


def _read_names(names: str | None) -> tuple[str, ...]:
    """Return what --with names, in its order."""
    found = tuple(filter(None, (names or "").replace(" ", "").split(",")))
    if unknown := [name for name in found if name not in HEAD]:
        raise UsageError(f"--with knows {', '.join(HEAD)}; not {unknown[0]}")
    return found


def _gather(sources: tuple[str, ...], run: Run, min_pages: int) -> Sets | None:
    """Read the sources a first time for what their pages have in common; None when not wanted."""
    if not min_pages or STDIN in sources or is_one_page(sources):
        return None
    sets = Sets(min_pages=min_pages)
    pages = islice((item for item in read_pages(sources) if isinstance(item, Page)), run.limit)
    first = replace(run, report=Report(quiet=True))
    members = first.map(pages, partial(partial, describe_member), name=name_page, stage="content")
    with closing(members):
        for member in members:
            if not isinstance(member, Failure):  # it fails again, and is reported then
                sets.add_member(member)
    for words in sets.describe():
        run.report.note(words)
    return sets


def _build_tasks(
    stream: Iterable[Page | Failure], url: str | None, sets: Sets | None
) -> Iterator[Task | Failure]:
    """Yield each page with what its set says of it; failures keep their place among them."""
    for item in stream:
        if isinstance(item, Failure):
            yield item
        else:
            page = item if url is None else item.at(url)
            yield page, sets.evidence(page) if sets else None


def _build_paper_tasks(run: Run, sources: tuple[str, ...]) -> Iterator[Task | Failure]:
    """Yield each page with the numbers of the blocks that no other page has."""
    from zaru.content.paper import find_unique_blocks, read_features

    pages = list(run.read(sources))
    described = list(run.map(pages, partial(partial, read_features), name=name_page, stage="parse"))
    known = [features for features in described if not isinstance(features, Failure)]
    unique = iter(find_unique_blocks(known))
    for page, features in zip(pages, described, strict=True):
        if isinstance(page, Failure):
            yield page
        else:
            yield features if isinstance(features, Failure) else (page, next(unique))


@dataclass(frozen=True, slots=True)
class _Wishes:
    """How contents are wanted."""

    max_characters: int  # of a chunk
    above: tuple[str, ...]  # of HEAD
    comments: Wish
    records: bool  # told apart

    def treat(self, content: Content) -> Content:
        """Return *content* with the comments and the records that are wanted."""
        content = treat_comments(content, self.comments)
        return replace(content, tells_records=True) if self.records else content


class _Renderer:
    """Makes what is to be written for a page."""

    def __init__(self, format_: str, favour: Favour, is_alone: bool, wishes: _Wishes) -> None:
        self.format = format_
        self.favour = favour
        self.is_alone = is_alone  # each page in a file of its own
        self.wishes = wishes

    def __call__(self, task: Task) -> Rendered:
        page, evidence = task
        if isinstance(evidence, list):
            from zaru.content.paper import build_paper_content

            return self.render_content(build_paper_content(page, evidence))
        if isinstance(evidence, Choice):
            return self.render_content(extract_chosen(page, evidence))
        if self.format in ("overlay", "explain"):
            return self.render_reasons(page, judge(page, favour=self.favour, evidence=evidence))
        return self.render_content(extract_page(page, favour=self.favour, evidence=evidence))

    def render_reasons(self, page: Page, judgement: Judgement) -> Rendered:
        if self.format == "overlay":
            from zaru.content.explanation import write_overlay

            return Rendered.of(page, to_line(write_overlay(page, judgement)))
        return Rendered.of(page, b"".join(_reason_lines(page, judgement)))

    def render_content(self, content: Content) -> Rendered:
        rendered = self.write_content(self.wishes.treat(content))
        return replace(rendered, notice=content.notice) if content.notice else rendered

    def write_content(self, content: Content) -> Rendered:
        if self.format == "parquet":
            return Rendered.of(content.page, rows=(content.to_json(),))
        if self.format == "jsonl":
            return Rendered.of(content.page, to_line(content.to_json()))
        if self.format == "chunks":
            from zaru.content.chunks import chunks

            found = chunks(content, max_characters=self.wishes.max_characters)
            lines = [to_line(chunk.to_json()) for chunk in found]
            return Rendered.of(content.page, b"".join(lines))
        write: Callable[..., str] = getattr(content, f"to_{self.format}")
        text = write(*self.wishes.above).rstrip("\n")
        if self.format == "markdown" and self.is_alone:
            from zaru.content.front_matter import write_front_matter

            text = write_front_matter(content) + text
        return Rendered.of(content.page, to_line(text))


def _reason_lines(page: Page, judgement: Judgement) -> Iterator[bytes]:
    from zaru.content.explanation import explain, explain_kind

    kind = explain_kind(build_content(page, judgement))
    yield to_line(visible(f"# {page.origin} ({kind})"))
    for reason in explain(judgement):
        mark = "+" if reason.is_kept else "-"
        text = reason.text.replace("\n", " ")[:60]
        yield to_line(visible(f"{mark} {reason.score:.2f}  {reason}  {text}"))
