"""From what a user names (files, folders, patterns, archives, standard input) to pages."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from zaru.errors import Failure, FormatError, InputError, LimitExceeded
from zaru.io.body import build_page
from zaru.io.files import has_other_name, open_source
from zaru.io.index import Note
from zaru.io.inflate import undo_codings
from zaru.io.listing import STDIN, list_files
from zaru.io.remote import is_remote
from zaru.io.sniff import HEAD_BYTES, is_warc
from zaru.io.spool import Seekable, Spool, read_fully
from zaru.io.walk import Found
from zaru.limits import DEFAULT_LIMITS, Limits
from zaru.page import Page

ARCHIVE_SUFFIXES = (".warc", ".warc.gz")


def read_pages(
    sources: Iterable[str | Path], *, limits: Limits = DEFAULT_LIMITS
) -> Iterator[Page | Failure]:
    """Yield every page of *sources*, and a Failure for each that could not be read.

    A source is a file, a folder (with all folders in it), a pattern such as `pages/*.html`, a WARC
    archive, an address that fsspec knows (`s3://bucket/*.warc.gz`), or `-` for standard input;
    gzip is undone. Pages come lazily and in a fixed order, and
    each real file comes once. In a folder, files that are no pages are left out; a file that is
    named is always tried. An `index.jsonl` beside pages gives them their URL and time. Nothing is
    raised for bad input: a bad record costs that record.
    """
    for found in list_files(sources):
        if isinstance(found, Failure):
            yield found
        else:
            yield from _read_file(found, limits)


def count_pages(sources: Iterable[str]) -> int | None:
    """Return about how many pages *sources* are, by their names; None when that does not tell."""
    names: list[str] = []
    for path in (path for source in sources for path in glob.glob(source) or [source]):  # noqa: PTH207
        is_folder = os.path.isdir(path)  # noqa: PTH112
        names += _names_below(path) if is_folder else [path]
    if any(name == STDIN or ".warc" in name or is_remote(name) for name in names):
        return None
    return sum(not has_other_name(name) for name in names)


def _names_below(folder: str) -> list[str]:
    return [name for *_, names in os.walk(folder) for name in names if not name.startswith(".")]


def _read_file(found: Found, limits: Limits) -> Iterator[Page | Failure]:
    path, note = found.path, found.note
    try:
        with Spool(sys.stdin.buffer) if path == STDIN else open_source(path) as file:
            yield from read_stream(file, source=path, note=note, limits=limits)
    except (OSError, InputError) as error:
        yield Failure.of(error, stage="read", source=path)


def read_stream(
    file: Seekable, *, source: str, note: Note, limits: Limits
) -> Iterator[Page | Failure]:
    """Yield the one page that *file* is, or all pages when it is an archive.

    What is larger than a page may be is not read to its end. Raises `InputError`.
    """
    if is_archive(source, read_head(file)):
        from zaru.io.warc import read_warc

        yield from read_warc(file, source=source, limits=limits)
    else:
        yield read_page(file, source=source, note=note, limits=limits)


def read_head(file: Seekable) -> bytes:
    """Return the first bytes of *file*; raises `FormatError` when there are none."""
    head = read_fully(file, HEAD_BYTES)
    if not head:
        raise FormatError("empty file")
    return head


def is_archive(name: str, head: bytes) -> bool:
    """Say whether the file *name* with the first bytes *head* is a WARC archive."""
    return is_warc(head) or name.lower().endswith(ARCHIVE_SUFFIXES)


def read_page(file: Seekable, *, source: str, note: Note, limits: Limits) -> Page:
    """Return the page that *file* is; raises `InputError`."""
    file.seek(0)
    raw = read_fully(file, limits.max_bytes + 1)
    if len(raw) > limits.max_bytes:
        raise LimitExceeded(f"more than {limits.max_bytes} bytes")
    codings = ["gzip"] if source.lower().endswith(".gz") else []
    body = undo_codings(raw, codings, limit=limits.max_bytes, source=source)
    return build_page(body, source=source, url=note.url, time=note.time, limits=limits)
