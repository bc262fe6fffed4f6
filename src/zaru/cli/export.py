"""`zaru export`: a corpus as files of other forms."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path

import click

from zaru.cli.jobs import Run, run_options
from zaru.cli.report import Report, count_noun
from zaru.errors import Failure, UsageError
from zaru.io.corpus import Corpus
from zaru.io.remote import is_remote
from zaru.runs.export import FORMATS, Form
from zaru.runs.export import export as export_corpus
from zaru.runs.workers import CONVERSION_SECONDS


@click.command()
@click.argument("corpus")
@click.option(
    "-f", "--format", "format_", type=click.Choice(FORMATS), required=True,
    help="standard-format, markdown: a file for each page; jsonl, csv: for each part of CORPUS.",
)  # fmt: skip
@click.option("-o", "--output", required=True, help="A folder; it is made.")
@click.option(
    "--extended", is_flag=True,
    help="standard-format: zaru's own attributes, too; they have their DTD.",
)  # fmt: skip
@click.option("--gzip", is_flag=True, help="standard-format: compress the files: .xml.gz.")
@run_options(CONVERSION_SECONDS, has_limit=False)
def export(corpus: str, format_: str, output: str, extended: bool, gzip: bool, run: Run) -> int:
    """Write the pages of CORPUS to files.

    The files of pages are named by their ids, as ab/abc….xml, and map.jsonl says which address
    each has. Files in the Standard Format are those that www2sf would make of the same pages;
    pages without Japanese sentences have none. A second run writes only what is missing.

    \b
    Examples:
      zaru export corpus -f standard-format -o xml
      zaru export corpus -f markdown -o notes
      zaru export corpus -f csv -o tables
      zaru export corpus -f jsonl -o rows && cat rows/*.jsonl | jq -r .url
    """
    form = Form(format_, extended, gzip)
    if (extended or gzip) and format_ != "standard-format":
        raise UsageError(f"--extended and --gzip are for standard-format, not for {format_}")
    if is_remote(output):
        raise UsageError(f"{output}: exports go to folders of this machine; copy one from there")
    opened, report = Corpus(corpus), run.report
    if Path(output).resolve() == Path(corpus).resolve():
        raise UsageError(f"{output}: is the corpus itself; give another folder")
    counts: Counter[str] = Counter()
    with report.bar(lambda: len(opened)) as tell:
        parts = export_corpus(
            opened,
            Path(output),
            form,
            jobs=run.jobs,
            deadline_seconds=run.deadline_seconds,
            memory_bytes=run.memory_bytes,
            tell=tell,
        )
        with closing(parts):
            for part in parts:
                for failure in [part] if isinstance(part, Failure) else part.failures:
                    report.fail(failure)
                counts += Counter() if isinstance(part, Failure) else part.counts
    if not report.quiet:
        report.say(_summarise(counts, report))
    return 1 if report.failures else 0


def _summarise(counts: Counter[str], report: Report) -> str:
    """Return the counts in words.

    >>> _summarise(Counter({"written": 3, "left out": 1}), Report())
    '3 pages written, 1 without Japanese sentences, 0 failed, 0 done before'
    """
    words = f"{count_noun(counts['written'], 'page')} written, "
    words += f"{counts['left out']} without Japanese sentences, " * bool(counts["left out"])
    return f"{words}{report.failures} failed, {counts['done before']} done before"
