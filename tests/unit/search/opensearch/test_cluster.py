"""Addresses and names, and what is said when a cluster is away, busy or refuses."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from zaru.errors import OutputFailed, StoreAway, ToolError, UsageError, ZaruError
from zaru.search.opensearch.cluster import Cluster, Connection, describe_error
from zaru.search.opensearch.frequencies import Frequencies
from zaru.search.opensearch.writer import OpenSearchWriter
from zaru.search.wanted import Document

Answer = tuple[int, Any]
BUSY = {"error": {"type": "rejected_execution_exception", "reason": "queue\nis full"}}
PAGE = Document(
    id="0" * 32, file="00000.parquet", words="京都 寺", readings="きょうと てら", compounds="",
    title="京都", site="example.jp jp", url="example jp", language="ja", day=None,
    is_duplicate=False, payload="{}",
)  # fmt: skip


@contextmanager
def serve(answers: list[Answer]) -> Iterator[tuple[str, list[str]]]:
    """Yield the address of a server that gives *answers*, the last one for ever, and its log."""
    log: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status, body = answers[min(len(log), len(answers) - 1)]
            log.append(f"{self.command} {self.path}")
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(data)

        do_GET = do_HEAD = do_PUT = do_POST  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", log
        server.shutdown()


def find_closed_address() -> str:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{one.getsockname()[1]}"


def connect(address: str, seconds: float = 5) -> closing[Connection]:
    return closing(Connection(Cluster.of(address, "pages", ""), patience_seconds=seconds))


@pytest.mark.parametrize(
    ("address", "name", "words"),
    [
        pytest.param("localhost:9200", "a", "not the address of a node", id="no-scheme"),
        pytest.param("ftp://localhost", "a", "not the address of a node", id="other-scheme"),
        pytest.param("http://a:9200,", "a", "not the address of a node", id="empty"),
        pytest.param("http://a:99999", "a", "not the address of a node", id="port"),
        pytest.param("http://u:p@host", "a", "ZARU_OPENSEARCH_AUTH", id="password"),
        pytest.param("http://a:9200", "A B", "not a name of an index", id="name"),
        pytest.param("http://a:9200", "../x", "not a name of an index", id="path"),
        pytest.param("http://a:9200", "", "not a name of an index", id="empty-name"),
    ],
)
def test_what_is_no_place_is_refused(address: str, name: str, words: str) -> None:
    with pytest.raises(UsageError, match=words) as caught:
        Cluster.of(address, name, "corpus")
    assert "u:p" not in str(caught.value)


def test_a_place_says_address_and_name() -> None:
    cluster = Cluster.of("http://a:9200, https://b/search/", None, "/data/My Corpus")
    assert cluster.name == "zaru-my-corpus"
    assert cluster.nodes == ["http://a:9200", "https://b/search"]
    assert Cluster.from_place(cluster.place) == cluster


def test_a_cluster_that_does_not_answer_is_away() -> None:
    address = find_closed_address()
    start = time.monotonic()
    with connect(address, 0.5) as connection, pytest.raises(StoreAway) as caught:
        connection.ask("GET", "/")
    assert str(caught.value).startswith(f"{address}: no answer from OpenSearch (")
    assert 0.4 < time.monotonic() - start < 5


def test_another_node_answers_for_one_that_is_away() -> None:
    with serve([(200, {"fine": True})]) as (address, _):
        both = f"{find_closed_address()},{address}"
        with connect(both) as connection:
            assert connection.ask("GET", "/") == {"fine": True}


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_busy_cluster_is_asked_again(status: int) -> None:
    answers: list[Answer] = [(status, BUSY), (status, BUSY), (200, {})]
    with serve(answers) as (address, log), connect(address) as connection:
        connection.ask("POST", "/pages/_search", {})
    assert len(log) == 3


def test_a_cluster_that_stays_busy_is_away() -> None:
    with (
        serve([(429, BUSY)]) as (address, log),
        connect(address, 0.5) as connection,
        pytest.raises(StoreAway) as caught,
    ):
        connection.ask("POST", "/pages/_search", {})
    assert str(caught.value) == (
        f"{address}: OpenSearch is too busy (429 rejected_execution_exception: queue is full); "
        "try again later"
    )
    assert 1 < len(log) < 10


@pytest.mark.parametrize(
    ("answer", "error", "words"),
    [
        pytest.param((401, b"Unauthorized"), UsageError, "ZARU_OPENSEARCH_AUTH", id="password"),
        pytest.param(
            (404, {"error": {"type": "index_not_found_exception", "reason": "no"}}),
            UsageError, "/pages: no such index; load it with: zaru index", id="no-index",
        ),
        pytest.param(
            (400, {"error": {"type": "x", "caused_by": {"type": "too_many_nested_clauses"}}}),
            UsageError, "leave some out", id="long-query",
        ),
        pytest.param((500, {"error": "what?"}), ToolError, "500 error: what?", id="fault"),
        pytest.param((200, b"<html>"), ToolError, "no JSON", id="another-server"),
    ],
)  # fmt: skip
def test_what_a_cluster_refuses_is_said_at_once(
    answer: Answer, error: type[ZaruError], words: str
) -> None:
    with (
        serve([answer]) as (address, log),
        connect(address) as connection,
        pytest.raises(error, match=words) as caught,
    ):
        connection.ask("POST", "/pages/_search", {})
    assert len(log) == 1
    assert "\n" not in str(caught.value)


def test_a_node_that_goes_while_it_answers_is_no_end() -> None:
    gone = {"error": {"type": "phase", "caused_by": {"type": "node_disconnected_exception"}}}
    with serve([(500, gone), (200, {})]) as (address, log), connect(address) as connection:
        connection.ask("POST", "/pages/_search", {})
    assert len(log) == 2


def test_frequencies_are_asked_again_while_a_node_goes() -> None:
    settings = {"pages-000001": {"settings": {"index": {"number_of_shards": "1"}}}}
    gone = {"error": {"type": "no_shard_available_action_exception"}, "_index": "pages-000001"}
    said = {"words": {"terms": {"寺": {"doc_freq": 3}}}}
    fine = {"_index": "pages-000001", "term_vectors": said}
    answers = [(200, settings), (200, {"docs": [gone]}), (200, {"docs": [fine]})]
    with serve(answers) as (address, _), connect(address) as connection:
        assert Frequencies(connection).count("words", ["寺", "無い", "寺"]) == [3, 0, 3]


def test_the_deepest_cause_is_said() -> None:
    shard = {"reason": {"type": "a", "caused_by": {"type": "b", "reason": "c"}}}
    assert describe_error({"error": {"type": "phase", "failed_shards": [shard]}}) == ("b", "c")
    assert describe_error(None) == ("error", "None")


def bulk(*statuses: int) -> Answer:
    items = [{"index": {"status": status, **({} if status < 300 else BUSY)}} for status in statuses]
    return 200, {"errors": True, "items": items}


def test_pages_that_a_busy_node_refuses_are_sent_again() -> None:
    answers = [bulk(201, 429, 503), bulk(201, 429), bulk(200), (201, {})]
    with serve(answers) as (address, log), connect(address) as connection:
        writer = OpenSearchWriter(connection, "pages-000001", 1, {PAGE.file: "digest"})
        for _ in range(3):
            writer.add(PAGE)
        assert writer.finish(PAGE.file, ["ja"]).pages == 3
    assert [line.partition("?")[0] for line in log] == [
        *["POST /pages-000001/_bulk"] * 3,
        "PUT /pages-about/_doc/pages-000001%2F00000.parquet",
    ]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        pytest.param(bulk(400), "refuses page 0{32}@00000-digest: rejected_execution", id="page"),
        pytest.param(bulk(200, 200), "2 of 1 pages are answered", id="count"),
    ],
)
def test_a_page_that_is_refused_ends_the_load(answer: Answer, words: str) -> None:
    with serve([answer]) as (address, log), connect(address) as connection:
        writer = OpenSearchWriter(connection, "pages-000001", 1, {PAGE.file: "digest"})
        writer.add(PAGE)
        with pytest.raises(OutputFailed, match=words):
            writer.finish(PAGE.file, ["ja"])
    assert len(log) == 1  # nothing is kept as loaded
