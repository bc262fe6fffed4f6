"""From a folder of pages to a folder of their outputs; what is done is not done again."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from zaru._version import __version__
from zaru.errors import Failure, FormatError, InputError, OutputFailed, UsageError
from zaru.io.files import open_regular
from zaru.io.index import Note
from zaru.io.lock import FolderLock
from zaru.io.publish import publish
from zaru.io.sniff import HEAD_BYTES, is_warc
from zaru.io.sources import ARCHIVE_SUFFIXES, read_stream
from zaru.io.spool import read_fully
from zaru.io.walk import Found, Visits, walk
from zaru.limits import DEFAULT_LIMITS
from zaru.page import Page
from zaru.runs.child import MEMORY_BYTES
from zaru.runs.children import Done, map_in_children
from zaru.runs.ledger import Entry, Ledger, cut_error
from zaru.runs.outputs import check_output, name_output, remove_parts

Pages = Callable[[], Iterator[tuple[str, Path]]]  # names of pages, and their outputs


@dataclass(frozen=True, slots=True)
class Converted:
    """What a page was made into, and what was lost on the way that did not cost the page."""

    body: bytes
    failures: tuple[Failure, ...] = ()


Convert = Callable[[Page], Converted | None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one page."""

    page: str  # relative to the source folder
    kind: Literal["converted", "refused", "skipped"]  # skipped: an earlier run did it
    output: str | None  # relative to the target folder; None when there is none
    failures: tuple[Failure, ...] = ()


Result = Outcome | Failure


@dataclass(frozen=True, slots=True)
class _Step:
    """A page that the walk has found."""

    path: str  # as walked
    note: Note
    entry: Entry  # as it is when all goes well, or as an earlier run left it
    is_clear: bool = True  # its output would be its own
    old_output: str | None = None  # by another name, from an earlier run


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
    tell: Callable[[str], None] = _ignore,
    complete: Callable[[Pages], object] = _ignore,
) -> Generator[Result, None, None]:
    """Yield what comes of each page below *source*, in the order of the walk, while writing it.

    `sub/a.html` becomes `sub/a.xml` in *target*, any other name gets *suffix* behind it. *prepare*
    is called once in each child process; what it returns makes a page into bytes, or None for a
    page that is refused: then there is no output. Pages that an earlier run with the same *plan*
    did, and that are as they were, are skipped. *tell* is called with a line of words when all
    must be done again. *complete* is called when all pages are done, unless nothing has changed
    since it was: it may change outputs by what all of them say.

    Raises `UsageError` at once when the folders do not fit, and while it works `RunLocked` when
    another run writes to *target*, `OutputFailed` when an output cannot be written, and what
    *prepare* raises. What is done until then counts in the next run.
    """
    if not source.is_dir():
        raise UsageError(f"{source}: not a folder")
    if target.resolve().is_relative_to(source.resolve()):
        raise UsageError(f"{target}: lies in {source}; outputs would be read as pages")
    if source.resolve().is_relative_to(target.resolve()):
        raise UsageError(f"{target}: holds {source}; an output could take the place of a page")
    conversion = _Conversion(str(source), target, suffix, {"zaru": __version__, **plan})
    return conversion.run(
        partial(
            map_in_children,
            jobs=jobs,
            deadline_seconds=deadline_seconds,
            memory_bytes=memory_bytes,
            name=_name,
            stage="convert",
        ),
        prepare,
        tell=tell,
        complete=complete,
    )


