"""What a command says while and after it works: failures, a progress bar, a summary, a code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any, BinaryIO, TypeVar

from zaru.cli import EXIT_NO_INPUT
from zaru.cli.output import say, to_line
from zaru.errors import Failure
from zaru.page import Page

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass
class Report:
    """Counts of one run. Failures are printed as they come, one line each."""

    quiet: bool = False
    name: str = "zaru"  # of the command, as its user calls it
    verbose: bool = False
    log: BinaryIO | None = None  # takes the failures as JSON, too
    pages: int = 0  # that were read
    kept: int = 0  # results: what was read and did not fail
    not_japanese: int = 0  # what `zaru sentences` leaves out
    failures: int = 0
    inexact: int = 0  # texts that are written, but have no exact place in their file
    empty: int = 0  # pages that were kept and of which there was nothing to write
    notices: int = 0  # pages with an error, a wall or an empty app instead of a content
    kinds: dict[str, int] = field(default_factory=dict)  # failures by error type

    def fail(self, failure: Failure) -> None:
        """Count and print a failure."""
        self.say(str(failure))
        self.count_failure(failure)

    def count_failure(self, failure: Failure) -> None:
        """Count a failure and write it to the log."""
        self.failures += 1
        self.kinds[failure.error] = self.kinds.get(failure.error, 0) + 1
        if self.log is not None:
            self.log.write(to_line(asdict(failure)))

    def add(self, counts: Mapping[str, int]) -> None:
        """Add what was counted of a page or of a shard."""
        self.pages += counts.get("pages", 0)
        self.kept += counts.get("kept", 0)
        self.not_japanese += counts.get("not_japanese", 0)
        self.inexact += counts.get("inexact", 0)
        self.empty += counts.get("empty", 0)
        self.notices += counts.get("notices", 0)

    def say(self, words: str) -> None:
        """Print a line for a person."""
        say(words, self.name)

    def note(self, words: str) -> None:
        """Print a line for a person who wants to see what is done."""
        if self.verbose:
            self.say(words)

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

    def results_of(
        self, stream: Iterable[Result | Failure], *, total: Callable[[], int | None] | int = 0
    ) -> Iterator[Result]:
        """Yield the results in *stream*; its failures are reported.

        *total* tells the progress bar how many there will be, and is asked only if there is one.
        """
        for item in self._with_bar(stream, total):
            if isinstance(item, Failure):
                self.fail(item)
            else:
                yield item

    def finish(self) -> int:
        """Print the summary, or that there was no page; return the exit code."""
        if not (self.pages or self.failures):
            self.say("no page was found in the sources; name pages, or folders that have some")
        elif not self.quiet and (
            self.failures or self.inexact or self.not_japanese or self.notices or self.pages != 1
        ):
            self.say(self.summary())
        return (1 if self.failures else 0) if self.pages else EXIT_NO_INPUT

    def summary(self) -> str:
        """Return the counts in words.

        >>> Report(pages=3, kept=1, failures=2, kinds={"FormatError": 2}).summary()
        '3 pages read, 1 kept, 2 failed (FormatError 2)'
        """
        words = f"{count_noun(self.pages, 'page')} read, {self.kept} kept, "
        words += f"{self.not_japanese} not Japanese, " * bool(self.not_japanese)
        words += f"{self.failures} failed"
        kinds = ", ".join(f"{name} {number}" for name, number in sorted(self.kinds.items()))
        words += f" ({kinds})" * bool(kinds)
        words += f", {self.notices} with a notice instead of a content" * bool(self.notices)
        return words + self.describe_inexact()

    def describe_inexact(self) -> str:
        """Return the end of a summary; empty when every text has its exact place."""
        texts = count_noun(self.inexact, "text")
        return f", {texts} without an exact place" * bool(self.inexact)

    @contextmanager
    def bar(self, total: Callable[[], int]) -> Iterator[Callable[[int], object]]:
        """Yield what is told of each number of pages that are done."""
        if not self.has_bar:
            yield lambda _: None
            return
        with _open_bar(total=total()) as bar:
            yield bar.update

    @property
    def has_bar(self) -> bool:
        """Say whether words are wanted and go to a terminal."""
        return not (self.quiet or self.verbose) and sys.stderr.isatty()

    def _with_bar(
        self, stream: Iterable[Item], total: Callable[[], int | None] | int
    ) -> Iterable[Item]:
        """Return *stream*, with a progress bar if there is one."""
        if not self.has_bar:
            return stream
        number = total() if callable(total) else total
        bar: Iterable[Item] = _open_bar(stream, total=number or None)
        return bar


def _open_bar(stream: Iterable[Item] | None = None, *, total: int | None) -> Any:
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # its thread would be there when children are forked
    return tqdm(stream, total=total, unit=" pages", delay=1, leave=False)


def count_noun(number: int, noun: str) -> str:
    """Return both: `1 text`, `2 texts`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
