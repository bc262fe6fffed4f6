"""Pages in child processes: the options of commands that work on many, and the work."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import click

from zaru.cli.report import Report
from zaru.errors import Failure, InputError
from zaru.io.sources import STDIN, read_pages
from zaru.page import Page

Result = TypeVar("Result")
Work = Callable[[Page], Result]

# A page of 20 MB takes some seconds; one that takes a minute never ends, or nearly so.
DEADLINE_SECONDS = 60.0


def job_options(deadline_seconds: float = DEADLINE_SECONDS) -> Callable[[Any], Any]:
    """Give a command `--jobs` and `--deadline`."""
    jobs = click.option(
        "--jobs", type=click.IntRange(min=1), default=count_cpus, show_default="all CPUs",
        help="Pages that are worked on at once, each in a process of its own.",
    )  # fmt: skip
    deadline = click.option(
        "--deadline", type=click.FloatRange(min=0, min_open=True), default=deadline_seconds,
        show_default=True, help="Seconds that a page may take, when there are many.",
    )  # fmt: skip
    return lambda command: jobs(deadline(command))


def count_cpus() -> int:
    """Return the number of CPUs that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def is_one_page(sources: Iterable[str]) -> bool:
    """Say whether *sources* are one page, so that no child is needed."""
    source, *others = sources
    path = Path(source)
    return not others and (source == STDIN or (path.is_file() and ".warc" not in path.name))


def work_on_pages(
    sources: tuple[str, ...],
    prepare: Callable[[], Work[Result]],
    report: Report,
    *,
    limit: int | None,
    jobs: int,
    deadline_seconds: float,
    stage: str,
) -> Iterator[Result]:
    """Yield what the work makes of each page of *sources*, in order; failures are reported.

    Many pages are worked on in children; one page here, for it needs no deadline.
    """
    stream = report.count(read_pages(sources), limit=limit)
    if is_one_page(sources):
        yield from report.results_of(_work_here(stream, prepare, stage))
        return
    from zaru.runs.children import Done, map_in_children

    results = map_in_children(
        (Done(item) if isinstance(item, Failure) else item for item in stream),
        prepare,
        jobs=jobs,
        deadline_seconds=deadline_seconds,
        name=lambda page: str(page.origin),
        stage=stage,
    )
    with closing(results):
        yield from report.results_of(results)


def _work_here(
    stream: Iterable[Page | Failure], prepare: Callable[[], Work[Result]], stage: str
) -> Iterator[Result | Failure]:
    work = prepare()
    for item in stream:
        if isinstance(item, Failure):
            yield item
            continue
        try:
            yield work(item)
        except InputError as error:
            yield Failure.of(error, stage=stage, source=str(item.origin))
