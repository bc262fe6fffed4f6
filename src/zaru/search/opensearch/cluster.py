"""Which cluster and index are meant, and what is said when the cluster does not do its part."""

from __future__ import annotations

import logging
import os
import random
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from zaru.errors import StoreAway, ToolError, ToolMissing, UsageError, ZaruError

Json = dict[str, Any]

AUTHORISATION = "ZARU_OPENSEARCH_AUTH"  # user:password; no file of ours keeps it
ANSWER_SECONDS = 30.0
SEARCH_PATIENCE_SECONDS = 5.0
LOAD_PATIENCE_SECONDS = 120.0  # a cluster that has lost a node chooses anew within a minute
_FIRST_PAUSE_SECONDS = 0.2
_MAX_PAUSE_SECONDS = 15.0
_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,99}")
_BUSY = (429, 502, 503, 504)
# How parts of an answer fail while a node goes and others take over.
_PASSING = frozenset(
    """
    connect_transport_exception illegal_index_shard_state_exception index_shard_closed_exception
    no_shard_available_action_exception node_closed_exception node_disconnected_exception
    node_not_connected_exception receive_timeout_transport_exception
    search_context_missing_exception shard_not_found_exception
    """.split()
)
_TOO_LONG = ("too_many_clauses", "too_many_nested_clauses")
_MAX_REASON_CHARS = 300


@dataclass(frozen=True, slots=True)
class Cluster:
    """An OpenSearch cluster and the name of an index in it.

    The *name* is that of an alias; indexes and records behind it have names that begin with it.
    """

    address: str  # http://host:9200, or those of several nodes with commas
    name: str

    @classmethod
    def of(cls, address: str, name: str | None, corpus: str) -> Cluster:
        """Return the index called *name*; without one, as the folder of *corpus* is called."""
        cluster = cls(address.rstrip("/"), _suggest_name(corpus) if name is None else name)
        if not _NAME.fullmatch(cluster.name):
            raise UsageError(f"{name}: not a name of an index; write it in a-z, 0-9, - and _")
        for one in cluster.nodes:
            _check_address(one)
        return cluster

    @classmethod
    def from_place(cls, place: str) -> Cluster:
        """Return what `place` says."""
        address, _, name = place.rpartition("/")
        return cls.of(address, name, "")

    @property
    def place(self) -> str:
        """The address with the name, as an index says of itself where it is."""
        return f"{self.address}/{self.name}"

    @property
    def nodes(self) -> list[str]:
        """The addresses of nodes, of which one must answer."""
        return [one.strip().rstrip("/") for one in self.address.split(",")]


def _suggest_name(corpus: str) -> str:
    """Return the name of an index after that of a folder.

    >>> _suggest_name("s3://bucket/My Corpus/"), _suggest_name("日記")
    ('zaru-my-corpus', 'zaru-da4145bf')
    """
    whole = corpus if "://" in corpus else str(Path(corpus).absolute())
    last = whole.rstrip("/").rpartition("/")[2]
    name = re.sub("[^a-z0-9]+", "-", last.lower()).strip("-")[:80]
    return f"zaru-{name or blake2b(last.encode(), digest_size=4).hexdigest()}"


def _check_address(address: str) -> None:
    """Raise `UsageError` for what is no address of a node."""
    try:
        parts = urlsplit(address)
        is_one = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_one = False
    if not is_one or parts.query or parts.fragment:
        raise UsageError(f"{address}: not the address of a node, such as http://localhost:9200")
    if parts.username or parts.password:
        host = address.rpartition("@")[2]
        raise UsageError(f"{host}: put user:password into {AUTHORISATION}, not into the address")


