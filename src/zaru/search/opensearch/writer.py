"""An index on OpenSearch, opened for writing: many pages by one request, all of them counted."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from zaru.errors import OutputFailed, ZaruError
from zaru.search.opensearch.cluster import Connection, Json, describe_error, may_pass
from zaru.search.opensearch.generations import (
    DELETION_SECONDS,
    TERMS_AT_ONCE,
    Generations,
    Loaded,
    cut,
)
from zaru.search.wanted import COMPOUNDS, READINGS, SITE, TITLE, URL, WORDS, Document

_BULK_BYTES = 4_000_000  # of a request: more of them are no faster, and a node holds each whole
_BULK_SECONDS = 120.0
_REFRESH_SECONDS = 600.0
_COUNTS_AT_ONCE = 1_000
_MAX_NAMED = 3  # of files, in a message


class Line(NamedTuple):
    """A page on its way into the index."""

    key: str  # the same whenever this page of this file is loaded
    text: str


class OpenSearchWriter:
    """One index of a cluster, opened for writing; several may write different files at once.

    A page of a version of a file has the same key whenever it is loaded, so that nothing is there
    twice. Readers see nothing of a load before `commit`, and then all of it, whichever nodes die
    meanwhile: the filter of the alias counts, not what shards show. While a corpus grows, only the
    numbers that scores are made of may already count new pages.
    """

    def __init__(
        self, connection: Connection, index: str, load: int, digests: Mapping[str, str]
    ) -> None:
        """Open *index* for a *load* of the files of a corpus, whose *digests* are given."""
        self._connection = connection
        self._generations = Generations(connection)
        self._index = index
        self._load = load
        self._digests = digests
        self._files = set(digests)  # that the index shall have
        self._waiting: list[Line] = []
        self._waiting_bytes = 0
        # Pages of each file that is not finished; a crawl may have one twice.
        self._seen: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def remove(self, file: str) -> None:
        """Take all pages of a *file* of the corpus out, with `commit`."""
        self._files.discard(file)

    def add(self, document: Document) -> None:
        """Put a page in."""
        self._files.add(document.file)
        seen = self._seen[document.file]
        seen[document.id] += 1
        digest = self._digests[document.file]
        line = to_line(document, digest, load=self._load, number=seen[document.id])
        self._waiting.append(line)
        self._waiting_bytes += len(line.text)
        if self._waiting_bytes > _BULK_BYTES:
            self._flush()

    def finish(self, file: str, languages: Iterable[str]) -> Loaded:
        """Keep in the cluster that all pages of *file* are in: they are not loaded again."""
        self._flush()
        self._files.add(file)
        pages = self._seen.pop(file, Counter()).total()
        loaded = Loaded(file, self._digests[file], pages, tuple(sorted(languages)))
        self._generations.record(self._index, loaded)
        return loaded

    def commit(self) -> None:
        """Let readers see all that was done; raises `OutputFailed` when pages are missing."""
        self._flush()
        self._refresh()
        counts = dict(self._count())
        records = self._generations.read_records(self._index)
        self._compare(counts, records)
        old = counts.keys() - {to_version(file, self._digests[file]) for file in self._files}
        # What was left by a load that nobody has committed must not be seen with this one.
        self._remove_versions(old, [{"range": {"load": {"gte": self._load}}}])
        self._generations.switch(self._index, self._load, old)
        self._remove_versions(old, [])
        self._refresh()
        self._generations.switch(self._index, self._load, ())
        self._generations.forget(self._index, records.keys() - self._files)
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
            if "error" not in item:
                continue
            if may_pass(item["status"], item):
                refused.append(line)
                why = self._connection.explain(item["status"], item)
            else:
                kind, reason = describe_error(item)
                raise OutputFailed(f"{self._place}: refuses page {line.key}: {kind}: {reason}")
        return refused, why

    def _remove_versions(self, versions: Collection[str], filters: list[Json]) -> None:
        """Delete the pages of *versions* of files that pass *filters*."""
        for part in cut(versions, TERMS_AT_ONCE):
            query = {"bool": {"filter": [{"terms": {"version": part}}, *filters]}}
            answer = self._connection.ask(
                "POST",
                f"/{self._index}/_delete_by_query",
                {"query": query},
                params={"conflicts": "proceed", "refresh": "true"},
                seconds=DELETION_SECONDS,
            )
            if answer["failures"]:
                kind, reason = describe_error(answer["failures"][0].get("cause"))
                raise OutputFailed(f"{self._place}: old pages stay: {kind}: {reason}; run again")

    def _refresh(self) -> None:
        answer = self._connection.ask("POST", f"/{self._index}/_refresh", seconds=_REFRESH_SECONDS)
        if answer["_shards"]["failed"]:
            raise OutputFailed(f"{self._place}: {answer['_shards']['failed']} shards do not answer")

    def _count(self) -> Iterator[tuple[str, int]]:
        """Yield how many pages the index has of each version of a file."""
        sources = [{"version": {"terms": {"field": "version"}}}]
        composite: Json = {"size": _COUNTS_AT_ONCE, "sources": sources}
        body: Json = {"size": 0, "aggs": {"versions": {"composite": composite}}}
        params = {"allow_partial_search_results": "false"}
        while True:
            answer = self._connection.ask(
                "POST", f"/{self._index}/_search", body, params=params, seconds=_REFRESH_SECONDS
            )
            found = answer["aggregations"]["versions"]
            for bucket in found["buckets"]:
                yield bucket["key"]["version"], bucket["doc_count"]
            if "after_key" not in found:
                return
            composite["after"] = found["after_key"]

    def _compare(self, counts: Mapping[str, int], records: Mapping[str, Loaded]) -> None:
        """Raise `OutputFailed` unless the index has all pages; what it lacks is loaded again."""
        lost = []
        for file in sorted(self._files):
            record, digest = records.get(file), self._digests[file]
            pages = record.pages if record is not None and record.digest == digest else None
            if pages != counts.get(to_version(file, digest), 0):
                lost.append(file)
        if lost:
            self._generations.forget(self._index, lost)
            names = ", ".join(lost[:_MAX_NAMED]) + (", …" if len(lost) > _MAX_NAMED else "")
            raise OutputFailed(f"{self._place}: {names}: pages are missing; run again")

    @property
    def _place(self) -> str:
        return self._connection.cluster.place


def to_version(file: str, digest: str) -> str:
    """Return what tells the pages of a *file* from those that it had before."""
    return f"{file.partition('.')[0]}-{digest}"


def to_line(document: Document, digest: str, *, load: int, number: int) -> Line:
    """Return a page as a bulk request has it; *number* tells repetitions of it in a file apart."""
    version = to_version(document.file, digest)
    key = f"{document.id}@{version}" + (f"#{number}" if number > 1 else "")
    values = {
        "id": document.id,
        "file": document.file,
        "version": version,
        "load": load,
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
