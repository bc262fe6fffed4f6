"""What a shard of a run names: files, and parts of large archives."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from hashlib import sha256
from io import FileIO
from typing import Any

from zaru.errors import Failure, FormatError, InputError, StoreAway
from zaru.io.files import open_source
from zaru.io.index import Note
from zaru.io.listing import STDIN, list_files
from zaru.io.members import read_members
from zaru.io.records import Record, read_records
from zaru.io.remote import RemoteFile, is_remote
from zaru.io.sources import is_archive, read_head, read_page
from zaru.io.spool import Seekable
from zaru.io.tape import Tape
from zaru.io.walk import Found
from zaru.io.warc import is_gzip_file, read_warc
from zaru.limits import DEFAULT_LIMITS, Limits
from zaru.page import Page

# For finding records, whose blocks are not looked at: they are passed over unread.
_HEADS_ONLY = Limits(max_bytes=0)


@dataclass(frozen=True, slots=True)
class Portion:
    """A file, or the records of an archive between two of its bytes."""

    path: str  # as the user named it or the walk found it; or an address
    size: int  # of the file, in bytes
    state: str  # another one when the file has changed
    url: str | None = None  # what an index says of the page
    time: str | None = None
    is_archive: bool = False
    start: int = 0  # of the first record
    end: int | None = None  # records that begin at or behind it are the next portion's
    pages: int | None = None  # that are read, when not all are
    real: str | None = None  # the path of the file, when it is another: `path` may be relative

    def to_json(self) -> dict[str, Any]:
        """Return the portion as JSON values by name."""
        values = asdict(self)
        return {name: values[name] for name in values if values[name] or name not in _SELDOM}

    @classmethod
    def from_json(cls, data: object) -> Portion:
        """Return the portion that `to_json` wrote; raises `FormatError` for other data."""
        names = {field.name for field in fields(cls)}
        if not isinstance(data, dict) or not names - _SELDOM <= data.keys() <= names:
            raise FormatError("not a portion")
        return cls(**data)


_SELDOM = {"pages", "real"}  # are not written when there is nothing to say


def locate(source: str) -> str:
    """Return what a file is called whatever it was named: its real path, or its address."""
    try:
        return source if is_remote(source) else os.path.realpath(source)
    except (OSError, ValueError):  # a name that the system does not take
        return source


def list_portions(sources: Iterable[str]) -> Iterator[Portion | Failure]:
    """Yield a portion for each file of *sources*, as `read_pages` would read them, in its order.

    Standard input is refused: what is gone once it is read cannot be read again.
    """
    for found in list_files(sources):
        yield found if isinstance(found, Failure) else _describe(found)


def _describe(found: Found) -> Portion | Failure:
    path, note = found.path, found.note
    try:
        if path == STDIN:
            message = "standard input cannot be read twice, as a run must; save it to a file"
            raise FormatError(message)
        with open_source(path) as file:
            head = read_head(file)
            size, state = _find_state(file, head)
    except (OSError, InputError) as error:
        return Failure.of(error, stage="read", source=path)
    real = locate(path)
    return Portion(
        path,
        size,
        state,
        note.url,
        note.time,
        is_archive=is_archive(path, head),
        real=real if real != path else None,
    )


def cut_archive(portion: Portion, *, max_bytes: int) -> Iterator[Portion]:
    """Yield the archive in portions of at least *max_bytes* of its file, the last one smaller.

    Together they give what the whole one gives: the same pages and failures with the same offsets.
    Cuts are where records begin; inside gzip, where a member does that begins with a record. So an
    archive of one member stays whole, and what follows a broken member stays in one portion, as
    does what cannot be read now: whoever reads the portion says why.
    """
    start = portion.start
    with suppress(OSError, InputError):
        for offset in _find_cuts(portion, max_bytes):
            yield replace(portion, start=start, end=offset)
            start = offset
    yield replace(portion, start=start)


def find_cuts(portion: Portion, *, max_bytes: int) -> list[int] | None:
    """Return where `cut_archive` cuts; None when that cannot be found out in this place.

    Another machine may not see the file, or sees another one.
    """
    cuts: list[int] = []
    try:
        with _open(portion) as file:
            if _find_state(file, read_head(file)) != (portion.size, portion.state):
                return None
        cuts.extend(_find_cuts(portion, max_bytes))
    except (OSError, StoreAway):
        return None
    except InputError:  # of bytes that are the same everywhere
        pass
    return cuts


def split_archive(portion: Portion, cuts: Iterable[int]) -> Iterator[Portion]:
    """Yield the archive in portions that end at *cuts*, as `cut_archive` does."""
    start = portion.start
    for offset in cuts:
        yield replace(portion, start=start, end=offset)
        start = offset
    yield replace(portion, start=start)


def _find_cuts(portion: Portion, max_bytes: int) -> Iterator[int]:
    """Yield the ends of all portions but the last."""
    start = portion.start
    if portion.is_archive and portion.size - start > max_bytes:
        for offset in _find_starts(portion):
            if offset - start >= max(1, max_bytes):
                yield offset
                start = offset
                if portion.size - start <= max_bytes:  # all of it is the last one
                    return


def _find_starts(portion: Portion) -> Iterator[int]:
    """Yield the offsets in the portion's file where reading can begin."""
    with _open(portion) as file:
        find = _find_members if is_gzip_file(file) else _find_records
        for offset in find(file, portion.start):
            if portion.end is not None and offset >= portion.end:
                return
            yield offset


