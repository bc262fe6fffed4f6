"""Output files that are whole or absent."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4

from zaru.errors import OutputFailed

# With the digest and the dots, 40 characters of 4 bytes stay below the usual 255 bytes of a name.
NAME_CHARS = 40


@contextmanager
def publish(path: Path) -> Iterator[BinaryIO]:
    """Open a file that appears at *path* whole, or not at all.

    Readers never see a half-written file: kill -9 leaves only `.part` files behind. Raises
    `OutputFailed` for every `OSError`, also for one that is raised inside the `with` block.
    A device or a pipe is written to as it is: it must not be replaced by a file.
    """
    if path.exists() and not path.is_file():
        with _write_through(path) as file:
            yield file
        return
    # Not the process id: it repeats between hosts that share a disk.
    part = path.with_name(f".{path.name[:NAME_CHARS]}.{uuid4().hex}.part")
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            with suppress(FileNotFoundError):  # else it is new
                os.fchmod(file.fileno(), stat.S_IMODE(path.stat().st_mode))
        part.replace(path)
    except BaseException as error:
        _remove(part)
        if isinstance(error, OSError):
            raise OutputFailed.of(error, path) from error
        raise


@contextmanager
def _write_through(path: Path) -> Iterator[BinaryIO]:
    """Open something that is not a regular file."""
    try:
        with path.open("wb") as file:
            yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputFailed.of(error, path) from error


def _remove(part: Path) -> None:
    """Delete *part* if that is possible; the error that brought us here matters more."""
    try:
        part.unlink(missing_ok=True)
    except OSError:
        return
