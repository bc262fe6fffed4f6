"""`zaru build`: from a pile of pages to a corpus."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

import click

from zaru.cli import EXIT_NO_INPUT
from zaru.cli.conversion import conversion_options
from zaru.cli.jobs import Run, run_options
from zaru.cli.output import open_output, to_line
from zaru.errors import UsageError
from zaru.runs.build.build import build as build_corpus
from zaru.runs.build.options import DROPS, MASKS, Options
from zaru.runs.build.report import BuildReport
from zaru.runs.conversion import Conversion
from zaru.runs.workers import CONVERSION_SECONDS, Workers

if TYPE_CHECKING:
    from zaru.content.model import Favour
    from zaru.runs.engine import Engine
    from zaru.runs.plan import Plan
    from zaru.runs.tasks import Marker

_PAGE_STAGES = {"sketch": "first pass", "make": "second pass"}
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
    as_json: bool,
    run: Run,
) -> int:
    """Make a corpus of SOURCES: content, language, sentences, annotations, near-duplicates, links.

    The corpus is a folder of Parquet tables (pages, sentences, links) with the pages themselves
    beside them, so that every span can be shown. A second run goes on where the first was
    stopped or killed; sources that are new are added.

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
        keep_all_sentences=conversion.keep_all_sentences,
        drop=drop,
        mask=mask,
        limit=run.limit,
    )
    workers = Workers(run.jobs, run.deadline_seconds, run.memory_bytes)
    watch = _Bar(run)
    try:
        with _open_engine(engine, address, workers.count) as opened:
            report = build_corpus(
                sources, output, options, workers=workers, engine=opened, new=new, watch=watch
            )
    finally:
        watch.close()
    _tell(report, run, output, as_json=as_json)
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


class _Bar:
    """Shows how far a run is, on a terminal; a line for each stage with -v."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._bar: Any = None
        self._weights: list[int] = []
        self._done_weight = self._pages = self._failed = 0
        self._total: int | None = None

    def plan(self, plan: Plan) -> None:
        self._weights = [shard.weight for shard in plan.shards]
        shards = f"{len(plan.shards)} shards, {plan.partitions} partitions"
        self._run.report.note(f"{shards}, about {sum(self._weights) / 1e6:.0f} MB of pages")

    def stage(self, name: str, tasks: int, done: Sequence[Marker]) -> None:
        self.close()
        missing = tasks - len(done)
        self._run.report.note(f"{name}: {tasks} tasks, {len(done)} of them done before")
        report = self._run.report
        if report.quiet or report.verbose or not sys.stderr.isatty() or not missing:
            return
        from tqdm import tqdm

        tqdm.monitor_interval = 0  # its thread would be there when children are forked
        is_paged = name in _PAGE_STAGES
        self._pages = self._done_weight = 0
        self._bar = tqdm(
            desc=_PAGE_STAGES.get(name, name),
            total=(self._total if is_paged else missing) or None,
            unit=" pages" if is_paged else " parts",
            leave=False,
        )

    def pages(self, number: int) -> None:
        self._pages += number
        if self._bar is not None and self._bar.unit == " pages":
            self._bar.update(number)

    def task(self, marker: Marker) -> None:
        if self._bar is None:
            return
        if self._bar.unit != " pages":
            self._bar.update(1)
            return
        self._failed += marker.counts.get("failed", 0)
        self._guess_total(marker)
        self._bar.set_postfix(failed=self._failed)

    def _guess_total(self, marker: Marker) -> None:
        """Say how many pages there will be, from what the shards that are done had."""
        number = int(next(iter(marker.files)).rpartition("/")[2].partition(".")[0])
        self._done_weight += self._weights[number]
        if self._done_weight:
            guess = self._pages * sum(self._weights) / self._done_weight
            self._bar.total = max(self._pages, round(guess))
            self._total = self._bar.total

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def _tell(report: BuildReport, run: Run, output: str, *, as_json: bool) -> None:
    """Print the report, and what to type next; write the failures where they are wanted."""
    if as_json:
        with open_output("-") as file:
            file.write(to_line({"digest": report.digest, **report.values}))
    if run.report.log is not None:
        from zaru.io.store import Store

        run.report.log.write(Store.at(output).read("failures.jsonl"))
    if run.report.quiet:
        return
    for line in describe_report(report.values):
        run.report.say(line)
    if report.failed:
        run.report.say(f"why pages failed: {output}/failures.jsonl")
    place = shlex.quote(output)
    run.report.say(f"done: {output}; look at it with: zaru export {place} -f markdown -o pages")


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
