"""Bytes that can be read again from any place: of a file, or of a stream that is kept on disk."""

from __future__ import annotations

import tempfile
from typing import BinaryIO, Protocol

BLOCK_BYTES = 256 * 1024


class Seekable(Protocol):
    """What the archive reader needs of a file."""

    def seek(self, offset: int, /) -> int:
        """Go to *offset*."""

    def read(self, size: int, /) -> bytes | None:
        """Return at most *size* bytes; empty at the end."""


class Spool:
    """A stream such as standard input, made seekable.

    What was read is kept in an unnamed temporary file, never in memory, and pages come out
    while the stream is still being written.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._kept = tempfile.TemporaryFile()  # noqa: SIM115  (closed by `close`)
        self._length = 0
        self._offset = 0

    def seek(self, offset: int, /) -> int:
        """Go to *offset*, which may lie behind what has been read so far."""
        self._offset = offset
        return offset

    def read(self, size: int, /) -> bytes:
        """Return *size* bytes, fewer only at the end of the stream."""
        while self._length < self._offset + size:
            block = self._stream.read(BLOCK_BYTES)
            if not block:
                break
            self._kept.seek(self._length)
            self._kept.write(block)
            self._length += len(block)
        self._kept.seek(self._offset)
        data = self._kept.read(size)
        self._offset += len(data)
        return data

    def close(self) -> None:
        """Give the disk space back."""
        self._kept.close()

    def __enter__(self) -> Spool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Blocks:
    """The bytes of a file by offset, read one block at a time."""

    def __init__(self, file: Seekable) -> None:
        self._file = file
        self._block = b""
        self._start = 0
        self._has_end = False

    def at(self, offset: int, size: int) -> bytes:
        """Return the *size* bytes at *offset*, fewer only at the end of the file."""
        first = offset - self._start
        is_held = first >= 0 and (self._has_end or first + size <= len(self._block))
        if not is_held:
            self._load(offset, max(size, BLOCK_BYTES))
            first = 0
        return self._block[first : first + size]

    def _load(self, offset: int, size: int) -> None:
        self._file.seek(offset)
        self._block = read_fully(self._file, size)
        self._start = offset
        self._has_end = len(self._block) < size


def read_fully(file: Seekable, size: int) -> bytes:
    """Return *size* bytes of *file*, fewer only at its end (a raw file may give less at once)."""
    data = file.read(size) or b""
    if not data or len(data) == size:
        return data
    parts = [data]
    missing = size - len(data)
    while missing and (data := file.read(missing) or b""):
        parts.append(data)
        missing -= len(data)
    return b"".join(parts)
