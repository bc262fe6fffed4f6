"""From a corpus to an index on OpenSearch: what is not there yet, file by file, here or anywhere.

A load that was interrupted goes on: the cluster keeps which files it has whole. Each file is a task
of its own, so that many machines can load one corpus.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

from zaru.errors import UsageError
from zaru.io.corpus import Corpus
from zaru.search.filling import Cutting, choose_cutting, open_documents
from zaru.search.index_about import SCHEMA, IndexAbout
from zaru.search.making import make_documents
from zaru.search.opensearch.cluster import LOAD_PATIENCE_SECONDS, Cluster, Connection, Json
from zaru.search.opensearch.generations import Generation, Generations, Loaded
from zaru.search.opensearch.mapping import DEFAULT_B, DEFAULT_K1, Making
from zaru.search.opensearch.writer import OpenSearchWriter
from zaru.search.wanted import Document
from zaru.search.words import STEMMED_LANGUAGES

Item = TypeVar("Item")
Watch = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class FileLoad:
    """A file of a corpus that is to be loaded, as a machine is told that does it."""

    corpus: str
    cluster: Cluster
    index: str
    load: int  # the number of all that is loaded together
    file: str
    digest: str
    cutting: Cutting


# Does loads somewhere; yields each as it is done.
Carry = Callable[[Sequence[FileLoad]], Iterator[Loaded]]


def load_file(load: FileLoad) -> Loaded:
    """Put the pages of one file into the index: the task of a machine among many."""
    corpus = Corpus(load.corpus)
    connection = Connection(load.cluster, patience_seconds=LOAD_PATIENCE_SECONDS)
    digests = {load.file: load.digest}
    with (
        closing(OpenSearchWriter(connection, load.index, load.load, digests)) as writer,
        open_documents(corpus, load.cutting) as read,
    ):
        (loaded,) = _fill(writer, read(load.file), {load.file: corpus.count(load.file)})
    return loaded


def load_corpus(
    corpus: Corpus,
    cluster: Cluster,
    making: Making,
    *,
    new: bool = False,
    known: IndexAbout | None = None,
    watch: Watch | None = None,
    carry: Carry | None = None,
    workers: int | None = None,
) -> tuple[IndexAbout, int]:
    """Bring the index up to date; return what it says of itself, and how many pages were loaded.

    *known* is the index that the corpus had. One that has no file of this corpus and is not known
    is somebody else's: it is refused, and replaced with *new*. *carry* does loads elsewhere.
    Raises `OutputFailed` when pages are missing in the end.
    """
    digests = {file: corpus.digest(file) for file in corpus.files()}
    cutting = choose_cutting(corpus)
    with closing(Connection(cluster, patience_seconds=LOAD_PATIENCE_SECONDS)) as connection:
        generations = Generations(connection)
        if not (new or _is_at(known, cluster)):
            _refuse_foreign(generations, digests, cluster)
        generation = _choose(generations, cutting, making.check(), len(corpus), new=new)
        records = generations.read_records(generation.index)
        place, index, number = _share(corpus.place), generation.index, generation.load + 1
        loads = [
            FileLoad(place, cluster, index, number, file, digest, cutting)
            for file, digest in digests.items()
            if not _is_loaded(records.get(file), digest)
        ]
        writer = OpenSearchWriter(connection, index, number, digests)
        loaded = _load(loads, corpus, writer, watch, carry, workers)
        writer.commit()
        about = _describe(corpus, cluster, cutting, [*(records | loaded).values()], digests)
        generations.write_about({**asdict(about), "files": {}})
    return about, sum(one.pages for one in loaded.values())


def _is_at(known: IndexAbout | None, cluster: Cluster) -> bool:
    """Say whether the index that a corpus had is the one of *cluster*, whichever node is named."""
    if known is None or known.engine != "opensearch":
        return False
    return Cluster.from_place(known.place).name == cluster.name


def _is_loaded(record: Loaded | None, digest: str) -> bool:
    return record is not None and record.digest == digest


def _describe(
    corpus: Corpus,
    cluster: Cluster,
    cutting: Cutting,
    records: Sequence[Loaded],
    digests: dict[str, str],
) -> IndexAbout:
    """Return what the index says of itself."""
    own = [record for record in records if record.file in digests]
    languages = {language for record in own for language in record.languages}
    stemmed = tuple(sorted(languages & STEMMED_LANGUAGES))
    pages, digest = sum(record.pages for record in own), corpus.about["digest"]
    return IndexAbout(
        SCHEMA, "opensearch", cluster.place, digest, pages, *cutting, stemmed, digests
    )


def _refuse_foreign(generations: Generations, digests: dict[str, str], cluster: Cluster) -> None:
    """Raise `UsageError` when the live index has files, and none of them is of this corpus."""
    for one in generations.find():
        if one.is_live:
            records = generations.read_records(one.index)
            if records and all(digests.get(file.file) != file.digest for file in records.values()):
                raise UsageError(
                    f"{cluster.place}: the index of another corpus; choose a name for this one "
                    "with --name, or replace it with --new"
                )


def _choose(
    generations: Generations, cutting: Cutting, making: Making, pages: int, *, new: bool
) -> Generation:
    """Return the index to write to: the one that was begun, the live one, or a new one."""
    found = generations.find()
    live = next((one for one in found if one.is_live), None)
    made = _describe_making(cutting, making, live)
    for one in reversed(() if new else found):
        if one.made == made:
            return one
        if one.is_live:
            break
    return generations.create(made, making, pages)


def _describe_making(cutting: Cutting, making: Making, live: Generation | None) -> Json:
    """Return what an index must be made with; what is not said is as in the one that is there."""
    old = live.made if live else {}
    return {
        "schema": SCHEMA,
        "scheme": cutting[0],
        "annotator": cutting[1],
        "k1": old.get("k1", DEFAULT_K1) if making.k1 is None else making.k1,
        "b": old.get("b", DEFAULT_B) if making.b is None else making.b,
    }


def _load(
    loads: Sequence[FileLoad],
    corpus: Corpus,
    writer: OpenSearchWriter,
    watch: Watch | None,
    carry: Carry | None,
    workers: int | None,
) -> dict[str, Loaded]:
    """Load files, here or by *carry*; return those that are whole by their names."""
    if not loads:
        return {}
    counts = {load.file: corpus.count(load.file) for load in loads}
    total = sum(counts.values())
    if carry is None:
        documents = make_documents(corpus, list(counts), loads[0].cutting, workers)
        told = _tell(documents, lambda _: 1, total, watch)
        return {one.file: one for one in _fill(writer, told, counts)}
    return {one.file: one for one in _tell(carry(loads), lambda one: one.pages, total, watch)}


def _tell(
    items: Iterable[Item], count: Callable[[Item], int], total: int, watch: Watch | None
) -> Iterator[Item]:
    """Yield *items*; tell *watch* how many pages they are."""
    done = 0
    for item in items:
        yield item
        done += count(item)
        if watch is not None:
            watch(done, total)


def _fill(
    writer: OpenSearchWriter, documents: Iterable[tuple[Document, str]], counts: dict[str, int]
) -> Iterator[Loaded]:
    """Put *documents* in; yield each file when it has as many pages as *counts* says."""
    left = dict(counts)
    languages: dict[str, set[str]] = {file: set() for file in counts}
    for file in [file for file, pages in counts.items() if not pages]:
        yield writer.finish(file, ())
    for document, language in documents:
        file = document.file
        writer.add(document)
        languages[file].add(language)
        left[file] -= 1
        if not left[file]:
            yield writer.finish(file, languages[file])


def _share(place: str) -> str:
    """Return a name that is the same wherever a process works."""
    return place if "://" in place else str(Path(place).absolute())
