"""What a command says while and after it works: failures, a progress bar, a summary, a code."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

import click

from zaru.cli import EXIT_NO_INPUT
from zaru.errors import Failure, InputError
from zaru.page import Page

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass
class Report:
    """Counts of one run. Failures are printed as they come, one line each."""

    quiet: bool = False
    name: str = "zaru"  # of the command, as its user calls it
    pages: int = 0
    failures: int = 0
    kinds: dict[str, int] = field(default_factory=dict)  # failures by error type

    def fail(self, failure: Failure) -> None:
        """Count and print a failure."""
        self.failures += 1
        self.kinds[failure.error] = self.kinds.get(failure.error, 0) + 1
        # Names of files may hold line ends, and what terminals obey.
        line = _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", f"{self.name}: {failure}")
        click.echo(line.encode("utf-8", "backslashreplace"), err=True)

    def pages_of(
        self, stream: Iterable[Page | Failure], *, limit: int | None = None
    ) -> Iterator[Page]:
        """Yield the pages of *stream*, up to *limit*; its failures are reported."""
        return self.results_of(self.count(stream, limit=limit))

    def count(
        self, stream: Iterable[Page | Failure], *, limit: int | None = None
    ) -> Iterator[Page | Failure]:
        """Yield *stream* up to *limit* pages, and count them."""
        for item in stream:
            if isinstance(item, Page):
                if limit is not None and self.pages >= limit:
                    return
                self.pages += 1
            yield item

    def results_of(self, stream: Iterable[Result | Failure]) -> Iterator[Result]:
        """Yield the results in *stream*; its failures are reported."""
        for item in _with_bar(stream, quiet=self.quiet):
            if isinstance(item, Failure):
                self.fail(item)
            else:
                yield item

    def attempt(self, page: Page, work: Callable[[Page], None], *, stage: str) -> None:
        """Do *work* on *page*; bad input costs the page, not the run."""
        try:
            work(page)
        except InputError as error:
            self.fail(Failure.of(error, stage=stage, source=str(page.origin)))

    def finish(self) -> None:
        """Print the summary and leave with the exit code."""
        if not self.quiet and (self.failures or self.pages != 1):
            click.echo(self.summary(), err=True)
        if not self.pages:
            raise SystemExit(EXIT_NO_INPUT)
        raise SystemExit(1 if self.failures else 0)

    def summary(self) -> str:
        """Return the counts in words.

        >>> Report(pages=3, failures=2, kinds={"FormatError": 2}).summary()
        'zaru: 3 pages, 2 failures (FormatError 2)'
        """
        words = f"{self.name}: {_count(self.pages, 'page')}, {_count(self.failures, 'failure')}"
        kinds = ", ".join(f"{name} {number}" for name, number in sorted(self.kinds.items()))
        return f"{words} ({kinds})" if kinds else words


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _with_bar(stream: Iterable[Item], *, quiet: bool) -> Iterable[Item]:
    """Return *stream* with a progress bar, if words are wanted and go to a terminal."""
    if quiet or not sys.stderr.isatty():
        return stream
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # its thread would be there when children are forked
    return tqdm(stream, unit=" pages", delay=1, leave=False)