class _Conversion:
    """One run: the steps that are on their way, and the ledger beside them."""

    def __init__(
        self,
        source: str,
        target: Path,
        suffix: str,
        plan: Mapping[str, Any],
    ) -> None:
        self._source, self._target, self._suffix, self._plan = source, target, suffix, plan
        self._has_converted = False
        self._steps: deque[_Step | None] = deque()  # None: what fails is not a page

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
            ledger.finish()

    def _converted_pages(self, ledger: Ledger) -> Iterator[tuple[str, Path]]:
        for entry in ledger.entries():
            if entry.output is not None:
                yield entry.page, Path(self._target, entry.output)

    def _find_steps(self, ledger: Ledger) -> Iterator[_Step | Done[Result]]:
        """Yield the pages that are to be done, and what is known of the others."""
        for found in walk(self._source, visits=Visits()):
            step = found if isinstance(found, Failure) else self._build_step(found)
            if isinstance(step, Failure):
                self._steps.append(None)
                yield Done(step)
                continue
            try:
                check_output(step.path, self._suffix)
            except FormatError as error:
                self._steps.append(replace(step, is_clear=False))
                yield Done(Failure.of(error, stage="convert", source=step.path))
                continue
            before = ledger.find(step.entry.page)
            if before is not None and self._is_done(before, step.entry):
                self._steps.append(replace(step, entry=before))
                yield Done(Outcome(before.page, "skipped", before.output))
            else:
                self._steps.append(_note_old(step, before))
                yield step

    def _build_step(self, found: Found) -> _Step | Failure:
        page = found.path.removeprefix(os.path.join(self._source, ""))  # noqa: PTH118
        try:
            status = os.stat(found.path)  # noqa: PTH116  (hot)
        except OSError as error:
            return Failure.of(error, stage="read", source=found.path)
        entry = Entry(
            page=page,
            size=status.st_size,
            mtime_ns=status.st_mtime_ns,
            url=found.note.url,
            time=found.note.time,
            outcome="converted",
            output=name_output(page, self._suffix),
            error=None,
        )
        return _Step(found.path, found.note, entry)

    def _is_done(self, before: Entry, wanted: Entry) -> bool:
        if before == replace(wanted, outcome="refused", output=None):
            return True
        output = os.path.join(self._target, str(wanted.output))  # noqa: PTH118  (hot)
        return before == wanted and os.path.isfile(output)  # noqa: PTH113

    def _settle(self, result: Result, step: _Step | None, ledger: Ledger) -> Result:
        """Write to the ledger what came of *step*; return it."""
        if step is None:
            return result
        entry = step.entry
        if isinstance(result, Failure):
            error = cut_error(f"{result.error}: {result.message}")
            entry = replace(entry, outcome="failed", output=None, error=error)
        elif result.kind == "refused":
            entry = replace(entry, outcome="refused", output=None)
        elif result.kind == "converted":
            self._has_converted = True
            if result.failures:  # it has an output, but is to be done again
                error = cut_error(f"{result.failures[0].error}: {result.failures[0].message}")
                entry = replace(entry, outcome="failed", error=error)
        if entry.output is None and step.entry.output is not None and step.is_clear:
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
) -> Callable[[_Step], Result]:
    lock.forget()  # it is the parent's: a child that outlives it must not hold the folder
    return partial(_convert_page, prepare(), target)


def _note_old(step: _Step, before: Entry | None) -> _Step:
    """Return *step* with the output that an earlier run gave its page, if that is another file."""
    if before is None or before.output in (None, step.entry.output):
        return step
    return replace(step, old_output=before.output)


def _name(step: _Step) -> str:
    return step.path


def _convert_page(convert: Convert, target: Path, step: _Step) -> Result:
    """Read the page, convert it and publish the output, in a child."""
    try:
        page = _read_page(step)
    except (InputError, OSError) as error:
        return Failure.of(error, stage="read", source=step.path)
    converted = convert(page)
    if converted is None:
        return Outcome(step.entry.page, "refused", None)
    path = Path(target, str(step.entry.output))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputFailed.of(error, path.parent) from error
    with publish(path) as file:
        file.write(converted.body)
    return Outcome(step.entry.page, "converted", step.entry.output, converted.failures)


def _read_page(step: _Step) -> Page:
    with open_regular(step.path) as file:
        if is_warc(read_fully(file, HEAD_BYTES)) or step.path.lower().endswith(ARCHIVE_SUFFIXES):
            raise FormatError("an archive of many pages; read it with: zaru sentences")
        file.seek(0)
        (page,) = read_stream(file, source=step.path, note=step.note, limits=DEFAULT_LIMITS)
    assert isinstance(page, Page)
    return page
