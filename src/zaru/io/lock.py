"""One run for each output folder."""

from __future__ import annotations

import json
import os
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path

from zaru.errors import OutputFailed, RunLocked
from zaru.io.file_locks import take_lock

LOCK_NAME = ".zaru-lock"
_MAX_BYTES = 4096  # of what the file says


class FolderLock:
    """Holds a folder while it is open: `with FolderLock(folder):`.

    The kernel holds the lock and lets go of it when the process ends, however it ends. The file is
    removed by its holder, so that a finished folder holds nothing of it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / LOCK_NAME
        self._file = -1

    def __enter__(self) -> FolderLock:
        """Take the lock; raises `RunLocked` when another run has it."""
        try:
            while not self._take():
                pass
            about = {"pid": os.getpid(), "host": socket.gethostname(), "started": time.time()}
            os.ftruncate(self._file, 0)
            os.write(self._file, json.dumps(about).encode() + b"\n")
        except BlockingIOError:
            message = f"{self._folder}: {_describe_holder(self._file)}"
            self.forget()
            raise RunLocked(message) from None
        except OSError as error:
            self.forget()
            raise OutputFailed(f"{self._path}: {error.strerror or error}") from error
        return self

    def __exit__(self, *_: object) -> None:
        # Removed before it is let go of: whoever opened it in between sees that it is gone.
        with suppress(OSError):
            self._path.unlink()
        self.forget()
        if sys.platform == "win32":  # where nobody can remove what is open
            with suppress(OSError):
                self._path.unlink()

    def check(self) -> None:
        """Do nothing: the kernel does not take it away."""

    def forget(self) -> None:
        """Close the file; in a forked child this leaves the lock with the parent."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _take(self) -> bool:
        """Open and lock the file; say whether it is still the one of that name."""
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        take_lock(self._file)
        try:
            is_same = os.path.samestat(os.fstat(self._file), self._path.stat())
        except FileNotFoundError:
            is_same = False
        if not is_same:
            self.forget()
        return is_same


def _describe_holder(file: int) -> str:
    """Return who has the lock and what to do, in words."""
    try:
        return describe_holder(os.read(file, _MAX_BYTES))
    except OSError:
        return describe_holder(b"")


def describe_holder(data: bytes) -> str:
    """Return who has the lock that says *data*, and what to do, in words."""
    try:
        about = json.loads(data)
        pid, host = int(about["pid"]), str(about["host"])
        minutes = max(0, time.time() - float(about["started"])) / 60
    except (ValueError, KeyError, TypeError):  # it has only just begun
        return "another run works on this folder; wait for it"
    return (
        f"another run works on this folder: process {pid} on {host}, for {minutes:.0f} minutes; "
        "wait for it or end it, then run again"
    )
