"""Folders: the pages in them, in a fixed order, each real file once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from zaru.errors import Failure, FormatError, InputError
from zaru.io.files import has_other_name, has_page_name, looks_like_page, open_regular
from zaru.io.index import INDEX_NAME, NOTHING, Index, Note


@dataclass(frozen=True, slots=True)
class Found:
    """A file that is to be read as a page or as an archive."""

    path: str  # as the user would write it
    note: Note


class Visits:
    """Which files and folders were read already.

    Files that a walk meets are not remembered, only their folders are, so memory grows with the
    number of folders, links and named files and not with the number of pages.
    """

    def __init__(self) -> None:
        self._folders: set[tuple[int, int]] = set()
        self._files: set[str] = set()  # real paths of named and linked files

    def enter(self, folder: str) -> bool:
        """Remember *folder*; say whether it is new."""
        identity = _identity(folder)
        is_new = identity not in self._folders
        self._folders.add(identity)
        return is_new

    def has_entered(self, folder: str) -> bool:
        """Say whether *folder* was walked."""
        return _identity(folder) in self._folders

    def take(self, real: str) -> bool:
        """Remember the file whose real path is *real*; say whether it is new."""
        is_new = real not in self._files
        self._files.add(real)
        return is_new

    def has_taken(self, real: str) -> bool:
        """Say whether *real* was named or linked before."""
        return bool(self._files) and real in self._files


@dataclass(slots=True)
class _Level:
    """One folder that a walk is in."""

    path: str
    real: str
    entries: Iterator[os.DirEntry[str]]
    index: Index | None


def walk(folder: str, *, visits: Visits) -> Iterator[Found | Failure]:
    """Yield the pages and archives in *folder* and below, sorted by name, folder by folder.

    Hidden files and folders are left out, and so are files whose name or first bytes say that they
    are no pages. Links are followed, except to a folder above. Only one folder's names at each
    depth are held.
    """
    root = os.path.realpath(folder)
    levels: list[_Level] = []
    try:
        yield from _open_level(levels, folder, visits)
        while levels:
            entry = next(levels[-1].entries, None)
            if entry is None:
                _close_level(levels.pop())
                continue
            try:
                is_folder = entry.is_dir()
                if entry.is_symlink() and _is_met_elsewhere(entry, root, is_folder=is_folder):
                    continue
                if is_folder:
                    yield from _open_level(levels, entry.path, visits)
                elif _is_wanted(entry, levels[-1], visits):
                    yield Found(entry.path, _find_note(entry.path, levels))
            except (OSError, InputError) as error:
                yield Failure.of(error, stage="read", source=entry.path)
    finally:
        for level in levels:
            _close_level(level)


def load_index(folder: str) -> Iterator[Failure | Index]:
    """Yield a Failure for each broken line of the index in *folder*, then the index, if any."""
    path = str(Path(folder, INDEX_NAME))
    if not os.path.lexists(path):
        return
    index = Index()
    try:
        with open_regular(path) as raw, os.fdopen(raw.fileno(), "rb", closefd=False) as file:
            yield from index.load(file, source=path)
    except (OSError, FormatError) as error:
        yield Failure.of(error, stage="read", source=path)
    yield index


def _open_level(levels: list[_Level], folder: str, visits: Visits) -> Iterator[Failure]:
    """Go down into *folder* unless it was walked before."""
    try:
        if not visits.enter(folder):
            return
        with os.scandir(folder) as scan:
            entries = sorted((e for e in scan if not e.name.startswith(".")), key=lambda e: e.name)
    except OSError as error:
        yield Failure.of(error, stage="read", source=folder)
        return
    level = _Level(folder, os.path.realpath(folder), iter(entries), None)
    levels.append(level)
    for item in load_index(folder):
        if isinstance(item, Failure):
            yield item
        else:
            level.index = item


def _close_level(level: _Level) -> None:
    if level.index is not None:
        level.index.close()


def _is_met_elsewhere(entry: os.DirEntry[str], root: str, *, is_folder: bool) -> bool:
    """Say whether the walk of *root* meets the link's target itself, or must not go there."""
    target = os.path.realpath(entry.path)
    if is_folder and Path(root).is_relative_to(target):
        return True
    if not Path(target).is_relative_to(root) or not Path(target).exists():
        return False
    inner = Path(target).relative_to(root).parts
    is_hidden = any(part.startswith(".") for part in inner)
    return not is_hidden and (is_folder or has_page_name(target))


def _is_wanted(entry: os.DirEntry[str], level: _Level, visits: Visits) -> bool:
    """Say whether the file *entry* is to be read: a page by its name or its bytes, and new."""
    if entry.name == INDEX_NAME or has_other_name(entry.name):
        return False
    if entry.is_symlink():
        real = os.path.realpath(entry.path)
        if not Path(real).exists():
            return True  # to be reported by whoever opens it
        if has_page_name(real) and visits.has_entered(str(Path(real).parent)):
            return False
        return (has_page_name(entry.name) or looks_like_page(entry.path)) and visits.take(real)
    if visits.has_taken(os.path.join(level.real, entry.name)):  # noqa: PTH118  (hot)
        return False
    return has_page_name(entry.name) or looks_like_page(entry.path)


def _find_note(path: str, levels: list[_Level]) -> Note:
    """Return what the nearest index says about *path*."""
    for level in reversed(levels):
        if level.index is not None:
            page = Path(path).relative_to(level.path).as_posix()
            note = level.index.find(page)
            if note is not None:
                return note
    return NOTHING


def _identity(folder: str) -> tuple[int, int]:
    status = Path(folder).stat()
    return status.st_dev, status.st_ino
