"""From what a user names (files, folders, patterns, archives, standard input) to pages."""

from __future__ import annotations

import glob
import os
import re
import shlex
import stat
import sys
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from pathlib import Path

from zaru.errors import Failure, FormatError, InputError, LimitExceeded
from zaru.io.body import build_page
from zaru.io.files import has_other_name, has_page_name, looks_like_page, open_regular
from zaru.io.index import INDEX_NAME, NOTHING, Index, Note
from zaru.io.inflate import undo_codings
from zaru.io.sniff import HEAD_BYTES, is_warc
from zaru.io.spool import Seekable, Spool, read_fully
from zaru.io.walk import Visits, load_index, walk
from zaru.io.warc import read_warc
from zaru.limits import DEFAULT_LIMITS, Limits
from zaru.page import Page

STDIN = "-"
ARCHIVE_SUFFIXES = (".warc", ".warc.gz")
_ADDRESS = re.compile(r"[a-z]{3,8}://", re.IGNORECASE)
MAX_OPEN_INDEXES = 16  # of the folders of named files


def read_pages(
    sources: Iterable[str | Path], *, limits: Limits = DEFAULT_LIMITS
) -> Iterator[Page | Failure]:
    """Yield every page of *sources*, and a Failure for each that could not be read.

    A source is a file, a folder (with all folders in it), a pattern such as `pages/*.html`, a WARC
    archive, or `-` for standard input; gzip is undone. Pages come lazily and in a fixed order, and
    each real file comes once. In a folder, files that are no pages are left out; a file that is
    named is always tried. An `index.jsonl` beside pages gives them their URL and time. Nothing is
    raised for bad input: a bad record costs that record.
    """
    reader = _Reader(limits)
    try:
        for source in [sources] if isinstance(sources, str | Path) else sources:
            yield from reader.read(str(source))
    finally:
        reader.close()


def count_pages(sources: Iterable[str]) -> int | None:
    """Return about how many pages *sources* are, by their names; None when archives are there."""
    names: list[str] = []
    for path in (path for source in sources for path in glob.glob(source) or [source]):  # noqa: PTH207
        is_folder = os.path.isdir(path)  # noqa: PTH112
        names += _names_below(path) if is_folder else [path]
    if any(name == STDIN or ".warc" in name for name in names):
        return None
    return sum(not has_other_name(name) for name in names)


def _names_below(folder: str) -> list[str]:
    return [name for *_, names in os.walk(folder) for name in names if not name.startswith(".")]