class Connection:
    """A cluster that is spoken to, from any thread; every failure is a `ZaruError` of one line.

    What may pass (no answer, 429, 503) is tried again, on all nodes, for *patience_seconds*.
    """

    def __init__(
        self, cluster: Cluster, *, patience_seconds: float = SEARCH_PATIENCE_SECONDS
    ) -> None:
        self.cluster = cluster
        self._patience_seconds = patience_seconds
        self._library = _import_client()
        user, mark, password = os.environ.get(AUTHORISATION, "").partition(":")
        self._client = self._library.OpenSearch(
            cluster.nodes,
            http_auth=(user, password) if mark else None,
            ca_certs=os.environ.get("SSL_CERT_FILE"),
            max_retries=len(cluster.nodes),
            retry_on_timeout=True,
            http_compress=True,
        )

    def ask(
        self,
        method: str,
        path: str,
        body: Json | str | None = None,
        *,
        params: Mapping[str, str] | None = None,
        seconds: float = ANSWER_SECONDS,
    ) -> Any:
        """Return the answer to a request; raises `StoreAway` when there is none in time."""
        for is_last in self.pauses():
            try:
                return self._client.transport.perform_request(
                    method, path, params=dict(params or {}), body=body, timeout=seconds
                )
            except self._library.TransportError as error:
                if is_last or not self._may_pass(error):
                    raise self._explain(error) from error
            except self._library.SerializationError as error:
                raise ToolError(f"{self.cluster.address}: answers with no JSON") from error
        raise AssertionError("the last try returns or raises")

    def has(self, path: str) -> bool:
        """Say whether there is something at *path*."""
        return bool(self.ask("HEAD", path))

    def pauses(self) -> Iterator[bool]:
        """Yield before each try, and wait longer and longer between them; true for the last one.

        Pauses differ by chance, so that many who wait for one cluster do not come back at once.
        """
        end = time.monotonic() + self._patience_seconds
        pause = _FIRST_PAUSE_SECONDS
        while (left := end - time.monotonic()) > 0:
            yield False
            time.sleep(min(left, pause * random.uniform(0.5, 1)))
            pause = min(2 * pause, _MAX_PAUSE_SECONDS)
        yield True

    def close(self) -> None:
        """Close its sockets; it may be called twice."""
        self._client.close()

    def _may_pass(self, error: Any) -> bool:
        if isinstance(error, self._library.SSLError):
            return False
        is_away = isinstance(error, self._library.ConnectionError)
        return is_away or may_pass(error.status_code, error.info)

    def _explain(self, error: Any) -> ZaruError:
        if not isinstance(error, self._library.ConnectionError):
            return self.explain(error.status_code, error.info)
        cause = type(error.info).__name__ if isinstance(error.info, Exception) else error.error
        message = f"no answer from OpenSearch ({cause}); is it running there?"
        return StoreAway(message, source=self.cluster.address)

    def explain(self, status: object, info: object) -> ZaruError:
        """Return what says in a line why the cluster refuses something, and what to do."""
        place = self.cluster.address
        kind, reason = describe_error(info)
        words = f"{status} {kind}: {reason}"
        if status in (401, 403):
            return UsageError(f"{place}: {words}; put user:password into {AUTHORISATION}")
        if kind == "index_not_found_exception":
            return UsageError(
                f"{self.cluster.place}: no such index; load it with: zaru index CORPUS "
                f"--engine opensearch --address {place} --name {self.cluster.name}"
            )
        if kind in _TOO_LONG:
            return UsageError("the query has too many words for OpenSearch; leave some out")
        if may_pass(status, info):
            return StoreAway(f"OpenSearch is too busy ({words}); try again later", source=place)
        return ToolError(f"{place}: {words}")


def may_pass(status: object, info: object) -> bool:
    """Say whether what a cluster refuses may be done when it is asked again."""
    return status in _BUSY or describe_error(info)[0] in _PASSING


def describe_error(info: Any) -> tuple[str, str]:
    """Return the type and the words of an error as OpenSearch says it; the deepest cause counts."""
    error = info.get("error", info) if isinstance(info, Mapping) else info
    while isinstance(error, Mapping):
        shards = error.get("failed_shards") or [{}]
        deeper = error.get("caused_by") or shards[0].get("reason")
        if not isinstance(deeper, Mapping):
            return str(error.get("type")), _shorten(error.get("reason"))
        error = deeper
    return "error", _shorten(error)


def _shorten(reason: object) -> str:
    return " ".join(str(reason).split())[:_MAX_REASON_CHARS]


def _import_client() -> Any:
    """Return opensearch-py; raises `ToolMissing`, which says how to install it."""
    try:
        import opensearchpy
    except ImportError as error:
        message = "OpenSearch needs a client; run: pip install 'zaru[opensearch]'"
        raise ToolMissing(message) from error
    # It would print a warning for each try; what fails for good is raised.
    logging.getLogger("opensearch").addHandler(logging.NullHandler())
    return opensearchpy
