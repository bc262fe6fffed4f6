"""Where pages are by their ids: twelve bytes a page, so that one file is read for one page."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np

from zaru.corpus.identity import PAGE_ID_DIGITS
from zaru.errors import NotFound, UsageError
from zaru.io.corpus import Corpus
from zaru.io.corpus_page import CorpusPage

_KEPT_DIGITS = 16  # of an id; those whose beginnings are the same are told apart in their files
_KEPT_PAGES = 16  # that were asked for last: a visitor looks at one page in several ways
_HEXADECIMAL = frozenset("0123456789abcdef")


class _Places(NamedTuple):
    keys: np.ndarray[tuple[int], np.dtype[np.uint64]]  # beginnings of ids, in their order
    files: np.ndarray[tuple[int], np.dtype[np.uint32]]  # the number of the file of each


class PageIds:
    """The ids of a corpus. They are read when the first page is asked for."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._files = corpus.files()
        self._lock = Lock()
        self._places: _Places | None = None
        self.find = lru_cache(_KEPT_PAGES)(self._find)

    def _find(self, name: str) -> CorpusPage:
        """Return the page whose id is *name* or begins with it, and no other's does.

        Raises `NotFound` when there is none, and `UsageError` when there are several.
        """
        if not 0 < len(name) <= PAGE_ID_DIGITS or not _HEXADECIMAL.issuperset(name):
            raise NotFound(f"no page {name[:40]!r}: an id has the digits 0 to f")
        keys, files = self._read_places()
        borders = (name[:_KEPT_DIGITS].ljust(_KEPT_DIGITS, digit) for digit in "0f")
        first, last = (np.uint64(int(border, 16)) for border in borders)
        found = files[np.searchsorted(keys, first) : np.searchsorted(keys, last, "right")]
        if len(found) > 1 and len(name) <= _KEPT_DIGITS:
            raise UsageError(f"several pages begin with {name!r}; give more of the id")
        pages = [
            page for file in sorted(set(found.tolist()))
            for page in self._corpus.find_in(self._files[file], name)
        ]  # fmt: skip
        if len(pages) > 1:
            raise UsageError(f"several pages begin with {name!r}; give more of the id")
        if not pages:
            raise NotFound(f"no page {name!r} in this corpus")
        return pages[0]

    def _read_places(self) -> _Places:
        with self._lock:
            if self._places is None:
                self._places = _read_places(self._corpus, self._files)
            return self._places


def _read_places(corpus: Corpus, files: list[str]) -> _Places:
    parts = [_read_keys(corpus.ids(file)) for file in files]
    numbers = np.arange(len(files), dtype=np.uint32).repeat([len(part) for part in parts])
    keys = np.concatenate([np.zeros(0, np.uint64), *parts])
    order = np.argsort(keys, kind="stable")
    return _Places(keys[order], numbers[order])


def _read_keys(ids: Iterable[str]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """Return the beginnings of *ids* as numbers; what is no id cannot be asked for."""
    some = (one[:_KEPT_DIGITS] for one in ids if len(one) == PAGE_ID_DIGITS)
    return np.fromiter((int(one, 16) for one in some if _HEXADECIMAL.issuperset(one)), np.uint64)
