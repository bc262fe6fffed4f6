"""From a folder or an archive of pages to a folder of outputs; what is done is not done again."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any, Literal

from zaru._version import __version__
from zaru.errors import Failure, InputError, OutputFailed, UsageError
from zaru.io.files import open_regular
from zaru.io.lock import FolderLock
from zaru.io.publish import publish
from zaru.io.sniff import HEAD_BYTES, is_warc
from zaru.io.sources import ARCHIVE_SUFFIXES
from zaru.io.spool import read_fully
from zaru.page import Page
from zaru.runs.children import Done, map_in_children
from zaru.runs.ledger import Entry, Ledger, cut_error
from zaru.runs.maps import LinkMap, write_page_map
from zaru.runs.outputs import remove_parts
from zaru.runs.steps import Step, find_steps, read_page
from zaru.runs.workers import MEMORY_BYTES

Pages = Callable[[], Iterator[tuple[str, Path]]]  # names of pages, and their outputs


@dataclass(frozen=True, slots=True)
class Converted:
    """What a page was made into, and what was lost on the way that did not cost the page."""

    body: bytes
    failures: tuple[Failure, ...] = ()
    inexact: int = 0  # texts without an exact place in their page
    addresses: Mapping[str, str] = field(default_factory=dict)  # of its links, by their ids


Convert = Callable[[Page], Converted | None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one page."""

    page: str  # relative to the source folder
    # skipped: an earlier run did it; repeated: its archive has had the same page before
    kind: Literal["converted", "refused", "skipped", "repeated"]
    output: str | None  # relative to the target folder; None when there is none
    failures: tuple[Failure, ...] = ()
    inexact: int = 0  # texts without an exact place in their page
    addresses: Mapping[str, str] = field(default_factory=dict)  # of its links, by their ids


Result = Outcome | Failure


def _ignore(_: object) -> None:
    """Do nothing with it."""


def convert_folder(
    source: Path,
    target: Path,
    prepare: Callable[[], Convert],
    *,
    plan: Mapping[str, Any],
    jobs: int,
    deadline_seconds: float,
    memory_bytes: int = MEMORY_BYTES,
    suffix: str = ".xml",
    url: str | None = None,
    tell: Callable[[str], None] = _ignore,
    complete: Callable[[Pages], object] = _ignore,
) -> Generator[Result, None, None]:
    """Yield what comes of each page below *source*, in the order of the walk, while writing it.

    *source* may be an archive, too. `sub/a.html` becomes `sub/a.xml` in *target*, any other name
    gets *suffix* behind it, pages of archives are named by their ids; maps beside the outputs list
    them all, and where their links lead. With *url*, files have addresses below it. *prepare* is
    called once in each child process; what it returns makes a page into bytes, or None for a page
    that is refused: then there is no output. Pages that an earlier run with the same *plan*
    did, and that are as they were, are skipped. *tell* is called with a line of words when all
    must be done again. *complete* is called when all pages are done, unless nothing has changed
    since it was: it may change outputs by what all of them say.

    Raises `UsageError` at once when the folders do not fit, and while it works `RunLocked` when
    another run writes to *target*, `OutputFailed` when an output cannot be written, and what
    *prepare* raises. What is done until then counts in the next run.
    """
    _check_source(source)
    if target.resolve().is_relative_to(source.resolve()):
        raise UsageError(f"{target}: lies in {source}; outputs would be read as pages")
    if source.resolve().is_relative_to(target.resolve()):
        raise UsageError(f"{target}: holds {source}; an output could take the place of a page")
    steps = partial(find_steps, str(source), suffix, url)
    conversion = _Conversion(steps, target, {"zaru": __version__, **plan})
    return conversion.run(
        partial(
            map_in_children,
            jobs=jobs,
            deadline_seconds=deadline_seconds,
            memory_bytes=memory_bytes,
            name=attrgetter("place"),
            stage="convert",
        ),
        prepare,
        tell=tell,
        complete=complete,
    )


