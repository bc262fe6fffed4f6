"""What all requests share: the corpus and its index, opened again when they were made anew."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from time import monotonic

from zaru.errors import ZaruError
from zaru.io.corpus import ABOUT_NAME, Corpus
from zaru.search import index_about
from zaru.search.searching import Searcher
from zaru.server.page_ids import PageIds
from zaru.server.settings import Settings

# A corpus at an address is looked at no more often: each look is a request over the network.
_REMOTE_SECONDS = 30.0
_Stamp = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A corpus and an index that belong to one moment: what one request works with."""

    corpus: Corpus
    searcher: Searcher
    pages: PageIds
    is_stale: bool  # the corpus has changed since it was indexed
    generation: str  # other letters for another corpus or index


class Away(ZaruError):
    """Corpus or index cannot be opened at the moment: they are made anew, or damaged."""


class State:
    """The corpus that is served. All of it may be used from several threads."""

    def __init__(self, settings: Settings) -> None:
        """Open corpus and index; raises `UsageError` when one of them is not there."""
        self.settings = settings
        self._lock = Lock()
        self._folder = index_about.find_folder(settings.corpus, settings.index)
        self._stamp = self._read_stamp()
        self._view = self._open()

    def view(self) -> View:
        """Return corpus and index as they are now; raises `Away` when they are not there."""
        stamp = self._read_stamp()
        with self._lock:
            if stamp != self._stamp:
                self._view = self._open_again()
                self._stamp = stamp
            return self._view

    def close(self) -> None:
        """Give back what is held open."""
        self._view.searcher.close()

    def _open_again(self) -> View:
        try:
            return self._open()
        except (ZaruError, OSError, ValueError) as error:
            raise Away(f"the corpus cannot be opened again: {error}") from error

    def _open(self) -> View:
        corpus = Corpus(self.settings.corpus)
        searcher = Searcher(corpus, folder=self._folder)
        about = searcher.about
        names = (str(corpus.about["digest"]), about.corpus, about.place, *about.files.values())
        generation = blake2b("\n".join(names).encode(), digest_size=6).hexdigest()
        return View(corpus, searcher, PageIds(corpus), searcher.is_stale, generation)

    def _read_stamp(self) -> _Stamp:
        place = self.settings.corpus
        index = _read_file_stamp(self._folder / index_about.ABOUT_NAME)
        if "://" in place:
            return (*index, int(monotonic() / _REMOTE_SECONDS))
        return (*index, *_read_file_stamp(Path(place, ABOUT_NAME)))


def _read_file_stamp(path: Path) -> _Stamp:
    """Return what changes when a file is replaced; nothing when it is not there."""
    try:
        about = path.stat()
    except OSError:
        return ()
    return about.st_mtime_ns, about.st_ino, about.st_size
