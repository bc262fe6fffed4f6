"""`zaru build`: from a pile of pages to a corpus."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from shutil import copyfileobj
from typing import TYPE_CHECKING, Any

import click

from zaru.cli import EXIT_NO_INPUT
from zaru.cli.conversion import conversion_options
from zaru.cli.jobs import Run, run_options
from zaru.cli.output import open_output, to_line
from zaru.cli.stage_bar import StageBar
from zaru.errors import ToolMissing, UsageError
from zaru.io.memory import return_freed_memory
from zaru.io.remote import is_remote
from zaru.runs.build.build import build as build_corpus
from zaru.runs.build.options import DROPS, MASKS, Options
from zaru.runs.build.report import BuildReport
from zaru.runs.conversion import Conversion
from zaru.runs.workers import CONVERSION_SECONDS, Workers

if TYPE_CHECKING:
    from zaru.content.model import Favour
    from zaru.runs.engine import Engine

_ROWS = 8  # of sites, languages and the like, that the table shows


def _names(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...]:
    return tuple(filter(None, (value or "").replace(" ", "").split(",")))


@click.command()
@click.argument("sources", nargs=-1, required=True)
@click.option("-o", "--output", required=True, help="The folder of the corpus, or its address.")
@conversion_options
@click.option(
    "--set", "set_", type=click.Choice(["auto", "on", "off"]), default="auto", show_default=True,
    help="Judge pages of a site together, as `zaru extract` does.",
)  # fmt: skip
@click.option(
    "--favour", type=click.Choice(["balanced", "precision", "recall"]), default="balanced",
    show_default=True, help="precision: less clutter; recall: less is lost.",
)  # fmt: skip
@click.option(
    "--drop", callback=_names,
    help=f"Leave pages out, by reasons with commas: {', '.join(DROPS)}. Default: none.",
)  # fmt: skip
@click.option("--mask", callback=_names, help=f"Blank in texts and sentences: {', '.join(MASKS)}.")
@click.option("--new", is_flag=True, help="Begin anew: what the folder has of a corpus goes.")
@click.option(
    "--engine", type=click.Choice(["local", "ray"]), default="local", show_default=True,
    help="Who works: processes here, or a Ray cluster.",
)  # fmt: skip
@click.option("--address", help="Of the Ray cluster; without it, one is started here.")
@click.option("--no-index", is_flag=True, help="Make no index for `zaru search`.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@run_options(CONVERSION_SECONDS)
def build(
    sources: tuple[str, ...],
    output: str,
    conversion: Conversion,
    set_: Any,
    favour: Favour,
    drop: tuple[str, ...],
    mask: tuple[str, ...],
    new: bool,
    engine: str,
    address: str | None,
    no_index: bool,
    as_json: bool,
    run: Run,
) -> int:
    """Make a corpus of SOURCES: content, language, sentences, annotations, near-duplicates, links.

    The corpus is a folder of Parquet tables (pages, sentences, links) with the pages themselves
    beside them, so that every span can be shown, and an index for `zaru search`. A second run
    goes on where the first was stopped or killed; sources that are new are added.

    \b
    Examples:
      zaru build site/ -o corpus
      zaru build crawl/*.warc.gz -o corpus --annotate juman --drop duplicates,short
      zaru build s3://bucket/crawl/*.warc.gz -o s3://bucket/corpus --engine ray --address auto
      zaru build more.warc.gz -o corpus
    """
    if address is not None and engine != "ray":
        raise UsageError("--address is for --engine ray")
    options = Options(
        set=set_,
        favour=favour,
        annotate=conversion.annotators,
        content_only=conversion.content_only,
        all_languages=conversion.all_languages,
        japanese_share=conversion.japanese_share,
        drop=drop,
        mask=mask,
        limit=run.limit,
    )
    workers = Workers(run.jobs, run.deadline_seconds, run.memory_bytes)
    watch = StageBar(run.report, {"sketch": "first pass", "make": "second pass"})
    try:
        with _open_engine(engine, address, workers.count) as opened:
            report = build_corpus(
                sources, output, options, workers=workers, engine=opened, new=new, watch=watch
            )
    finally:
        watch.close()
    _tell(report, run, output, as_json=as_json)
    if report.kept and not no_index:
        _index(output, run)
    if not run.report.quiet:
        place = shlex.quote(output)
        steps = f"zaru serve {place}, or: zaru search {place} WORDS"
        run.report.say(f"done: {output}; look at it with: {steps}")
    if not report.pages_in:
        return EXIT_NO_INPUT
    return 1 if report.failed else 0


def _open_engine(
    name: str, address: str | None, count: int
) -> AbstractContextManager[Engine | None]:
    """Return who works, to be entered; None for processes here."""
    if name == "local":
        return nullcontext()
    from zaru.runs.ray_engine import RayEngine

    return RayEngine(address, count=count)


def _index(output: str, run: Run) -> None:
    """Make the index of a corpus of this machine, where what makes it is installed."""
    if is_remote(output):
        return
    from zaru.cli.index import describe_index, follow
    from zaru.search.indexing import index_corpus

    return_freed_memory()
    try:
        with follow(run.report) as watch:
            done = index_corpus(output, watch=watch, workers=run.jobs)
    except ToolMissing as error:
        run.report.note(str(error))
    else:
        if not run.report.quiet:
            run.report.say(describe_index(done))


def _tell(report: BuildReport, run: Run, output: str, *, as_json: bool) -> None:
    """Print the report; write the failures where they are wanted."""
    if as_json:
        with open_output("-") as file:
            file.write(to_line({"digest": report.digest, **report.values}))
    if run.report.log is not None:
        from zaru.io.store import Store

        with Store.at(output).open("failures.jsonl") as failures:
            copyfileobj(failures, run.report.log)
    if run.report.quiet:
        return
    for line in describe_report(report.values):
        run.report.say(line)
    if report.failed:
        run.report.say(f"why pages failed: {output}/failures.jsonl")


def describe_report(values: Mapping[str, Any]) -> Iterator[str]:
    """Yield the report as lines of a table."""
    pages = values["pages"]
    yield (
        f"{pages['in']} pages in = {pages['kept']} kept + {pages['dropped']} dropped"
        f" + {pages['failed']} failed"
    )
    corpus = ", ".join(f"{count:,} {name}" for name, count in values["corpus"].items() if count)
    for name, words in [
        ("dropped", _count(values["dropped"])),
        ("failures", _count(values["failures"])),
        ("no pages", _count(values["records that are no pages"])),
        ("corpus", corpus),
        *((name, _count(values[name])) for name in ("sites", "languages", "encodings")),
        ("seconds", ", ".join(f"{name} {value:g}" for name, value in values["seconds"].items())),
    ]:
        if words:
            yield f"{name:>10}  {words}"


def _count(counts: Mapping[str, int]) -> str:
    """Return the most frequent of *counts* in words.

    >>> _count({"ja": 3, "en": 1})
    'ja 3, en 1'
    """
    shown = [f"{name} {count}" for name, count in list(counts.items())[:_ROWS]]
    rest = len(counts) - len(shown)
    return ", ".join(shown) + (f" and {rest} more" if rest > 0 else "")
