"""The indexes of one name, one after the other, and which files of a corpus each has.

A name is an alias of one index, `NAME-000001`. An index that is made anew has the next number, and
the alias is switched when it is whole. Pages that are put into a live index have the number of
their load, and the alias has a filter that lets readers see none of a later load. So readers see
what was committed last, from one moment to the next. What is loaded is in a small index beside
them, `NAME-about`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import quote

from zaru.errors import ToolError
from zaru.search.opensearch.cluster import Connection, Json
from zaru.search.opensearch.mapping import Making, to_record_index, to_template

TERMS_AT_ONCE = 10_000  # in a query; OpenSearch takes 65,536
_RECORDS_AT_ONCE = 1_000
_ABOUT = "about"  # the record that says what an index says of itself
DELETION_SECONDS = 3_600.0


@dataclass(frozen=True, slots=True)
class Generation:
    """One index of a name."""

    index: str
    made: Json  # how words were cut, and with which numbers they are ranked
    load: int = 0  # the last one that readers see; 0: they do not see this index

    @property
    def is_live(self) -> bool:
        """Say whether readers see it."""
        return self.load > 0


@dataclass(frozen=True, slots=True)
class Loaded:
    """A file of a corpus that an index has whole."""

    file: str
    digest: str
    pages: int
    languages: tuple[str, ...]


class Generations:
    """The indexes of the name of a connection, and the records of what they have."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._name = connection.cluster.name
        self._about = f"{self._name}-about"

    def find(self) -> list[Generation]:
        """Return the indexes of the name, oldest first."""
        answer: Json = self._connection.ask("GET", f"/{self._name}-0*")
        return [
            Generation(index, about["mappings"].get("_meta", {}), self._read_load(about["aliases"]))
            for index, about in sorted(answer.items())
            if re.fullmatch(rf"{re.escape(self._name)}-\d{{6}}", index)
        ]

    def _read_load(self, aliases: Json) -> int:
        try:
            filters = aliases[self._name]["filter"]["bool"]["filter"]
            return int(filters[0]["range"]["load"]["lte"])
        except (KeyError, IndexError, TypeError):  # not ours, or not live
            return 0

    def create(self, made: Json, making: Making, pages: int) -> Generation:
        """Make an empty index, with the number behind all others."""
        ask, name = self._connection.ask, self._name
        last = max((int(one.index[-6:]) for one in self.find()), default=0)
        template = to_template(making, made["k1"], made["b"], pages)
        # Names may begin with one another: the longer one's template counts.
        pattern = {"index_patterns": [f"{name}-0*"], "priority": 100 + len(name)}
        ask("PUT", f"/_index_template/{name}", {**pattern, "template": template})
        index = f"{name}-{last + 1:06}"
        _ignore_existing(self._connection, index, {"mappings": {"_meta": made}})
        if not self._connection.has(f"/{self._about}"):
            _ignore_existing(self._connection, self._about, to_record_index(making))
        return Generation(index, made)

    def switch(self, index: str, load: int, hidden: Collection[str]) -> None:
        """Let readers see *index* up to a *load*, and no other index, from one moment to the next.

        Pages of *hidden* versions of files are not seen.
        """
        visible: Json = {
            "bool": {
                "filter": [{"range": {"load": {"lte": load}}}],
                "must_not": [{"terms": {"version": part}} for part in cut(hidden, TERMS_AT_ONCE)],
            }
        }
        actions = [
            {"remove": {"index": f"{self._name}-0*", "alias": self._name, "must_exist": False}},
            {"add": {"index": index, "alias": self._name, "filter": visible}},
        ]
        self._connection.ask("POST", "/_aliases", {"actions": actions})

    def remove_older(self, index: str) -> None:
        """Delete what stood before *index*: earlier ones, and loads that nobody went on with."""
        for one in self.find():
            if one.index < index:
                self._connection.ask(
                    "DELETE", f"/{one.index}", params={"ignore_unavailable": "true"}
                )
                self._forget({"term": {"index": one.index}})

    def read_records(self, index: str) -> dict[str, Loaded]:
        """Return the files that *index* has whole, by their names."""
        if not self._connection.has(f"/{self._about}"):
            return {}
        self._connection.ask("POST", f"/{self._about}/_refresh")
        return {one.file: one for one in self._read_records(index)}

    def _read_records(self, index: str) -> Iterator[Loaded]:
        query = {"bool": {"filter": [{"term": {"index": index}}, {"exists": {"field": "file"}}]}}
        body: Json = {"query": query, "size": _RECORDS_AT_ONCE, "sort": ["file"]}
        while True:
            answer = self._connection.ask("POST", f"/{self._about}/_search", body)
            hits = answer["hits"]["hits"]
            if not hits:
                return
            for hit in hits:
                kept = hit["_source"]
                languages = tuple(kept["languages"])
                yield Loaded(kept["file"], kept["digest"], kept["pages"], languages)
            body["search_after"] = hits[-1]["sort"]

    def record(self, index: str, loaded: Loaded) -> None:
        """Keep that *index* has a file whole: a load that is interrupted goes on behind it."""
        self._put(f"{index}/{loaded.file}", {"index": index, **asdict(loaded)})

    def forget(self, index: str, files: Collection[str]) -> None:
        """Take the records of *files* away: they are loaded again, or are no more."""
        for part in cut(files, TERMS_AT_ONCE):
            filters: list[Json] = [{"term": {"index": index}}, {"terms": {"file": part}}]
            self._forget({"bool": {"filter": filters}})

    def _forget(self, query: Json) -> None:
        params = {"conflicts": "proceed", "refresh": "true"}
        path = f"/{self._about}/_delete_by_query"
        self._connection.ask(
            "POST", path, {"query": query}, params=params, seconds=DELETION_SECONDS
        )

    def read_about(self) -> Json | None:
        """Return what the live index says of itself, None when there is none."""
        if not self._connection.has(f"/{self._about}"):
            return None
        body = {"query": {"ids": {"values": [_ABOUT]}}}
        hits = self._connection.ask("POST", f"/{self._about}/_search", body)["hits"]["hits"]
        return hits[0]["_source"]["about"] if hits else None

    def write_about(self, about: Mapping[str, Any]) -> None:
        """Keep what the live index says of itself."""
        self._put(_ABOUT, {"about": about}, {"refresh": "true"})

    def _put(self, key: str, body: Json, params: Mapping[str, str] | None = None) -> None:
        path = f"/{self._about}/_doc/{quote(key, safe='')}"
        self._connection.ask("PUT", path, body, params=params)


def cut(values: Collection[str], size: int) -> Iterator[list[str]]:
    """Yield *values* in parts of at most *size*."""
    every = list(values)
    return (every[at : at + size] for at in range(0, len(every), size))


def _ignore_existing(connection: Connection, index: str, body: Json) -> None:
    """Make an index; one that is there already was made by the same request, sent twice."""
    try:
        connection.ask("PUT", f"/{index}", body)
    except ToolError as error:
        if "resource_already_exists_exception" not in str(error):
            raise