class _Conversion:
    """One run: the steps that are on their way, and the ledger beside them."""

    def __init__(
        self, walk: Callable[[], Iterator[Step | Failure]], target: Path, plan: Mapping[str, Any]
    ) -> None:
        self._walk, self._target, self._plan = walk, target, plan
        self._links = LinkMap(target)
        self._has_converted = False
        self._steps: deque[Step | None] = deque()  # None: what fails is not a page

    def run(
        self,
        map_steps: Callable[..., Generator[Result, None, None]],
        prepare: Callable[[], Convert],
        *,
        tell: Callable[[str], None],
        complete: Callable[[Pages], object],
    ) -> Generator[Result, None, None]:
        """Yield what comes of each page."""
        try:
            self._target.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputFailed.of(error, self._target) from error
        with FolderLock(self._target) as lock, Ledger(self._target, self._plan) as ledger:
            if ledger.news:
                tell(ledger.news)
            results = map_steps(
                self._find_steps(ledger), partial(_prepare_child, prepare, self._target, lock)
            )
            with _no_parts(self._target), closing(results):
                for result in results:
                    yield self._settle(result, self._steps.popleft(), ledger)
                if self._has_converted or not ledger.is_unchanged():
                    complete(partial(self._converted_pages, ledger))
                    write_page_map(self._target, ledger.entries())
                    self._links.finish()
            ledger.finish()

    def _converted_pages(self, ledger: Ledger) -> Iterator[tuple[str, Path]]:
        for entry in ledger.entries():
            if entry.output is not None:
                yield entry.page, Path(self._target, entry.output)

    def _find_steps(self, ledger: Ledger) -> Iterator[Step | Done[Result]]:
        """Yield the pages that are to be done, and what is known of the others."""
        for step in self._walk():
            if isinstance(step, Failure):
                self._steps.append(None)
                yield Done(step)
                continue
            kept = replace(step, page=None)  # it would wait here for the results before its own
            before = ledger.find(step.entry.page, step.entry.record)
            if step.error is not None:
                known: Result = Failure.of(step.error, stage="convert", source=step.path)
            elif step.is_repeated:
                known = Outcome(step.entry.name, "repeated", None)
            elif before is not None and self._is_done(before, step.entry):
                kept = replace(kept, entry=before)
                known = Outcome(before.name, "skipped", before.output)
            else:
                self._steps.append(_note_old(kept, before))
                yield step
                continue
            self._steps.append(kept)
            yield Done(known)

    def _is_done(self, before: Entry, wanted: Entry) -> bool:
        if before == replace(wanted, outcome="refused", output=None):
            return True
        output = os.path.join(self._target, str(wanted.output))  # noqa: PTH118  (hot)
        return before == wanted and os.path.isfile(output)  # noqa: PTH113

    def _settle(self, result: Result, step: Step | None, ledger: Ledger) -> Result:
        """Write to the ledger what came of *step*; return it."""
        if step is None:
            return result
        entry = step.entry
        if isinstance(result, Failure):
            error = cut_error(f"{result.error}: {result.message}")
            entry = replace(entry, outcome="failed", output=None, error=error)
        elif result.kind in ("refused", "repeated"):
            entry = replace(entry, outcome=result.kind, output=None)
        elif result.kind == "converted":
            self._has_converted = True
            self._links.add(result.addresses)
        is_own = step.error is None and not step.is_repeated  # or another page has that output
        if entry.output is None and step.entry.output is not None and is_own:
            self._remove(step.entry.output)
        if step.old_output is not None:
            self._remove(step.old_output)
        ledger.add(entry)
        return result

    def _remove(self, output: str) -> None:
        """Delete what an earlier run wrote there."""
        path = Path(self._target, output)
        try:
            path.unlink(missing_ok=True)
        except (NotADirectoryError, IsADirectoryError):  # of another page's name
            return
        except OSError as error:
            raise OutputFailed.of(error, path) from error


def _check_source(source: Path) -> None:
    """Raise `UsageError` unless *source* is a folder or an archive."""
    if source.is_dir():
        return
    try:
        with open_regular(str(source)) as file:
            is_archive = is_warc(read_fully(file, HEAD_BYTES))
    except (InputError, OSError):
        is_archive = False
    if not is_archive and not source.name.lower().endswith(ARCHIVE_SUFFIXES):
        raise UsageError(f"{source}: not a folder of pages, and not an archive of them (WARC)")


@contextmanager
def _no_parts(target: Path) -> Iterator[None]:
    """Clear away what a killed run left, and in the end what our own killed children left."""
    remove_parts(target)
    try:
        yield
    finally:
        remove_parts(target)


def _prepare_child(
    prepare: Callable[[], Convert], target: Path, lock: FolderLock
) -> Callable[[Step], Result]:
    lock.forget()  # it is the parent's: a child that outlives it must not hold the folder
    return partial(_convert_page, prepare(), target)


def _note_old(step: Step, before: Entry | None) -> Step:
    """Return *step* with the output that an earlier run gave its page, if that is another file.

    Not for pages of archives: in a changed one, another record may have that output now.
    """
    is_same = before is None or before.output in (None, step.entry.output)
    if is_same or step.entry.record is not None:
        return step
    assert before is not None
    return replace(step, old_output=before.output)


def _convert_page(convert: Convert, target: Path, step: Step) -> Result:
    """Read the page, convert it and publish the output, in a child."""
    try:
        page = read_page(step)
    except (InputError, OSError) as error:
        return Failure.of(error, stage="read", source=step.path)
    converted = convert(page)
    if converted is None:
        return Outcome(step.entry.name, "refused", None)
    path = Path(target, str(step.entry.output))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputFailed.of(error, path.parent) from error
    with publish(path) as file:
        file.write(converted.body)
    rest = converted.failures, converted.inexact, converted.addresses
    return Outcome(step.entry.name, "converted", step.entry.output, *rest)
