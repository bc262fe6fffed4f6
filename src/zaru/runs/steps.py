"""What a run to a folder meets on its way: pages that are files, and pages that archives hold."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from urllib.parse import quote

from zaru.corpus.identity import page_id
from zaru.errors import Failure, FormatError, InputError, OutputFailed
from zaru.io.files import open_regular
from zaru.io.index import NOTHING, Note
from zaru.io.sniff import HEAD_BYTES, is_warc
from zaru.io.sources import ARCHIVE_SUFFIXES, read_stream
from zaru.io.spool import read_fully
from zaru.io.walk import Found, Visits, walk
from zaru.limits import DEFAULT_LIMITS
from zaru.page import Origin, Page
from zaru.runs.ledger import Entry
from zaru.runs.outputs import (
    check_archive,
    check_output,
    name_by_id,
    name_output,
    name_pages_folder,
)


@dataclass(frozen=True, slots=True)
class Step:
    """A page that was met."""

    path: str  # of its file, or of its archive, as walked
    note: Note
    entry: Entry  # as it is when all goes well, or as an earlier run left it
    page: Page | None = None  # that an archive holds; None for a file, which a child reads
    error: FormatError | None = None  # why it can have no output of its own
    is_repeated: bool = False  # its archive has had the same page before
    old_output: str | None = None  # by another name, from an earlier run

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return str(Origin(self.path, self.entry.offset))


def find_steps(source: str, suffix: str, url: str | None = None) -> Iterator[Step | Failure]:
    """Yield the pages of the folder or archive *source*, and a Failure for each that is none.

    They come in the order of the ledger. `sub/a.html` has the output `sub/a.xml`; the pages of
    `sub/b.warc.gz` have `sub/b.warc.gz.pages/ab/ab….xml` by their ids, those of an archive that
    is the source itself `ab/ab….xml`. With *url*, the address of the folder, files have theirs
    below it unless an index says otherwise.
    """
    if not os.path.isdir(source):  # noqa: PTH112
        yield from _find_in_archive(source, os.path.basename(source), "", suffix)  # noqa: PTH119
        return
    for found in walk(source, visits=Visits()):
        if isinstance(found, Failure):
            yield found
            continue
        name = found.path.removeprefix(os.path.join(source, ""))  # noqa: PTH118
        if not found.path.lower().endswith(ARCHIVE_SUFFIXES):
            yield _build_step(_place(found, name, url), name, suffix)
            continue
        try:
            check_archive(found.path)
        except FormatError as error:
            yield Failure.of(error, stage="read", source=found.path)
        else:
            yield from _find_in_archive(found.path, name, name_pages_folder(name), suffix)


def read_page(step: Step) -> Page:
    """Return the page of *step*; raises `InputError` and `OSError`."""
    if step.page is not None:
        return step.page
    with open_regular(step.path) as file:
        if is_warc(read_fully(file, HEAD_BYTES)):
            raise FormatError("an archive; give it a name that ends in .warc or .warc.gz")
        file.seek(0)
        (page,) = read_stream(file, source=step.path, note=step.note, limits=DEFAULT_LIMITS)
    assert isinstance(page, Page)
    return page


def _place(found: Found, name: str, url: str | None) -> Found:
    """Return a file with its address below that of the folder, *url*."""
    if url is None or found.note.url is not None:
        return found
    path = quote(os.fsencode(name.replace(os.sep, "/")))
    return replace(found, note=replace(found.note, url=f"{url.rstrip('/')}/{path}"))


def _build_step(found: Found, name: str, suffix: str) -> Step | Failure:
    try:
        status = os.stat(found.path)  # noqa: PTH116  (hot)
    except OSError as error:
        return Failure.of(error, stage="read", source=found.path)
    entry = Entry(
        page=name,
        size=status.st_size,
        mtime_ns=status.st_mtime_ns,
        url=found.note.url,
        time=found.note.time,
        outcome="converted",
        output=name_output(name, suffix),
        error=None,
    )
    step = Step(found.path, found.note, entry)
    try:
        check_output(found.path, suffix)
    except FormatError as error:
        return replace(step, error=error)
    return step


def _find_in_archive(path: str, name: str, folder: str, suffix: str) -> Iterator[Step | Failure]:
    """Yield the pages of the archive *path*, called *name*, whose outputs are in *folder*."""
    from zaru.io.warc import read_warc  # most runs meet no archive

    number = 0
    try:
        with open_regular(path) as file, closing(_Seen()) as seen:
            status = os.fstat(file.fileno())
            if status.st_size == 0:
                raise FormatError("empty file")
            for item in read_warc(file, source=path):
                if isinstance(item, Failure):
                    yield item
                    continue
                number += 1
                own = page_id(replace(item, origin=Origin(name)))
                entry = Entry(
                    page=name,
                    size=len(item.raw),
                    mtime_ns=status.st_mtime_ns,
                    url=item.url,
                    time=item.time,
                    outcome="converted",
                    output=folder + name_by_id(own, suffix),
                    error=None,
                    record=number,
                    offset=item.origin.offset,
                )
                is_repeated = not seen.add(own)
                yield Step(path, NOTHING, entry, page=item, is_repeated=is_repeated)
    except (OSError, InputError) as error:
        yield Failure.of(error, stage="read", source=path)


class _Seen:
    """The ids of an archive's pages, in SQLite's temporary storage, which moves to disk."""

    def __init__(self) -> None:
        self._base = sqlite3.connect("", isolation_level=None)
        self._base.execute("PRAGMA journal_mode = OFF")
        self._base.execute("CREATE TABLE pages (id BLOB PRIMARY KEY) WITHOUT ROWID")

    def add(self, identity: str) -> bool:
        """Remember a page; say whether it is new."""
        try:
            row = (bytes.fromhex(identity),)
            return self._base.execute("INSERT OR IGNORE INTO pages VALUES (?)", row).rowcount > 0
        except sqlite3.Error as error:
            raise OutputFailed(f"no room to keep the ids of an archive: {error}") from error

    def close(self) -> None:
        """Give the disk space back."""
        self._base.close()