class _Reader:
    """What one call of `read_pages` knows: the limits, what was read, the open indexes."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._visits = Visits()
        self._indexes: OrderedDict[str, Index | None] = OrderedDict()
        self._reported: set[str] = set()  # folders whose index failures were yielded

    def close(self) -> None:
        for index in self._indexes.values():
            if index is not None:
                index.close()

    def read(self, source: str) -> Iterator[Page | Failure]:
        """Yield the pages of *source*, whatever kind it is."""
        if source == STDIN:
            yield from self._read_stdin()
            return
        try:
            mode = os.stat(source).st_mode  # noqa: PTH116  (Path() would change the name)
        except FileNotFoundError:
            yield from self._read_pattern(source)
        except (OSError, ValueError) as error:
            yield _refuse(error, source)
        else:
            yield from self._read_existing(source, is_folder=stat.S_ISDIR(mode))

    def _read_existing(self, path: str, *, is_folder: bool) -> Iterator[Page | Failure]:
        if is_folder:
            yield from self._read_folder(path)
        else:
            yield from self._read_named(path)

    def _read_pattern(self, pattern: str) -> Iterator[Page | Failure]:
        """Read what *pattern* matches, sorted; only the names are held."""
        if _ADDRESS.match(pattern):
            address = shlex.quote(pattern)
            what = f"curl -sL {address} | zaru extract - --url {address}"
            yield _missing(pattern, f"an address, and zaru fetches nothing; try: {what}")
            return
        if not glob.has_magic(pattern):
            yield _missing(pattern, "no such file or folder; check the name")
            return
        paths = sorted(glob.glob(pattern, recursive=True))  # noqa: PTH207  (keeps `./` and `//`)
        if not paths:
            yield _missing(pattern, "no file matches the pattern; check it")
        for path in paths:
            if Path(path).name != INDEX_NAME:
                yield from self._read_existing(path, is_folder=Path(path).is_dir())

    def _read_folder(self, folder: str) -> Iterator[Page | Failure]:
        for found in walk(folder, visits=self._visits):
            if isinstance(found, Failure):
                yield found
            else:
                yield from self._read_file(found.path, found.note)

    def _read_named(self, path: str) -> Iterator[Page | Failure]:
        """Read the file *path* unless it was read before under any name."""
        if Path(path).name == INDEX_NAME:
            message = "an index, not a page; name its folder to read the pages it lists"
            yield Failure.of(FormatError(message), stage="read", source=path)
            return
        try:
            real = os.path.realpath(path)
            if not self._visits.take(real) or self._was_walked(real):
                return
        except (OSError, InputError) as error:
            yield Failure.of(error, stage="read", source=path)
            return
        note = NOTHING
        for item in self._find_index(Path(path).parent):
            if isinstance(item, Failure):
                yield item
            else:
                note = item.find(Path(path).name) or NOTHING
        yield from self._read_file(path, note)

    def _was_walked(self, real: str) -> bool:
        """Say whether the walk of a folder has already yielded the file *real*."""
        if has_other_name(real) or not self._visits.has_entered(str(Path(real).parent)):
            return False
        return has_page_name(real) or looks_like_page(real)

    def _find_index(self, folder: Path) -> Iterator[Failure | Index]:
        """Yield the failures of the folder's index, once, and then the index, if any."""
        key = str(folder)
        if key not in self._indexes:
            self._indexes[key] = None
            for item in load_index(key):
                if isinstance(item, Index):
                    self._indexes[key] = item
                elif key not in self._reported:
                    yield item
            self._reported.add(key)
        self._indexes.move_to_end(key)
        if len(self._indexes) > MAX_OPEN_INDEXES:
            _, oldest = self._indexes.popitem(last=False)
            if oldest is not None:
                oldest.close()
        index = self._indexes[key]
        if index is not None:
            yield index

    def _read_file(self, path: str, note: Note) -> Iterator[Page | Failure]:
        try:
            with open_regular(path) as file:
                size = os.fstat(file.fileno()).st_size
                if size == 0:  # also for /proc, whose files can wait for ever when they are read
                    raise FormatError("empty file")
                yield from read_stream(file, source=path, note=note, limits=self._limits)
        except (OSError, InputError) as error:
            yield Failure.of(error, stage="read", source=path)

    def _read_stdin(self) -> Iterator[Page | Failure]:
        if not self._visits.take(STDIN):
            return
        try:
            with Spool(sys.stdin.buffer) as spool:
                yield from read_stream(spool, source=STDIN, note=NOTHING, limits=self._limits)
        except (OSError, InputError) as error:
            yield Failure.of(error, stage="read", source=STDIN)


def read_stream(
    file: Seekable, *, source: str, note: Note, limits: Limits
) -> Iterator[Page | Failure]:
    """Yield the one page that *file* is, or all pages when it is an archive.

    What is larger than a page may be is not read to its end. Raises `InputError`.
    """
    head = read_fully(file, HEAD_BYTES)
    if not head:
        raise FormatError("empty file")
    if is_warc(head) or source.lower().endswith(ARCHIVE_SUFFIXES):
        yield from read_warc(file, source=source, limits=limits)
        return
    file.seek(0)
    raw = read_fully(file, limits.max_bytes + 1)
    if len(raw) > limits.max_bytes:
        raise LimitExceeded(f"more than {limits.max_bytes} bytes")
    codings = ["gzip"] if source.lower().endswith(".gz") else []
    body = undo_codings(raw, codings, limit=limits.max_bytes, source=source)
    yield build_page(body, source=source, url=note.url, time=note.time, limits=limits)


def _missing(source: str, message: str) -> Failure:
    return Failure("read", source, None, FileNotFoundError.__name__, message)


def _refuse(error: OSError | ValueError, source: str) -> Failure:
    """Return the failure for a name that the system does not take (a NUL, 5,000 bytes)."""
    if isinstance(error, OSError):
        return Failure.of(error, stage="read", source=source)
    return Failure.of(FormatError(f"not a file name: {error}"), stage="read", source=source)
