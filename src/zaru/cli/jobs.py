"""A run of a command over many pages: its options, and the work in child processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial, wraps
from itertools import chain, islice
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

import click

from zaru.cli.output import is_file, is_folder, open_output, open_outputs, say
from zaru.cli.report import Report
from zaru.errors import Failure, RunError, UsageError
from zaru.io.listing import STDIN
from zaru.io.sources import count_pages, read_pages
from zaru.limits import MEBIBYTE
from zaru.page import Page
from zaru.runs.workers import MEMORY_BYTES, Workers, count_cpus

if TYPE_CHECKING:
    from zaru.runs.sheets import Rendering

Item = TypeVar("Item")
Result = TypeVar("Result")
Command = Callable[..., int]  # returns its exit code
Task = tuple[Page, Any]  # a page, and what its set says of it

# A page of 20 MB takes some seconds; one that takes a minute never ends, or nearly so.
DEADLINE_SECONDS = 60.0


def run_options(
    deadline_seconds: float = DEADLINE_SECONDS, *, name: str = "zaru", has_limit: bool = True
) -> Callable[[Command], Callable[..., None]]:
    """Give a command over many pages the options that all of them have, as its argument `run`.

    The command returns its exit code. *name* is what its user calls it.
    """
    options = [
        click.option(
            "--workers", "--jobs", "jobs", type=click.IntRange(min=1), default=count_cpus,
            show_default="all CPUs",
            help="Pages that are worked on at once, each in a process of its own.",
        ),
        click.option(
            "--deadline", type=click.FloatRange(min=0, min_open=True), default=deadline_seconds,
            show_default=True, help="Seconds that a page may take, when there are many.",
        ),
        click.option(
            "--memory", type=click.IntRange(min=16), default=MEMORY_BYTES // MEBIBYTE,
            show_default=True, help="MiB that a page may take, when there are many.",
        ),
        click.option("--failures", help="Write what failed to a file, one JSON object a line."),
        click.option("-v", "--verbose", is_flag=True, help="Say what is done with each page."),
        click.option("-q", "--quiet", is_flag=True, help="No summary, no progress bar."),
    ]  # fmt: skip
    if has_limit:
        help_ = "Stop after so many pages."
        options.insert(0, click.option("--limit", type=click.IntRange(min=1), help=help_))

    def decorate(command: Command) -> Callable[..., None]:
        @wraps(command)
        def run(
            jobs: int,
            deadline: float,
            memory: int,
            failures: str | None,
            verbose: bool,
            quiet: bool,
            limit: int | None = None,
            **others: Any,
        ) -> None:
            with ExitStack() as stack:
                log = None if failures is None else stack.enter_context(open_output(failures))
                report = Report(quiet, name, verbose, log)
                code = command(run=Run(report, jobs, deadline, memory * MEBIBYTE, limit), **others)
            raise SystemExit(code)

        for option in reversed(options):
            run = option(run)
        return run

    return decorate


def is_one_page(sources: Iterable[str]) -> bool:
    """Say whether *sources* are one page by their names."""
    source, *others = sources
    is_file = os.path.isfile(source) and ".warc" not in source  # noqa: PTH113  (never raises)
    return not others and (source == STDIN or is_file)


def is_sharded(sources: Iterable[str], output: str) -> bool:
    """Say whether pages of *sources* go to *output* in shards: many, from and to files."""
    sources = list(sources)
    is_stored = is_file(output) or is_folder(output)
    return is_stored and STDIN not in sources and not is_one_page(sources)


@dataclass(frozen=True, slots=True)
class Run:
    """One run: how much each page may take, and what is told."""

    report: Report
    jobs: int
    deadline_seconds: float
    memory_bytes: int
    limit: int | None = None

    def read(self, sources: Iterable[str]) -> Iterator[Page | Failure]:
        """Yield the pages of *sources*, up to the limit, and count them."""
        return self.report.count(read_pages(sources), limit=self.limit)

    def work(
        self, sources: tuple[str, ...], prepare: Callable[[], Callable[[Page], Result]], stage: str
    ) -> Iterator[Result]:
        """Yield what the work makes of each page of *sources*, in order; failures are reported."""
        results = self.map(self.read(sources), prepare, name=name_page, stage=stage)
        return self.results_of(results, sources)

    def results_of(
        self, results: Iterable[Result | Failure], sources: tuple[str, ...]
    ) -> Iterator[Result]:
        """Yield the results for the pages of *sources*, counted; failures are reported."""
        total = self.limit or partial(count_pages, sources)
        for result in self.report.results_of(results, total=total):
            self.report.kept += 1
            yield result

    def write(self, rendering: Rendering, output: str) -> None:
        """Write what is made of each page.

        Many pages are written to a file or a folder in shards: a killed run goes on.
        """
        if not is_sharded(rendering.sources, output):
            pages = self.read(rendering.sources)
            tasks = (page if isinstance(page, Failure) else (page, None) for page in pages)
            self.write_each(tasks, rendering, output)
            return
        from zaru.cli.shards import write_in_shards

        if self.report.verbose:
            timed = partial(_prepare_timed, rendering.prepare, name_task)
            rendering = replace(rendering, prepare=timed)
        workers = Workers(self.jobs, self.deadline_seconds, self.memory_bytes)
        write_in_shards(replace(rendering, limit=self.limit), output, workers, self.report)

    def write_each(
        self, tasks: Iterable[Task | Failure], rendering: Rendering, output: str
    ) -> None:
        """Write what is made of each of *tasks* as it is made."""
        results = self.map(tasks, rendering.prepare, name=name_task, stage=rendering.stage)
        total = self.limit or partial(count_pages, rendering.sources)
        with open_outputs(output, rendering.form) as write, closing(results):
            for rendered in self.report.results_of(results, total=total):
                for failure in rendered.failures:
                    self.report.fail(failure)
                self.report.add(rendered.counts)
                if rendered.is_japanese:
                    write(rendered)

    def sound_pages(self, pages: Iterable[Page | Failure]) -> list[Page]:
        """Return the pages that have a tree, which is tried in children; report the others."""
        kept = list(self.report.results_of(pages))
        numbers = self.map(
            enumerate(kept), partial(partial, _try_tree), name=_name_numbered, stage="parse"
        )
        return [kept[number] for number in self.report.results_of(numbers)]

    def map(
        self,
        items: Iterable[Item | Failure],
        prepare: Callable[[], Callable[[Item], Result]],
        *,
        name: Callable[[Item], str],
        stage: str,
    ) -> Generator[Result | Failure, None, None]:
        """Yield the result of each item, in order; failures among them keep their places.

        Many items are worked on in children; one item here, for it needs no deadline. Either way
        whatever it raises costs the item: there is a Failure in its place.
        """
        if self.report.verbose:
            prepare = partial(_prepare_timed, prepare, name)
        stream = iter(items)
        first = list(islice(stream, 2))
        if len(first) < 2:
            yield from _work_here(first, prepare, name, stage)
            return
        from zaru.runs.children import Done, map_in_children

        every = chain(first, stream)
        results = map_in_children(
            (Done(item) if isinstance(item, Failure) else item for item in every),
            prepare,
            jobs=self.jobs,
            deadline_seconds=self.deadline_seconds,
            memory_bytes=self.memory_bytes,
            name=name,
            stage=stage,
        )
        with closing(results):
            yield from results


def _work_here(
    items: Iterable[Item | Failure],
    prepare: Callable[[], Callable[[Item], Result]],
    name: Callable[[Item], str],
    stage: str,
) -> Iterator[Result | Failure]:
    for item in items:
        if isinstance(item, Failure):
            yield item
            continue
        work = prepare()
        result: Result | Failure
        try:
            result = work(item)
        except (UsageError, RunError):
            raise
        except Exception as error:
            if os.environ.get("ZARU_DEBUG"):
                raise
            result = Failure.caught(error, stage=stage, source=name(item))
        yield result


def name_page(page: Page) -> str:
    """Return where *page* is, for people."""
    return str(page.origin)


def name_task(task: Task) -> str:
    """Return where the page of *task* is, for people."""
    return name_page(task[0])


def _name_numbered(item: tuple[int, Page]) -> str:
    return name_page(item[1])


def _try_tree(item: tuple[int, Page]) -> int:
    number, page = item
    assert page.tree is not None
    return number


def _prepare_timed(
    prepare: Callable[[], Callable[[Item], Result]], name: Callable[[Item], str]
) -> Callable[[Item], Result]:
    """Return the work that also says what it was done with, and how long it took."""
    work = prepare()

    def time(item: Item) -> Result:
        start = perf_counter()
        result = work(item)
        seconds = perf_counter() - start
        parts = item if isinstance(item, tuple) else (item,)
        encodings = "".join(f"{part.encoding}, " for part in parts if isinstance(part, Page))
        say(f"{name(item)}: {encodings}{seconds:.3f} s")
        return result

    return time
