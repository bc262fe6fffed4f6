"""`zaru sentences`: the Japanese sentences of pages as JSONL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import click

from zaru.cli.conversion import conversion_options
from zaru.cli.jobs import Run, Task, run_options
from zaru.cli.output import to_line
from zaru.corpus.standard_format import StandardFormat
from zaru.errors import Failure
from zaru.page import Page
from zaru.runs.conversion import Conversion, with_file_time
from zaru.runs.sheets import Form, Rendered, Rendering
from zaru.runs.workers import CONVERSION_SECONDS


@click.command()
@click.argument("sources", nargs=-1, required=True)
@conversion_options
@click.option("-o", "--output", default="-", show_default=True, help="A file or a folder/.")
@run_options(CONVERSION_SECONDS)
def sentences(sources: tuple[str, ...], conversion: Conversion, output: str, run: Run) -> int:
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
    prepare = partial(_prepare, conversion)
    options = asdict(conversion)
    run.write(Rendering(sources, "sentences", Form(".jsonl"), prepare, options), output)
    return run.report.finish()


def _prepare(conversion: Conversion) -> Callable[[Task], Rendered]:
    convert = conversion.open()

    def work(task: Task) -> Rendered:
        failures: list[Failure] = []
        page = with_file_time(task[0])  # here, so that it is decoded once
        found = convert(page, failures.append)
        if found is None:
            return Rendered("", is_japanese=False, failures=tuple(failures))
        lines = b"".join(map(to_line, _to_records(page, found)))
        return replace(Rendered.of(page, lines), failures=tuple(failures))

    return work


def _to_records(page: Page, found: StandardFormat) -> Iterator[dict[str, Any]]:
    about = page.about()
    for text in found.texts:
        for sentence in text.sentences:
            yield {
                **about,
                "sentence": int(sentence.id),
                "text": sentence.text,
                "span": sentence.span,
                "exact": sentence.is_exact,
                "paragraph": sentence.paragraph,
                "block": sentence.block,
                "score": sentence.score,
                "type": text.type,
                "author": text.author,
                "date": text.date,
                "title": text.title,
                "annotations": {said.scheme: said.text for said in sentence.annotations},
            }