def _find_members(file: Seekable, start: int) -> Iterator[int]:
    for piece in read_members(file, start):
        if piece.fault:
            return  # how far the reader searches from here on depends on what it has read before
        if piece.starts:
            yield piece.offset


def _find_records(file: Seekable, start: int) -> Iterator[int]:
    tape = Tape(file, gzipped=False, start=start)
    for record in read_records(tape, source="", limits=_HEADS_ONLY):
        if isinstance(record, Record):
            yield record.offset


def read_portion(
    portion: Portion, *, limits: Limits = DEFAULT_LIMITS, others: Counter[str] | None = None
) -> Iterator[Page | Failure]:
    """Yield the pages of *portion*, and a Failure for each that could not be read.

    The records of an archive that are no pages are counted in *others*, by kinds for people. A
    file that has changed since it was listed is a Failure. Raises `StoreAway`: the pages behind
    are not lost.
    """
    path = portion.path
    try:
        with _open(portion) as file:
            if _find_state(file, read_head(file)) != (portion.size, portion.state):
                raise FormatError("the file has changed since the run began; run again")
            if portion.is_archive:
                found = read_warc(
                    file,
                    source=path,
                    limits=limits,
                    start=portion.start,
                    end=portion.end,
                    others=others,
                )
                yield from found if portion.pages is None else _take(found, portion.pages)
            else:
                note = Note(portion.url, portion.time)
                yield read_page(file, source=path, note=note, limits=limits)
    except StoreAway as error:
        raise StoreAway(f"{error.args[0]}; run again, and it goes on", source=path) from error
    except (OSError, InputError) as error:
        yield Failure.of(error, stage="read", source=path)


def _take(items: Iterator[Page | Failure], pages: int) -> Iterator[Page | Failure]:
    """Yield *items* up to the last of so many pages."""
    while pages > 0 and (item := next(items, None)) is not None:
        pages -= isinstance(item, Page)
        yield item


def _open(portion: Portion) -> FileIO | RemoteFile:
    """Open the file of *portion*, whatever folder this process is in.

    Another machine may see it under the name that the user gave, and not under its real path.
    """
    try:
        return open_source(portion.real or portion.path)
    except FileNotFoundError:
        return open_source(portion.path)


def _find_state(file: FileIO | RemoteFile, head: bytes) -> tuple[int, str]:
    """Return the size of *file*, and what changes when the file does."""
    if isinstance(file, RemoteFile):
        return file.size, file.state
    status = os.fstat(file.fileno())
    return status.st_size, f"{status.st_mtime_ns}-{sha256(head).hexdigest()[:16]}"
