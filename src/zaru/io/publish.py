"""Output files that are whole or absent."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4

from zaru.errors import OutputFailed
from zaru.io.file_locks import await_lock, take_lock

# With the digest and the dots, 40 characters of 4 bytes stay below the usual 255 bytes of a name.
_BUFFER_BYTES = 1 << 17  # a file of many small parts is written in few calls
_NAME_CHARS = 40
PART = re.compile(rf"\.(.{{1,{_NAME_CHARS}}})\.[0-9a-f]{{32}}\.part", re.DOTALL)


@contextmanager
def publish(path: Path) -> Iterator[BinaryIO]:
    """Open a file that appears at *path* whole, or not at all.

    Readers never see a half-written file: kill -9 leaves only `.part` files behind. Raises
    `OutputFailed` for every `OSError`, also for one that is raised inside the `with` block.
    A device or a pipe is written to as it is: it must not be replaced by a file.
    """
    mode = _find_mode(path)
    if mode is not None and not stat.S_ISREG(mode):
        with _write_through(path) as file:
            yield file
        return
    part = None
    try:
        part, file = _open_part(path)
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if mode is not None:
                part.chmod(stat.S_IMODE(mode))
            if sys.platform == "win32":  # where nobody can rename what is open
                file.close()
            part.replace(path)
    except BaseException as error:
        if part is not None:
            with suppress(OSError):  # the error that brought us here matters more
                part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OutputFailed.of(error, path) from error
        raise


def remove_stale_parts(folder: Path, name: str | None = None) -> None:
    """Delete the unfinished files that killed runs left in *folder*, for all files or for *name*.

    A run at work locks its own.
    """
    try:
        names = os.listdir(folder)  # noqa: PTH208
    except OSError:
        return
    for one in names:
        found = PART.fullmatch(one)
        if found and (name is None or found[1] == name[:_NAME_CHARS]):
            part = folder / one
            with suppress(OSError), part.open("rb") as file:
                take_lock(file.fileno())
                part.unlink()


def _find_mode(path: Path) -> int | None:
    """Return the mode of what is at *path*, None when nothing is; raises `OutputFailed`."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None
    except OSError as error:  # a name that is too long, a file where a folder should be
        raise OutputFailed.of(error, path) from error


def _open_part(path: Path) -> tuple[Path, BinaryIO]:
    """Open a new file beside *path* and lock it, so that others see that it is not stale."""
    while True:
        # Not the process id: it repeats between hosts that share a disk.
        part = path.with_name(f".{path.name[:_NAME_CHARS]}.{uuid4().hex}.part")
        file = part.open("xb", _BUFFER_BYTES)
        with suppress(OSError):  # a disk without locks; nobody can take it for stale there
            await_lock(file.fileno())
        if part.exists():  # else another run came first, between opening and locking
            return part, file
        file.close()


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
