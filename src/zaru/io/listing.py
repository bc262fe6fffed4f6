"""From what a user names (files, folders, patterns, standard input) to the files to be read."""

from __future__ import annotations

import glob
import os
import re
import shlex
import stat
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from pathlib import Path

from zaru.errors import Failure, FormatError, InputError
from zaru.io.files import has_other_name, has_page_name, looks_like_page
from zaru.io.index import INDEX_NAME, NOTHING, Index
from zaru.io.walk import Found, Visits, load_index, walk

STDIN = "-"
MAX_OPEN_INDEXES = 16  # of the folders of named files
_ADDRESS = re.compile(r"[a-z]{3,8}://", re.IGNORECASE)


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
        if _ADDRESS.match(pattern):
            address = shlex.quote(pattern)
            what = f"curl -sL {address} | zaru extract - --url {address}"
            yield _missing(pattern, f"an address, and zaru fetches nothing; try: {what}")
            return
        if not glob.has_magic(pattern):
            yield _missing(pattern, "no such file or folder; check the name")
            return
        paths = sorted(glob.glob(pattern, recursive=True))  # noqa: PTH207  (keeps `./` and `//`)
        if not paths:
            yield _missing(pattern, "no file matches the pattern; check it")
        for path in paths:
            if Path(path).name != INDEX_NAME:
                yield from self._list_existing(path, is_folder=Path(path).is_dir())

    def _list_named(self, path: str) -> Iterator[Found | Failure]:
        """Yield the file *path* unless it was listed before under any name."""
        if Path(path).name == INDEX_NAME:
            message = "an index, not a page; name its folder to read the pages it lists"
            yield Failure.of(FormatError(message), stage="read", source=path)
            return
        try:
            real = os.path.realpath(path)
            if not self._visits.take(real) or self._was_walked(real):
                return
        except (OSError, InputError) as error:
            yield Failure.of(error, stage="read", source=path)
            return
        note = NOTHING
        for item in self._find_index(Path(path).parent):
            if isinstance(item, Failure):
                yield item
            else:
                note = item.find(Path(path).name) or NOTHING
        yield Found(path, note)

    def _was_walked(self, real: str) -> bool:
        """Say whether the walk of a folder has already yielded the file *real*."""
        if has_other_name(real) or not self._visits.has_entered(str(Path(real).parent)):
            return False
        return has_page_name(real) or looks_like_page(real)

    def _find_index(self, folder: Path) -> Iterator[Failure | Index]:
        """Yield the failures of the folder's index, once, and then the index, if any."""
        key = str(folder)
        if key not in self._indexes:
            self._indexes[key] = None
            for item in load_index(key):
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
