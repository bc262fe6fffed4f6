"""A folder of files at an address such as `s3://bucket/corpus`."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from typing import Any, BinaryIO
from uuid import uuid4

from zaru.io.publish import PART
from zaru.io.remote import (
    attempt,
    find_filesystem,
    open_remote,
    reading,
    to_os_error,
    writing,
)
from zaru.io.remote_lock import RemoteLock
from zaru.io.store import Store

# Where a put is seen whole or not at all; elsewhere files are put under another name and renamed.
_OBJECT_STORES = frozenset("s3 s3a gs gcs abfs abfss az adl oss tos obs r2".split())


@dataclass(frozen=True, slots=True)
class RemoteStore(Store):
    """A folder at an address, with the promises of `Store`.

    Steps that can be done twice are tried again when the store fails for a moment. Writing raises
    `OutputFailed`; reading raises `FileNotFoundError`, and `InputError` for everything else.
    """

    place: str

    def address(self, name: str) -> str:
        """Return where the file *name* is."""
        return f"{self.place.rstrip('/')}/{name}"

    @property
    def _is_object_store(self) -> bool:
        return self.place.partition(":")[0].lower() in _OBJECT_STORES

    def open(self, name: str) -> BinaryIO:
        """Open a file for reading, anywhere in it."""
        return open_remote(self.address(name))

    def read(self, name: str) -> bytes:
        """Return the bytes of a file."""
        address = self.address(name)
        filesystem, path = find_filesystem(address)
        with reading(address):
            data: bytes = attempt(lambda: filesystem.cat_file(path), address=address)
        return data

    def read_parts(self, parts: Sequence[tuple[str, int, int]]) -> list[bytes]:
        """Return the bytes of files from an offset up to another; fewer where a file ends."""
        if not parts:
            return []
        filesystem, folder = find_filesystem(self.place)
        paths = [f"{folder.rstrip('/')}/{name}" for name, _, _ in parts]
        starts, ends = [start for _, start, _ in parts], [end for _, _, end in parts]

        def fetch() -> list[bytes]:
            found: list[Any] = filesystem.cat_ranges(paths, starts, ends, on_error="return")
            for one in found:
                if isinstance(one, Exception):
                    raise one
            return found

        with reading(self.place):
            return attempt(fetch, address=self.place)

    @contextmanager
    def publish(self, name: str) -> Iterator[BinaryIO]:
        """Open a file that appears whole, or not at all, when it is closed without an error."""
        with writing(self.address(name)), tempfile.NamedTemporaryFile() as file:
            yield file  # type: ignore[misc]  # a wrapper with all that files have
            file.flush()
            self._put(file.name, name)

    def write(self, name: str, data: bytes) -> None:
        """Make the file *name*, or replace it."""
        with self.publish(name) as file:
            file.write(data)

    def _put(self, local: str, name: str) -> None:
        address = self.address(name)
        filesystem, path = find_filesystem(address)
        if self._is_object_store:
            attempt(lambda: filesystem.put_file(local, path), address=address)
            return
        folder, _, last = path.rpartition("/")
        attempt(lambda: filesystem.makedirs(folder, exist_ok=True), address=address)
        part = f"{folder}/.{last[:40]}.{uuid4().hex}.part"
        attempt(lambda: filesystem.put_file(local, part), address=address)
        try:  # once: done again after all, it would not find the part
            filesystem.mv(part, path)
        except Exception as error:
            raise to_os_error(error, address) from error

    def size(self, name: str) -> int | None:
        """Return the bytes that a file has; None when there is none."""
        address = self.address(name)
        filesystem, path = find_filesystem(address)
        try:
            with reading(address):
                about = attempt(lambda: filesystem.info(path), address=address)
        except FileNotFoundError:
            return None
        return int(about["size"] or 0) if about["type"] == "file" else None

    def names(self, folder: str) -> list[str]:
        """Return the names in *folder*, without it, sorted; hidden ones left out."""
        return [name for name in self._list(folder) if not name.startswith(".")]

    def _list(self, folder: str) -> list[str]:
        address = self.address(folder)
        filesystem, path = find_filesystem(address)
        try:
            with reading(address):
                found = attempt(lambda: filesystem.ls(path, detail=False), address=address)
        except FileNotFoundError:
            return []
        names = {str(each).rstrip("/").rpartition("/")[2] for each in found if each != path}
        return sorted(names - {""})

    def remove(self, name: str) -> None:
        """Delete a file, or a folder with all that is in it; nothing when there is none."""
        address = self.address(name)
        filesystem, path = find_filesystem(address)
        with writing(address), suppress(FileNotFoundError):
            attempt(lambda: filesystem.rm(path, recursive=True), address=address)

    def link(self, old: str, new: str) -> None:
        """Make the file *new*, a copy of *old*, by the store itself where a copy is seen whole."""
        if self._is_object_store:
            address = self.address(new)
            filesystem, path = find_filesystem(address)
            source = find_filesystem(self.address(old))[1]
            with writing(address):
                attempt(lambda: filesystem.cp_file(source, path), address=address)
            return
        with self.open(old) as file, self.publish(new) as target:
            shutil.copyfileobj(file, target)

    def lock(self) -> AbstractContextManager[RemoteLock]:
        """Return what holds the folder for one run; raises `RunLocked` when it is entered."""
        return RemoteLock(self.place)

    def remove_parts(self, folder: str) -> None:
        """Delete the unfinished files that a killed run left in *folder*; for the lock's holder."""
        if not self._is_object_store:
            for name in filter(PART.fullmatch, self._list(folder)):
                self.remove(f"{folder}/{name}".lstrip("/"))
