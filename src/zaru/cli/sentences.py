"""`zaru sentences`: the Japanese sentences of pages as JSONL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import click

from zaru.cli.conversion import CONVERSION_SECONDS, Conversion, conversion_options
from zaru.cli.jobs import job_options, work_on_pages
from zaru.cli.output import open_output, to_line
from zaru.cli.report import Report
from zaru.corpus.standard_format import StandardFormat
from zaru.errors import Failure
from zaru.page import Page


@click.command()
@click.argument("sources", nargs=-1, required=True)
@conversion_options
@job_options(CONVERSION_SECONDS)
@click.option("-o", "--output", default="-", show_default=True, help="A file; '-' is stdout.")
@click.option("--limit", type=click.IntRange(min=1), help="Stop after so many pages.")
@click.option("-q", "--quiet", is_flag=True, help="No summary, no progress bar.")
def sentences(
    sources: tuple[str, ...],
    conversion: Conversion,
    jobs: int,
    deadline: float,
    output: str,
    limit: int | None,
    quiet: bool,
) -> None:
    """Write the Japanese sentences of SOURCES, one JSON object a line.

    Each has its text, its byte span in the original file, the type, author, date and title of
    the text that it stands in (a blog post, a comment), and what annotators say. Pages that are
    not Japanese have no sentences.

    \b
    Examples:
      zaru sentences page.html
      zaru sentences crawl.warc.gz --content-only -o sentences.jsonl
      zaru sentences pages/ --annotate sudachi -o sentences.jsonl
      zaru sentences pages/ | jq -r .text
    """
    report = Report(quiet=quiet)
    results = work_on_pages(
        sources,
        partial(_prepare, conversion),
        report,
        limit=limit,
        jobs=jobs,
        deadline_seconds=deadline,
        stage="sentences",
    )
    with open_output(output) as file:
        for lines, failures in results:
            for failure in failures:
                report.fail(failure)
            file.write(lines)
    report.finish()


def _prepare(conversion: Conversion) -> Callable[[Page], tuple[bytes, list[Failure]]]:
    convert = conversion.open()

    def work(page: Page) -> tuple[bytes, list[Failure]]:
        failures: list[Failure] = []
        found = convert(page, failures.append)
        records = () if found is None else _to_records(page, found)
        return b"".join(map(to_line, records)), failures

    return work


def _to_records(page: Page, found: StandardFormat) -> Iterator[dict[str, Any]]:
    for text in found.texts:
        for sentence in text.sentences:
            yield {
                "page": page.origin.source,
                "url": page.url,
                "encoding": page.encoding,
                "codec": page.codec,
                "sentence": int(sentence.id),
                "text": sentence.text,
                "span": sentence.span,
                "paragraph": sentence.paragraph,
                "block": sentence.block,
                "score": sentence.score,
                "type": text.type,
                "author": text.author,
                "date": text.date,
                "title": text.title,
                "annotations": {said.scheme: said.text for said in sentence.annotations},
            }
