"""The sidecar `index.jsonl` of a folder: where its pages came from, and when.

Lines are `{"page": "sub/a.html", "url": "https://…", "time": "2024-05-01T00:00:00Z"}`; `page` is
relative to the folder of the index, `url` and `time` may be null or absent.
"""

from __future__ import annotations

import json
import os
import posixpath
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from zaru.errors import Failure, FormatError, suggest

INDEX_NAME = "index.jsonl"
MAX_LINE_BYTES = 64 * 1024
BATCH_LINES = 1000
_NAMES = ("page", "url", "time")


@dataclass(frozen=True, slots=True)
class Note:
    """What an index says about a page."""

    url: str | None = None
    time: str | None = None


NOTHING = Note()


class Index:
    """The notes of one folder by the page's name.

    Kept in SQLite's temporary storage, which moves to disk when it grows: an index of ten million
    lines takes no more memory than one of ten.
    """

    def __init__(self) -> None:
        self._notes = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        self._notes.execute("PRAGMA journal_mode = OFF")
        # Names as bytes: a file's name need not be text.
        self._notes.execute(
            "CREATE TABLE notes (page BLOB PRIMARY KEY, url BLOB, time BLOB) WITHOUT ROWID"
        )

    def load(self, file: BinaryIO, *, source: str) -> Iterator[Failure]:
        """Read all lines of *file*; yield a Failure for each broken one. The last line wins."""
        batch: list[tuple[bytes, bytes | None, bytes | None]] = []
        for offset, line in _read_lines(file):
            try:
                row = _parse_line(line)
            except FormatError as error:
                error.offset = offset
                yield Failure.of(error, stage="read", source=source)
                continue
            if row is not None:
                batch.append(row)
            if len(batch) >= BATCH_LINES:
                self._add(batch)
                batch.clear()
        self._add(batch)

    def find(self, page: str) -> Note | None:
        """Return the note for the file *page*, relative to the folder; None when there is none."""
        key = os.fsencode(page)
        row = self._notes.execute("SELECT url, time FROM notes WHERE page = ?", (key,)).fetchone()
        return None if row is None else Note(_to_text(row[0]), _to_text(row[1]))

    def close(self) -> None:
        """Give memory and disk space back."""
        self._notes.close()

    def _add(self, rows: list[tuple[bytes, bytes | None, bytes | None]]) -> None:
        try:
            self._notes.execute("BEGIN")
            self._notes.executemany("INSERT OR REPLACE INTO notes VALUES (?, ?, ?)", rows)
            self._notes.execute("COMMIT")
        except sqlite3.Error as error:  # the temporary disk is full
            raise OSError(f"no room to keep the index: {error}") from error


def _read_lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield the offset and the bytes of each line; of a line that is too long, its beginning."""
    offset = 0
    while line := file.readline(MAX_LINE_BYTES + 1):
        length = len(line)
        while not line.endswith(b"\n") and (rest := file.readline(MAX_LINE_BYTES)):
            length += len(rest)
            if rest.endswith(b"\n"):
                break
        yield offset, line
        offset += length


def _parse_line(line: bytes) -> tuple[bytes, bytes | None, bytes | None] | None:
    """Return page, URL and time of *line*; None for a blank line."""
    if len(line) > MAX_LINE_BYTES:
        raise FormatError(f"a line of the index is longer than {MAX_LINE_BYTES} bytes")
    if not line.strip():
        return None
    try:
        note = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise FormatError("a line of the index is not JSON") from error
    if not isinstance(note, dict) or not isinstance(note.get("page"), str):
        near = [key for key in note if suggest(key, _NAMES[:1])] if isinstance(note, dict) else []
        but = f", but {near[0]!r}" if near else ""
        raise FormatError(f'a line of the index has no "page"{but}')
    if other := [key for key in note if key not in _NAMES and key.strip().lower() in _NAMES]:
        raise FormatError(f"a line of the index has {other[0]!r}{suggest(other[0], _NAMES)}")
    url, time = note.get("url"), note.get("time")
    if not isinstance(url, str | None) or not isinstance(time, str | None):
        raise FormatError('"url" and "time" of an index line must be text or null')
    page = posixpath.normpath(note["page"])
    return (
        _to_bytes(page),
        _to_bytes(url) if url else None,
        _to_bytes(time) if time else None,
    )


def _to_bytes(text: str) -> bytes:
    # JSON may escape a lone surrogate, which SQLite does not take as text.
    return text.encode("utf-8", "replace")


def _to_text(data: bytes | None) -> str | None:
    return None if data is None else data.decode("utf-8")
