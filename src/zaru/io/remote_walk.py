"""Sources at addresses such as `s3://bucket/crawl`: their files, in the order of `walk`."""

from __future__ import annotations

import glob
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from zaru.errors import Failure, InputError
from zaru.io.files import begins_as_page, has_other_name, has_page_name
from zaru.io.index import INDEX_NAME, NOTHING, Index, Note
from zaru.io.remote import RemoteFile, attempt, find_filesystem, open_remote, reading
from zaru.io.sniff import HEAD_BYTES
from zaru.io.spool import read_fully
from zaru.io.walk import Found


@dataclass(slots=True)
class _Level:
    """One folder that a walk is in."""

    address: str
    entries: Iterator[tuple[str, bool]]  # addresses in order; whether each is a folder
    index: Index | None


@dataclass(frozen=True, slots=True)
class RemoteVisits:
    """Which files were named and which folders were walked; not the files in these."""

    files: set[str] = field(default_factory=set)
    folders: set[str] = field(default_factory=set)


def expand_address(source: str) -> list[tuple[str, bool]]:
    """Return the addresses that *source* means, its own or those that match; which are folders.

    Raises `FileNotFoundError`, and `ZaruError` that says why it cannot be told.
    """
    filesystem, path = find_filesystem(source)
    with reading(source):
        try:
            found = [attempt(lambda: filesystem.info(path), address=source)]
        except FileNotFoundError:
            if not glob.has_magic(path):
                raise
            found = attempt(lambda: filesystem.glob(path, detail=True), address=source).values()
    return _sort(filesystem, found)


def walk_remote(folder: str, visits: RemoteVisits) -> Iterator[Found | Failure]:
    """Yield the pages and archives in *folder* and below, sorted by name, folder by folder.

    The rules are those of folders on this machine; there are no links.
    """
    levels: list[_Level] = []
    try:
        yield from _open_level(levels, folder, visits)
        while levels:
            address, is_folder = next(levels[-1].entries, ("", False))
            if not address:
                _close_level(levels.pop())
            elif is_folder:
                yield from _open_level(levels, address, visits)
            else:
                try:
                    if address not in visits.files and is_wanted(address):
                        yield Found(address, _find_note(address, levels))
                except (OSError, InputError) as error:
                    yield Failure.of(error, stage="read", source=address)
    finally:
        for level in levels:
            _close_level(level)


def _open_level(levels: list[_Level], folder: str, visits: RemoteVisits) -> Iterator[Failure]:
    """Go down into *folder* unless it was walked before."""
    if folder in visits.folders:
        return
    visits.folders.add(folder)
    try:
        filesystem, path = find_filesystem(folder)
        with reading(folder):
            found = attempt(lambda: filesystem.ls(path, detail=True), address=folder)
        entries = _sort(filesystem, (e for e in found if e["name"].rstrip("/") != path))
        level = _Level(folder, iter(entries), None)
        if any(address.rpartition("/")[2] == INDEX_NAME for address, _ in entries):
            for item in load_remote_index(folder):
                if isinstance(item, Index):
                    level.index = item
                else:
                    yield item
        levels.append(level)
    except (OSError, InputError) as error:
        yield Failure.of(error, stage="read", source=folder)


def _close_level(level: _Level) -> None:
    if level.index is not None:
        level.index.close()


def _sort(filesystem: Any, found: Any) -> list[tuple[str, bool]]:
    """Return the addresses of what is not hidden, in order, and which are folders."""
    entries = [
        (str(filesystem.unstrip_protocol(each["name"].rstrip("/"))), each["type"] == "directory")
        for each in found
    ]
    return sorted(entry for entry in entries if not entry[0].rpartition("/")[2].startswith("."))


def is_wanted(address: str) -> bool:
    """Say whether the file in a folder is a page or an archive, by its name or its bytes."""
    name = address.rpartition("/")[2]
    if name == INDEX_NAME or has_other_name(name):
        return False
    if has_page_name(name):
        return True
    with RemoteFile(address) as file:
        return begins_as_page(read_fully(file, HEAD_BYTES))


def _find_note(address: str, levels: list[_Level]) -> Note:
    """Return what the nearest index says about the file."""
    for level in reversed(levels):
        note = level.index and level.index.find(address.removeprefix(f"{level.address}/"))
        if note:
            return note
    return NOTHING


def load_remote_index(folder: str) -> Iterator[Failure | Index]:
    """Yield a Failure for each broken line of the index in *folder*, then the index, if any."""
    address = f"{folder}/{INDEX_NAME}"
    try:
        file = open_remote(address)
    except FileNotFoundError:
        return
    index = Index()
    try:
        with file:
            yield from index.load(file, source=address)
    except (OSError, InputError) as error:
        yield Failure.of(error, stage="read", source=address)
    yield index
