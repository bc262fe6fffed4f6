"""An index on OpenSearch, opened for writing: many pages by one request, all of them counted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from zaru.errors import OutputFailed, ZaruError
from zaru.search.opensearch.cluster import BUSY, Connection, Json, describe_error
from zaru.search.opensearch.generations import DELETION_SECONDS, Generations, Loaded
from zaru.search.wanted import COMPOUNDS, READINGS, SITE, TITLE, URL, WORDS, Document

_BULK_BYTES = 4_000_000  # of a request: more of them are no faster, and a node holds each whole
_BULK_SECONDS = 120.0
_REFRESH_SECONDS = 600.0
_FILES_AT_ONCE = 500  # in a query
_COUNTS_AT_ONCE = 1_000
_MAX_NAMED = 3  # of files, in a message


class Line(NamedTuple):
    """A page on its way into the index."""

    key: str  # the same whenever this page of this file is loaded
    text: str


class OpenSearchWriter:
    """One index of a cluster, opened for writing; several may write different files at once.

    A page has the same key whenever it is loaded, so that nothing is there twice. Each page has
    the digest of the file of the corpus that it is from; `commit` takes out what has another.

    Readers see nothing of an index that is made anew before `commit` switches the alias. A live
    one has no refresh but that of `commit`: readers see what was done on a shard at once, and on
    all shards within moments. Only a shard that moves to another node, or comes back from its log
    after a crash, shows earlier what has been put in so far.
    """

    def __init__(self, connection: Connection, index: str, digests: Mapping[str, str]) -> None:
        """Open *index* for pages of the files of a corpus, whose *digests* are given."""
        self._connection = connection
        self._generations = Generations(connection)
        self._index = index
        self._digests = digests
        self._changed: set[str] = set()
        self._waiting: list[Line] = []
        self._waiting_bytes = 0
        self._seen: Counter[str] = Counter()  # pages of this file; a crawl may have one twice

    def remove(self, file: str) -> None:
        """Take all pages of a *file* out that the corpus does not have any more, with `commit`."""
        self._changed.add(file)

    def add(self, document: Document) -> None:
        """Put a page in."""
        self._seen[document.id] += 1
        line = to_line(document, self._digests[document.file], self._seen[document.id])
        self._waiting.append(line)
        self._waiting_bytes += len(line.text)
        if self._waiting_bytes > _BULK_BYTES:
            self._flush()

    def finish(self, file: str, languages: Iterable[str]) -> Loaded:
        """Keep in the cluster that all pages of *file* are in: they are not loaded again."""
        self._flush()
        pages = self._seen.total()
        loaded = Loaded(file, self._digests[file], pages, tuple(sorted(languages)))
        self._seen.clear()
        self._generations.record(self._index, loaded)
        return loaded

    def commit(self) -> None:
        """Let readers see all that was done; raises `OutputFailed` when pages are missing."""
        self._flush()
        gone = self._changed - self._digests.keys()
        self._remove_old(sorted(self._changed))
        self._refresh()
        counts = dict(self._count())
        # What an interrupted load of a corpus that has changed since has left.
        left = {file for file, digest in counts if self._digests.get(file) != digest}
        if left:
            self._remove_old(sorted(left))
            self._refresh()
            counts = dict(self._count())
        self._compare(counts)
        for files in _cut(sorted(gone | (left - self._digests.keys()))):
            self._generations.forget(self._index, files)
        self._generations.switch(self._index)
        self._generations.remove_older(self._index)

    def close(self) -> None:
        """Give up what was not sent; it may be called twice."""
        self._waiting.clear()
        self._connection.close()

    def _flush(self) -> None:
        """Send what waits; pages that a busy node refuses are sent again after a while."""
        waiting, self._waiting, self._waiting_bytes = self._waiting, [], 0
        if not waiting:
            return
        for is_last in self._connection.pauses():
            waiting, why = self._send(waiting)
            if why is None:
                return
            if is_last:
                raise why

    def _send(self, lines: list[Line]) -> tuple[list[Line], ZaruError | None]:
        """Return what was refused because a node is busy, and how that is said."""
        answer = self._connection.ask(
            "POST",
            f"/{self._index}/_bulk",
            "".join(line.text for line in lines),
            params={"filter_path": "errors,items.*.status,items.*.error"},
            seconds=_BULK_SECONDS,
        )
        items = [item["index"] for item in answer["items"]]
        if len(items) != len(lines):
            raise OutputFailed(f"{self._place}: {len(items)} of {len(lines)} pages are answered")
        refused, why = [], None
        for line, item in zip(lines, items, strict=True):
            if item["status"] in BUSY:
                refused.append(line)
                why = self._connection.explain(item["status"], item)
            elif "error" in item:
                kind, reason = describe_error(item)
                raise OutputFailed(f"{self._place}: refuses page {line.key}: {kind}: {reason}")
        return refused, why

    def _remove_old(self, files: Collection[str]) -> None:
        """Delete pages of *files* that are not from what the corpus has now.

        Pages that have just been replaced are found in their old state and left alone: their
        number has changed, which is a conflict to proceed from.
        """
        for part in _cut(files):
            digests = [self._digests[file] for file in part if file in self._digests]
            query = {
                "bool": {
                    "filter": [{"terms": {"file": part}}],
                    "must_not": [{"terms": {"digest": digests}}],
                }
            }
            answer = self._connection.ask(
                "POST",
                f"/{self._index}/_delete_by_query",
                {"query": query},
                params={"conflicts": "proceed"},
                seconds=DELETION_SECONDS,
            )
            if answer["failures"]:
                kind, reason = describe_error(answer["failures"][0].get("cause"))
                raise OutputFailed(f"{self._place}: old pages stay: {kind}: {reason}; run again")

    def _refresh(self) -> None:
        answer = self._connection.ask("POST", f"/{self._index}/_refresh", seconds=_REFRESH_SECONDS)
        if answer["_shards"]["failed"]:
            raise OutputFailed(f"{self._place}: {answer['_shards']['failed']} shards do not answer")

    def _count(self) -> Iterator[tuple[tuple[str, str], int]]:
        """Yield how many pages the index has of each file and digest."""
        sources = [{name: {"terms": {"field": name}}} for name in ("file", "digest")]
        composite: Json = {"size": _COUNTS_AT_ONCE, "sources": sources}
        body: Json = {"size": 0, "aggs": {"files": {"composite": composite}}}
        params = {"allow_partial_search_results": "false"}
        while True:
            answer = self._connection.ask(
                "POST", f"/{self._index}/_search", body, params=params, seconds=_REFRESH_SECONDS
            )
            found = answer["aggregations"]["files"]
            for bucket in found["buckets"]:
                yield (bucket["key"]["file"], bucket["key"]["digest"]), bucket["doc_count"]
            if "after_key" not in found:
                return
            composite["after"] = found["after_key"]

    def _compare(self, counts: Mapping[tuple[str, str], int]) -> None:
        """Raise `OutputFailed` unless the index has all pages; what it lacks is loaded again."""
        records = self._generations.read_records(self._index)
        lost = []
        for file, digest in self._digests.items():
            record = records.get(file)
            pages = record.pages if record is not None and record.digest == digest else None
            if pages != counts.get((file, digest), 0):
                lost.append(file)
        if lost:
            for part in _cut(lost):
                self._generations.forget(self._index, part)
            names = ", ".join(lost[:_MAX_NAMED]) + (", …" if len(lost) > _MAX_NAMED else "")
            raise OutputFailed(f"{self._place}: {names}: pages are missing; run again")

    @property
    def _place(self) -> str:
        return self._connection.cluster.place


def to_line(document: Document, digest: str, number: int) -> Line:
    """Return a page as a bulk request has it; *number* tells repetitions of it in a file apart."""
    file = document.file.partition(".")[0]
    key = f"{document.id}@{file}" + (f"#{number}" if number > 1 else "")
    values = {
        "id": document.id,
        "file": document.file,
        "digest": digest,
        WORDS: document.words,
        READINGS: document.readings,
        COMPOUNDS: document.compounds,
        TITLE: document.title,
        SITE: document.site,
        URL: document.url,
        "language": document.language,
        "duplicate": document.is_duplicate,
        "payload": document.payload,
        **({} if document.day is None else {"day": document.day}),
    }
    lines = (json.dumps(one, ensure_ascii=False) for one in ({"index": {"_id": key}}, values))
    return Line(key, "".join(f"{line}\n" for line in lines))


def _cut(files: Collection[str]) -> Iterator[list[str]]:
    """Yield *files* in parts that a query can have."""
    every = list(files)
    return (every[at : at + _FILES_AT_ONCE] for at in range(0, len(every), _FILES_AT_ONCE))
