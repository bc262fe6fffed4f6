"""From a corpus to its index: only where the corpus has grown or changed since the last time."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from zaru.errors import FormatError, OutputFailed, UsageError
from zaru.io.corpus import Corpus
from zaru.io.lock import FolderLock
from zaru.search.engines import TANTIVY, Target
from zaru.search.filling import choose_cutting
from zaru.search.index_about import SCHEMA, IndexAbout, find_folder
from zaru.search.kept_pages import FOLDER, Findable, KeptPages, name_file
from zaru.search.making import make_findables
from zaru.search.tantivy_engine import TantivyWriter
from zaru.search.words import STEMMED_LANGUAGES

if TYPE_CHECKING:
    from zaru.search.opensearch.loading import Carry

# Of a round, for each process that cuts words. Between rounds there are none: tantivy merges eight
# segments, of 3,000 pages, and would map them into memory beside what such processes have. They
# take half a second to start, and 14 seconds for so many pages.
_ROUND_PAGES = 5_000


@dataclass(frozen=True, slots=True)
class Indexed:
    """What came of indexing."""

    pages: int  # of the index
    added: int  # by this run
    scheme: str | None  # how Japanese was cut; None: into characters
    folder: Path


def index_corpus(
    path: str | Path,
    *,
    folder: str | Path | None = None,
    new: bool = False,
    watch: Callable[[int, int], None] | None = None,
    target: Target | None = None,
    carry: Carry | None = None,
    workers: int | None = None,
) -> Indexed:
    """Make the index of the corpus at *path*, or bring it up to date, where *target* says.

    Readers see the old one until all is done; a crash leaves the old one. *watch* is told how many
    pages are done, and of how many; *carry* does the loads of OpenSearch elsewhere. Words are cut
    by as many processes as there are *workers*, by itself one for each CPU. Raises `RunLocked`
    when another process writes to it.
    """
    home, count = find_folder(str(path), folder), workers or os.cpu_count() or 1
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputFailed.of(error, home) from error
    with FolderLock(home):
        corpus, known = Corpus(path), _load_about(home)
        target = target or Target()
        cluster = target.find_cluster(corpus.place, known)
        if cluster is None:
            if carry is not None:
                raise UsageError("Ray loads an index on OpenSearch only; leave --ray out")
            is_ours = known is not None and known.engine == TANTIVY and not new
            return _update(corpus, home, known if is_ours else None, watch, count)
        from zaru.search.opensearch.loading import load_corpus

        about, added = load_corpus(
            corpus,
            cluster,
            target.making,
            new=new,
            known=known,
            watch=watch,
            carry=carry,
            workers=count,
        )
        about.save(home)
        _remove_others(home, about.place)
        return Indexed(about.pages, added, about.scheme, home)


def _load_about(home: Path) -> IndexAbout | None:
    """Return what the old index says, None when that cannot be read: a new one is made."""
    try:
        return IndexAbout.load(home)
    except FormatError:
        return None


def _update(
    corpus: Corpus,
    home: Path,
    known: IndexAbout | None,
    watch: Callable[[int, int], None] | None,
    workers: int,
) -> Indexed:
    digest = corpus.about["digest"]
    digests = {file: corpus.digest(file) for file in corpus.files()}
    if known is not None and (known.corpus, known.files) == (digest, digests):
        return Indexed(known.pages, 0, known.scheme, home)
    cutting = choose_cutting(corpus)
    if known is not None and (known.scheme, known.annotator) != cutting:
        known = None  # words of two kinds would not be found by one query
    old = known.files if known else {}
    place = known.place if known else _next_place(home)
    languages = set(known.languages if known else ())
    changed = [file for file, own in digests.items() if old.get(file) != own]
    names = {file: name_file(file, own) for file, own in digests.items()}
    kept = home / place / FOLDER
    paths = {file: str(kept / names[file]) for file in changed}
    writer = TantivyWriter(home / place)
    try:
        for file in {*changed, *(old.keys() - digests.keys())}:
            writer.remove(file)
        # An old index changes at once; and where the corpus has its words, no process cuts them.
        is_one = bool(known) or cutting[0] in corpus.schemes()
        rounds = [paths] if is_one else list(_cut_rounds(corpus, paths, workers))
        make = partial(make_findables, corpus, cutting=cutting, workers=workers)
        added = _fill(writer, corpus, rounds, make, languages, watch)
        writer.commit()
    finally:
        writer.close()
    stemmed = tuple(sorted(languages & STEMMED_LANGUAGES))
    pages = len(corpus)
    IndexAbout(SCHEMA, TANTIVY, place, digest, pages, *cutting, stemmed, digests).save(home)
    _remove_others(home, place)
    KeptPages(kept).prune({*names.values()})
    return Indexed(pages, added, cutting[0], home)


def _cut_rounds(
    corpus: Corpus, paths: Mapping[str, str], processes: int
) -> Iterator[dict[str, str]]:
    """Yield *paths* in portions, each with as many files for every process."""
    every, portion, pages = iter(paths.items()), dict[str, str](), 0
    while files := dict(islice(every, processes)):
        portion |= files
        pages += sum(map(corpus.count, files))
        if pages >= _ROUND_PAGES * processes:
            yield portion
            portion, pages = {}, 0
    if portion:
        yield portion


def _fill(
    writer: TantivyWriter,
    corpus: Corpus,
    rounds: Sequence[Mapping[str, str]],
    make: Callable[[Mapping[str, str]], Iterator[tuple[Findable, str]]],
    languages: set[str],
    watch: Callable[[int, int], None] | None,
) -> int:
    """Put the pages of files into the index, what is kept of them into paths; return how many.

    *rounds* are paths by file; the engine rests between them.
    """
    total, done = sum(corpus.count(file) for paths in rounds for file in paths), 0
    for number, paths in enumerate(rounds):
        if number:
            writer.rest()
        for page, language in make(paths):
            writer.add(page)
            languages.add(language)
            done += 1
            if watch is not None:
                watch(done, total)
    return done


def _next_place(home: Path) -> str:
    """Return the name of a folder that no index has: an old one stays until the new one is done."""
    taken = {path.name for path in home.glob("words-*")}
    return next(name for name in _names() if name not in taken)


def _names() -> Iterator[str]:
    number = 1
    while True:
        yield f"words-{number}"
        number += 1


def _remove_others(home: Path, place: str) -> None:
    """Delete what earlier indexes, or runs that were killed, have left."""
    for path in home.glob("words-*"):
        if path.name != place:
            shutil.rmtree(path, ignore_errors=True)
