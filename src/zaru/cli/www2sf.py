"""`www2sf`: all pages of a folder or an archive to the Standard Format, as in paper 1, §4."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

import click

from zaru.cli import EXIT_NO_INPUT
from zaru.cli.conversion import check_time, conversion_options
from zaru.cli.jobs import Run, run_options
from zaru.cli.report import Report
from zaru.errors import Failure, InputError, UsageError
from zaru.io.standard_format import compress
from zaru.page import Origin, Page
from zaru.runs.conversion import Conversion, with_file_time
from zaru.runs.folders import Converted, Outcome, convert_folder
from zaru.runs.in_links import add_in_links
from zaru.runs.maps import find_addresses
from zaru.runs.workers import CONVERSION_SECONDS


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("dir1", type=click.Path(exists=True, path_type=Path))
@click.argument("dir2", type=click.Path(file_okay=False, path_type=Path))
@conversion_options
@click.option(
    "--url", help="The address of DIR1; pages have theirs below it, unless an index says."
)
@click.option("--time", help="When the pages were fetched: yyyy-mm-dd hh:mm:ss. Default: files'.")
@click.option("--extended", is_flag=True, help="zaru's own attributes, too; they have their DTD.")
@click.option("--gzip", is_flag=True, help="Compress the outputs: .xml.gz.")
@run_options(CONVERSION_SECONDS, name="www2sf", has_limit=False)
def www2sf(
    dir1: Path,
    dir2: Path,
    conversion: Conversion,
    url: str | None,
    time: str | None,
    extended: bool,
    gzip: bool,
    run: Run,
) -> int:
    """Write the Japanese sentences of all pages below DIR1 to files below DIR2.

    DIR1/sub/a.html becomes DIR2/sub/a.xml; nothing is written for a page that is not Japanese. A
    second run does only what is missing or has changed, so a run that was stopped or killed goes
    on where it was. An index.jsonl in DIR1 gives pages their URL and time.

    DIR1 may be a WARC file, or hold some: their pages become files that are named by ids.

    DIR2/map.jsonl says which page, address and id each file is of, DIR2/links.jsonl which address
    each id of a link is of.

    \b
    Examples:
      www2sf hdir xdir
      www2sf -k hdir xdir
      www2sf --annotate sudachi --gzip --jobs 16 crawl corpus
      www2sf crawl.warc.gz corpus
      www2sf --url http://www.example.jp/ --time "2006-08-14 19:48:51" mirror corpus
    """
    check_time(time)
    if url is not None and not dir1.is_dir():
        raise UsageError("--url is for a folder; the pages of an archive have addresses")
    site = _Site(dir1 if dir1.is_dir() else dir1.parent, time)
    options = {**asdict(conversion), "url": url, "time": time, "extended": extended}
    report = run.report
    outcomes = convert_folder(
        dir1,
        dir2,
        partial(_prepare, conversion, site, extended, gzip),
        plan={"run": "www2sf", "options": options},
        jobs=run.jobs,
        deadline_seconds=run.deadline_seconds,
        memory_bytes=run.memory_bytes,
        suffix=".xml.gz" if gzip else ".xml",
        url=url,
        tell=lambda words: None if report.quiet else report.say(words),
        complete=lambda pages: add_in_links(pages, tell=report.fail),
    )
    with closing(outcomes):
        counts = _count(outcomes, report)
    if not report.quiet:
        report.say(_summarise(counts, report))
    if not counts.total() and not report.failures:
        return EXIT_NO_INPUT
    return 1 if report.failures else 0


@dataclass(frozen=True, slots=True)
class _Site:
    """The folder of the pages, and what the user says of all of them."""

    folder: Path
    time: str | None

    def place(self, page: Page) -> Page:
        """Return *page* with its path below the folder and its time."""
        name = os.path.relpath(page.origin.source, self.folder)
        if page.time is None and self.time is not None:
            page = replace(page, time=self.time)
        return replace(with_file_time(page), origin=Origin(name, page.origin.offset))


def _prepare(
    conversion: Conversion, site: _Site, extended: bool, gzip: bool
) -> Callable[[Page], Converted | None]:
    """Load the annotators in a child; return the function that converts a page."""
    convert = conversion.open()

    def work(page: Page) -> Converted | None:
        failures: list[Failure] = []
        placed, name = site.place(page), str(page.origin)
        try:
            found = convert(placed, failures.append)
        except InputError as error:
            error.source = name
            raise
        if found is None:
            return None
        data = found.to_xml(extended=extended)
        lost = tuple(replace(failure, source=name) for failure in failures)
        inexact = len(placed.tree.unplaced)
        body = compress(data) if gzip else data
        return Converted(body, lost, inexact, find_addresses(found))

    return work


def _count(outcomes: Iterator[Outcome | Failure], report: Report) -> Counter[str]:
    """Report the failures; return how many pages came to what."""
    counts: Counter[str] = Counter()
    for outcome in report.results_of(outcomes):
        counts[outcome.kind] += 1
        report.inexact += outcome.inexact
        report.note(f"{outcome.page}: {outcome.kind}")
        for failure in outcome.failures:
            report.fail(failure)
    return counts


def _summarise(counts: Counter[str], report: Report) -> str:
    """Return the counts in words.

    >>> _summarise(Counter(converted=3, refused=1, skipped=5), Report())
    '3 converted, 1 not Japanese, 0 failed, 5 done before'
    """
    kinds = ", ".join(f"{name} {number}" for name, number in sorted(report.kinds.items()))
    failed = f"{report.failures} failed" + (f" ({kinds})" if kinds else "")
    words = f"{counts['converted']} converted, {counts['refused']} not Japanese, {failed}"
    words += f", {counts['skipped']} done before"
    words += f", {counts['repeated']} repeated" * bool(counts["repeated"])
    return words + report.describe_inexact()
