"""From what a user names (files, folders, patterns, addresses, `-`) to the files to be read."""

from __future__ import annotations

import glob
import os
import shlex
import stat
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from pathlib import Path

from zaru.errors import Failure, FormatError, InputError, ZaruError
from zaru.io.files import has_other_name, has_page_name, looks_like_page
from zaru.io.index import INDEX_NAME, NOTHING, Index
from zaru.io.remote import is_remote, is_web
from zaru.io.remote_walk import (
    RemoteVisits,
    expand_address,
    is_wanted,
    load_remote_index,
    walk_remote,
)
from zaru.io.walk import Found, Visits, load_index, walk

STDIN = "-"
MAX_OPEN_INDEXES = 16  # of the folders of named files
_NO_FILE = "no such file or folder; check the name"
_NO_MATCH = "no file matches the pattern; check it"


def list_files(sources: Iterable[str | Path]) -> Iterator[Found | Failure]:
    """Yield every file of *sources* that is to be read, and a Failure for what cannot be.

    Files come lazily and in a fixed order, and each real file comes once. In a folder, files that
    are no pages are left out; a file that is named always comes, and so does `-`.
    """
    lister = _Lister()
    try:
        for source in [sources] if isinstance(sources, str | Path) else sources:
            yield from lister.list(str(source))
    finally:
        lister.close()


class _Lister:
    """What one call of `list_files` knows: what was listed, the open indexes."""

    def __init__(self) -> None:
        self._visits = Visits()
        self._remote = RemoteVisits()
        self._indexes: OrderedDict[str, Index | None] = OrderedDict()
        self._reported: set[str] = set()  # folders whose index failures were yielded

    def close(self) -> None:
        for index in self._indexes.values():
            if index is not None:
                index.close()

    def list(self, source: str) -> Iterator[Found | Failure]:
        """Yield the files of *source*, whatever kind it is."""
        if source == STDIN:
            if self._visits.take(STDIN):
                yield Found(STDIN, NOTHING)
            return
        try:
            mode = os.stat(source).st_mode  # noqa: PTH116  (Path() would change the name)
        except FileNotFoundError:
            yield from self._list_pattern(source)
        except (OSError, ValueError) as error:
            yield _refuse(error, source)
        else:
            yield from self._list_existing(source, is_folder=stat.S_ISDIR(mode))

    def _list_existing(self, path: str, *, is_folder: bool) -> Iterator[Found | Failure]:
        if is_folder:
            yield from walk(path, visits=self._visits)
        else:
            yield from self._list_named(path)

    def _list_pattern(self, pattern: str) -> Iterator[Found | Failure]:
        """Yield what *pattern* matches, sorted; only the names are held."""
        if is_remote(pattern):
            yield from self._list_remote(pattern)
            return
        if is_web(pattern):
            address = shlex.quote(pattern)
            what = f"curl -sL {address} | zaru extract - --url {address}"
            yield _missing(pattern, f"an address, and zaru fetches nothing; try: {what}")
            return
        if not glob.has_magic(pattern):
            yield _missing(pattern, _NO_FILE)
            return
        paths = sorted(glob.glob(pattern, recursive=True))  # noqa: PTH207  (keeps `./` and `//`)
        if not paths:
            yield _missing(pattern, _NO_MATCH)
        for path in paths:
            if Path(path).name != INDEX_NAME:
                yield from self._list_existing(path, is_folder=Path(path).is_dir())

    def _list_named(self, path: str) -> Iterator[Found | Failure]:
        """Yield the file *path* unless it was listed before under any name."""
        if Path(path).name == INDEX_NAME:
            yield _refuse_index(path)
            return
        try:
            real = os.path.realpath(path)
            if not self._visits.take(real) or self._was_walked(real):
                return
        except (OSError, InputError) as error:
            yield Failure.of(error, stage="read", source=path)
            return
        yield from self._add_note(path, str(Path(path).parent), Path(path).name)

    def _list_remote(self, source: str) -> Iterator[Found | Failure]:
        """Yield the files at an address, of its folder, or that match its pattern."""
        is_pattern = glob.has_magic(source)
        try:
            entries = expand_address(source)
        except FileNotFoundError:
            entries = []
        except ZaruError as error:
            message = str(error).removeprefix(f"{source}: ")
            yield Failure("read", source, None, type(error).__name__, message)
            return
        if not entries:
            yield _missing(source, _NO_MATCH if is_pattern else _NO_FILE)
        for address, is_folder in entries:
            folder, _, name = address.rpartition("/")
            if is_folder:
                yield from walk_remote(address, self._remote)
            elif name == INDEX_NAME:
                yield from () if is_pattern else (_refuse_index(address),)
            elif address not in self._remote.files:
                yield from self._list_remote_file(address, folder, name)

    def _list_remote_file(self, address: str, folder: str, name: str) -> Iterator[Found | Failure]:
        self._remote.files.add(address)
        try:
            was_walked = folder in self._remote.folders and is_wanted(address)
        except (OSError, InputError) as error:
            yield Failure.of(error, stage="read", source=address)
            return
        if not was_walked:
            yield from self._add_note(address, folder, name)

    def _add_note(self, path: str, folder: str, name: str) -> Iterator[Found | Failure]:
        """Yield the file with what the index of its *folder* says about *name*."""
        note = NOTHING
        for item in self._find_index(folder):
            if isinstance(item, Failure):
                yield item
            else:
                note = item.find(name) or NOTHING
        yield Found(path, note)

    def _was_walked(self, real: str) -> bool:
        """Say whether the walk of a folder has already yielded the file *real*."""
        if has_other_name(real) or not self._visits.has_entered(str(Path(real).parent)):
            return False
        return has_page_name(real) or looks_like_page(real)

    def _find_index(self, key: str) -> Iterator[Failure | Index]:
        """Yield the failures of the index in the folder *key*, once, and then the index, if any."""
        if key not in self._indexes:
            self._indexes[key] = None
            load = load_remote_index if is_remote(key) else load_index
            for item in load(key):
                if isinstance(item, Index):
                    self._indexes[key] = item
                elif key not in self._reported:
                    yield item
            self._reported.add(key)
        self._indexes.move_to_end(key)
        if len(self._indexes) > MAX_OPEN_INDEXES:
            _, oldest = self._indexes.popitem(last=False)
            if oldest is not None:
                oldest.close()
        index = self._indexes[key]
        if index is not None:
            yield index


def _missing(source: str, message: str) -> Failure:
    return Failure("read", source, None, FileNotFoundError.__name__, message)


def _refuse(error: OSError | ValueError, source: str) -> Failure:
    """Return the failure for a name that the system does not take (a NUL, 5,000 bytes)."""
    if isinstance(error, OSError):
        return Failure.of(error, stage="read", source=source)
    return Failure.of(FormatError(f"not a file name: {error}"), stage="read", source=source)


def _refuse_index(path: str) -> Failure:
    message = "an index, not a page; name its folder to read the pages it lists"
    return Failure.of(FormatError(message), stage="read", source=path)
