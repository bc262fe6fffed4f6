"""Pages of a corpus by words: query in, pages with excerpts and marked words out."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import Any

from zaru.annotators.loading import load_annotator
from zaru.citations.locating import locate_parts
from zaru.corpus.sentence import Annotator, Span
from zaru.dom import Tree
from zaru.errors import ToolError, ToolMissing, UsageError
from zaru.io.corpus import Corpus
from zaru.io.corpus_page import CorpusPage
from zaru.search.analysis import QueryAnalysis, cut_text
from zaru.search.engines import load_about, open_engine
from zaru.search.index_about import find_folder
from zaru.search.opensearch.cluster import Cluster
from zaru.search.payload import read_payload
from zaru.search.query import parse_query
from zaru.search.snippets import Excerpt, Marker, Places
from zaru.search.wanted import Engine, Filters, Found, Wanted
from zaru.search.words import Line

MAX_LIMIT = 100
MAX_OFFSET = 10_000


@dataclass(frozen=True, slots=True)
class Hit:
    """A page that was found: the columns of it that are shown, and why."""

    page: CorpusPage  # with the columns of `payload.SHOWN` alone
    score: float
    title_marks: Places  # begin and end of words of the query in its title, in characters
    excerpts: tuple[Excerpt, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """What was found."""

    query: str
    total: int  # pages
    offset: int
    hits: tuple[Hit, ...]
    seconds: float


class Searcher:
    """A corpus and its index, opened for reading; safe to be used from several threads.

    When the index is made anew, the next search sees it.
    """

    def __init__(
        self,
        corpus: str | Path | Corpus,
        *,
        folder: str | Path | None = None,
        cluster: Cluster | None = None,
    ) -> None:
        """Open the index of a corpus, or the one on *cluster*; raises `UsageError` without one."""
        self.corpus = corpus if isinstance(corpus, Corpus) else Corpus(corpus)
        self._cluster = cluster
        self._folder = Path() if cluster is not None else find_folder(self.corpus.place, folder)
        self._annotators: dict[str | None, Annotator | None] = {None: None}
        self._lock = Lock()
        self._open()

    @property
    def is_stale(self) -> bool:
        """Say whether the corpus has changed since it was indexed."""
        return bool(self.about.corpus != self.corpus.about["digest"])

    def search(
        self,
        query: str,
        *,
        filters: Filters | None = None,
        is_any: bool = False,
        offset: int = 0,
        limit: int = 10,
    ) -> Results:
        """Return pages that have all words of *query* (one of them with *is_any*), best first."""
        if not 1 <= limit <= MAX_LIMIT or not 0 <= offset <= MAX_OFFSET:
            raise UsageError(f"at most {MAX_LIMIT} pages at once, from at most {MAX_OFFSET} on")
        start = perf_counter()
        wanted = self.analyse(query, filters=filters, is_any=is_any)
        total, found = self.find(wanted, offset=offset, limit=limit)
        marker = Marker(wanted)
        hits = tuple(_to_hit(one, marker) for one in found)
        return Results(query, total, offset, hits, perf_counter() - start)

    def find(self, wanted: Wanted, *, offset: int, limit: int) -> tuple[int, list[Found]]:
        """Return what the engine has: how many pages, and *limit* of them from *offset* on."""
        return self._engine.search(wanted, offset=offset, limit=limit)

    def count(self, query: str, *, filters: Filters | None = None, is_any: bool = False) -> int:
        """Return how many pages there are."""
        return self._engine.count(self.analyse(query, filters=filters, is_any=is_any))

    def analyse(
        self, query: str, *, filters: Filters | None = None, is_any: bool = False
    ) -> Wanted:
        """Return *query* in the terms of the index."""
        self._refresh()
        return self._analysis.analyse(parse_query(query, is_any=is_any), filters or Filters())

    def cut(self, text: str, language: str | None) -> Line:
        """Return the words of a *text* in a *language* as the index has them."""
        return cut_text(text, language, self._annotators.get(self.about.annotator))

    def close(self) -> None:
        """Give back what is held open; it may be called twice."""
        self._engine.close()
        for annotator in filter(None, self._annotators.values()):
            annotator.close()

    def _refresh(self) -> None:
        """Open corpus and index again when one of them was made anew."""
        with self._lock:
            if self._stamp != self._read_stamp():
                self.corpus = Corpus(self.corpus.place)
                self._open()

    def _open(self) -> None:
        self._stamp = self._read_stamp()
        about = load_about(self._folder, self._cluster)
        if about is None:
            place = self.corpus.place
            raise UsageError(f"{place}: no index; make one with: zaru index {place}")
        self.about = about
        self._engine: Engine = open_engine(about, self._folder, self._cluster)
        annotator = self._load_annotator(about.annotator)
        self._analysis = QueryAnalysis(self._engine.frequencies, annotator, about.languages)

    def _read_stamp(self) -> list[tuple[int, int]]:
        """Return what changes when corpus or index are made anew; a remote corpus is not asked."""
        found = []
        for path in (self._folder / "index.json", Path(self.corpus.place, "corpus.json")):
            with suppress(OSError):
                about = path.stat()
                found.append((about.st_mtime_ns, about.st_ino))
        return found

    def _load_annotator(self, name: str | None) -> Annotator | None:
        """Return the annotator that cuts queries; without it they are cut by what the index has."""
        if name not in self._annotators:
            try:
                self._annotators[name] = _SharedAnnotator(load_annotator(str(name)))
            except ToolMissing:
                self._annotators[name] = None
        return self._annotators[name]


class _SharedAnnotator:
    """An annotator that several threads ask: it answers them one after the other."""

    def __init__(self, annotator: Annotator) -> None:
        self.scheme = annotator.scheme
        self._annotator = annotator
        self._lock = Lock()

    def annotate(self, sentences: Sequence[str]) -> list[str | ToolError]:
        """Return for each sentence the answer, or the error that it cost."""
        with self._lock:
            return self._annotator.annotate(sentences)

    def close(self) -> None:
        """End it; it may be called twice."""
        with self._lock:
            self._annotator.close()


def _to_hit(found: Found, marker: Marker) -> Hit:
    payload = read_payload(found.payload)
    title, excerpts = marker.mark(found, payload)
    page = CorpusPage(payload, payload["file"])
    return Hit(page, found.score, title, tuple(excerpts))


def find_mark_spans(corpus: Corpus, hit: Hit) -> list[list[Span]]:
    """Return the bytes of the marked words of a hit's excerpts, by excerpt."""
    tree = corpus.original(hit.page).tree
    return [_locate_marks(tree, excerpt) for excerpt in hit.excerpts]


def _locate_marks(tree: Tree, excerpt: Excerpt) -> list[Span]:
    """Return the bytes of each marked word; of the whole passage where it cannot be followed."""
    parts = [(excerpt.begin + begin, excerpt.begin + end) for begin, end in excerpt.marks]
    found = locate_parts(tree, excerpt.span, excerpt.passage, parts)
    return [excerpt.span] * len(parts) if found is None else found


def to_row(corpus: Corpus, hit: Hit) -> dict[str, Any]:
    """Return a hit as a JSON object; keys are always there and in this order."""
    spans = find_mark_spans(corpus, hit)
    return {
        "id": hit.page.id,
        "url": hit.page.url,
        "title": hit.page.title,
        "site": hit.page["site"],
        "language": hit.page.language,
        "date": hit.page["date"],
        "time": hit.page["time"],
        "duplicate_of": hit.page["duplicate_of"],
        "score": round(hit.score, 5),
        "excerpts": [
            {
                "text": excerpt.text,
                "marks": [list(mark) for mark in excerpt.marks],
                "span": list(excerpt.span),
                "mark_spans": [list(span) for span in own],
            }
            for excerpt, own in zip(hit.excerpts, spans, strict=True)
        ],
    }
