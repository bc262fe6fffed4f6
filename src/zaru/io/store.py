"""A folder of files by their names, wherever it is: what a run writes and reads again."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol
from uuid import uuid4

from zaru.errors import OutputFailed
from zaru.io.lock import FolderLock
from zaru.io.publish import PART, publish
from zaru.io.remote import is_remote
from zaru.io.remote_lock import RemoteLock


class Store(Protocol):
    """A folder; names in it have '/' between folders and come from numbers, never from pages.

    It can be sent to other processes, and is the same folder there.
    """

    place: str  # a path, or an address that fsspec knows

    @staticmethod
    def at(place: str | Path) -> Store:
        """Return the folder at *place*."""
        from zaru.io.remote_store import RemoteStore

        return RemoteStore(str(place)) if is_remote(str(place)) else LocalStore(str(place))

    def open(self, name: str) -> BinaryIO:
        """Open a file for reading, anywhere in it; raises `FileNotFoundError`."""

    def read(self, name: str) -> bytes:
        """Return the bytes of a file; raises `FileNotFoundError`."""

    def read_parts(self, parts: Sequence[tuple[str, int, int]]) -> list[bytes]:
        """Return the bytes of files from an offset up to another; fewer where a file ends.

        At once where the store can. Raises `FileNotFoundError`.
        """

    def publish(self, name: str) -> AbstractContextManager[BinaryIO]:
        """Open a file that appears whole, or not at all; raises `OutputFailed`."""

    def write(self, name: str, data: bytes) -> None:
        """Make the file *name*, or replace it."""

    def size(self, name: str) -> int | None:
        """Return the bytes that a file has; None when there is none."""

    def names(self, folder: str) -> list[str]:
        """Return the names in *folder*, without it, sorted; hidden ones left out."""

    def remove(self, name: str) -> None:
        """Delete a file, or a folder with all that is in it; nothing when there is none."""

    def link(self, old: str, new: str) -> None:
        """Give the file *old* a second name, *new*: without a copy where the store can."""

    def lock(self) -> AbstractContextManager[FolderLock | RemoteLock]:
        """Return what holds the folder for one run; raises `RunLocked` when it is entered."""

    def remove_parts(self, folder: str) -> None:
        """Delete the unfinished files that a killed run left in *folder*; for the lock's holder."""


@dataclass(frozen=True, slots=True)
class LocalStore(Store):
    """A folder of this machine, or of a disk that it shares."""

    place: str

    def path(self, name: str) -> Path:
        """Return where the file *name* is."""
        return Path(self.place, name)

    def open(self, name: str) -> BinaryIO:
        """Open a file for reading, anywhere in it."""
        return self.path(name).open("rb")

    def read(self, name: str) -> bytes:
        """Return the bytes of a file; raises `FileNotFoundError`."""
        return self.path(name).read_bytes()

    def read_parts(self, parts: Sequence[tuple[str, int, int]]) -> list[bytes]:
        """Return the bytes of files from an offset up to another; fewer where a file ends."""
        found: list[bytes] = []
        for name, start, end in parts:
            with self.path(name).open("rb", buffering=0) as file:
                found.append(os.pread(file.fileno(), end - start, start))
        return found

    @contextmanager
    def publish(self, name: str) -> Iterator[BinaryIO]:
        """Open a file that appears whole, or not at all; raises `OutputFailed`."""
        path = self.path(name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputFailed.of(error, path.parent) from error
        with publish(path) as file:
            yield file

    def write(self, name: str, data: bytes) -> None:
        """Make the file *name*, or replace it."""
        with self.publish(name) as file:
            file.write(data)

    def size(self, name: str) -> int | None:
        """Return the bytes that a file has; None when there is none."""
        try:
            return self.path(name).stat().st_size
        except OSError:
            return None

    def names(self, folder: str) -> list[str]:
        """Return the names of the files in *folder*, without it, sorted; hidden ones left out."""
        try:
            found = os.listdir(self.path(folder))  # noqa: PTH208
        except FileNotFoundError:
            return []
        return sorted(name for name in found if not name.startswith("."))

    def remove(self, name: str) -> None:
        """Delete a file, or a folder with all that is in it; nothing when there is none."""
        path = self.path(name)
        try:
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        except OSError as error:
            raise OutputFailed.of(error, path) from error

    def link(self, old: str, new: str) -> None:
        """Give the file *old* a second name, *new*: without a copy where the disk can."""
        source, path = self.path(old), self.path(new)
        part = path.with_name(f".{path.name}.{uuid4().hex}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.link(source, part)
            part.replace(path)
            part.unlink(missing_ok=True)  # it stays when both are names of one file already
        except OSError:
            with source.open("rb") as file, self.publish(new) as target:
                shutil.copyfileobj(file, target)

    def lock(self) -> AbstractContextManager[FolderLock]:
        """Return what holds the folder for one run; raises `RunLocked` when it is entered."""
        try:
            Path(self.place).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputFailed.of(error, self.place) from error
        return FolderLock(Path(self.place))

    def remove_parts(self, folder: str) -> None:
        """Delete the unfinished files that a killed run left in *folder*; for the lock's holder."""
        with suppress(FileNotFoundError):
            for name in filter(PART.fullmatch, os.listdir(self.path(folder))):  # noqa: PTH208
                with suppress(OSError):
                    Path(self.path(folder), name).unlink()
