"""The rules for every request: headers, hosts, tokens, sizes, times, how many at once."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Semaphore

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.testclient import TestClient

from zaru.errors import UsageError
from zaru.io.corpus import Corpus
from zaru.server.access import check_serving, make_token
from zaru.server.app import make_app
from zaru.server.faults import add_handlers
from zaru.server.rules import Rules
from zaru.server.settings import RequestLimits, Serving, Settings

TOKEN = "a-token-of-our-tests"


def find_addresses(app: FastAPI, page: str) -> list[str]:
    """Return an address of every route."""
    paths = [str(route.path) for route in iter_route_contexts(app.routes)]
    assert "/" in paths
    assert "/api/v1/pages/{page}/original" in paths
    return [path.replace("{page}", page).replace("{path:path}", "x") for path in paths]


def test_every_route_has_the_headers(client: TestClient, corpus: Path) -> None:
    assert isinstance(client.app, FastAPI)
    page = next(iter(Corpus(corpus))).id
    addresses = find_addresses(client.app, page)
    searches = ["/api/v1/search?q=朝市", "/api.cgi?query=朝市", f"/api.cgi?id={page}&format=html"]
    for address in [*addresses, *searches, "/nothing", "/api/v1/nothing", "/a%00%0d%0ab"]:
        headers = client.get(address).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy, address
        assert "frame-ancestors" in policy, address
        assert "unsafe-eval" not in policy, address
        assert headers["x-content-type-options"] == "nosniff", address
        assert headers["referrer-policy"] == "no-referrer", address
        assert "cross-origin-resource-policy" in headers, address
        assert headers["content-type"], address


def test_only_get_is_answered(client: TestClient, corpus: Path) -> None:
    assert isinstance(client.app, FastAPI)
    for address in find_addresses(client.app, next(iter(Corpus(corpus))).id):
        for method in ("PUT", "DELETE", "PATCH", "TRACE", "OPTIONS"):
            answer = client.request(method, address)
            assert answer.status_code in (404, 405), (method, address)


def test_head_is_get_without_a_body(client: TestClient) -> None:
    for address in ("/api/v1/corpus", "/api.cgi?query=朝市", "/healthz"):
        head, get = client.head(address), client.get(address)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"] == get.headers["content-type"]


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200), ("LOCALHOST:8000", 200), ("127.0.0.1:1", 200), ("[::1]:8000", 200),
        ("evil.example", 421), ("localhost.evil.example", 421), ("127.0.0.1.evil.example", 421),
        ("[", 421), ("127.0.0.1@evil.example", 421), ("192.168.1.1", 421),
    ],
)  # fmt: skip
def test_a_host_that_is_not_this_machine_is_refused(
    client: TestClient, host: str, status: int
) -> None:
    assert client.get("/healthz", headers={"host": host}).status_code == status


def test_the_host_of_the_base_url_is_ours(corpus: Path) -> None:
    settings = Settings(str(corpus), serving=Serving(base_url="https://search.example"))
    with TestClient(make_app(settings), base_url="http://search.example") as client:
        assert client.get("/healthz").status_code == 200
        assert "<Url>https://search.example/cached/" in client.get("/api.cgi?query=朝市").text


@pytest.fixture(scope="module")
def guarded(corpus: Path) -> Iterator[TestClient]:
    """A client of a server that others can reach."""
    settings = Settings(str(corpus), serving=Serving(host="0.0.0.0", token=TOKEN))
    with TestClient(make_app(settings), base_url="http://zaru.example") as client:
        yield client


def test_no_route_answers_without_the_token(guarded: TestClient, corpus: Path) -> None:
    assert isinstance(guarded.app, FastAPI)
    for address in find_addresses(guarded.app, next(iter(Corpus(corpus))).id):
        answer = guarded.get(address)
        assert answer.status_code == (200 if address == "/healthz" else 401), address
        assert TOKEN not in answer.text


@pytest.mark.parametrize(
    ("header", "status"),
    [
        (f"Bearer {TOKEN}", 200), (f"bearer {TOKEN}", 200), (f"Bearer {TOKEN}x", 401),
        (f"Basic {TOKEN}", 401), ("Bearer", 401), ("Bearer é", 401), ("", 401),
    ],
)  # fmt: skip
def test_the_token_comes_in_a_header(guarded: TestClient, header: str, status: int) -> None:
    headers = {b"authorization": header.encode()}
    assert guarded.get("/api/v1/corpus", headers=headers).status_code == status


def test_a_link_with_the_token_sets_a_cookie(corpus: Path) -> None:
    settings = Settings(str(corpus), serving=Serving(host="0.0.0.0", token=TOKEN))
    with TestClient(make_app(settings), base_url="http://zaru.example") as client:
        assert client.get("/?token=wrong").status_code == 401
        answer = client.get(f"/?token={TOKEN}", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        cookie = answer.headers["set-cookie"]
        assert TOKEN not in cookie
        assert "HttpOnly; SameSite=Strict" in cookie
        assert client.get("/api/v1/corpus").status_code == 200
        assert client.get("/api/v1/corpus", headers={"cookie": "zaru_1=x"}).status_code == 401


def test_a_cookie_is_for_https_where_the_server_is() -> None:
    from zaru.server.access import Access

    serving = Serving(host="0.0.0.0", token=TOKEN, base_url="https://zaru.example")
    assert Access(serving).cookie.endswith("; Secure")


@pytest.mark.parametrize(
    "serving",
    [
        Serving(host="0.0.0.0"),
        Serving(host="::"),
        Serving(host="example.jp"),
        Serving(token="short"),
        Serving(token="with blanks and more than that"),
    ],
)
def test_a_server_that_strangers_could_use_does_not_start(serving: Serving) -> None:
    with pytest.raises(UsageError, match="token"):
        check_serving(serving)


def test_made_tokens_are_good() -> None:
    check_serving(Serving(host="0.0.0.0", token=make_token()))
    assert make_token() != make_token()


def test_long_addresses_and_bodies_are_refused(client: TestClient) -> None:
    assert client.get("/api/v1/search?q=" + "a" * 9000).status_code == 414
    answer = client.post("/api/v1/corpus", content=b"x" * 100_000)
    assert answer.status_code == 413
    assert answer.json()["error"]["status"] == 413


class Slow:
    """A server with a route that waits until the test lets it go on."""

    def __init__(self, limits: RequestLimits) -> None:
        self.begun, self.go_on, self.ended = Semaphore(0), Event(), Semaphore(0)
        app = FastAPI()
        app.add_api_route("/api/v1/slow", self.wait)
        app.add_api_route("/api/v1/broken", self.fail)
        add_handlers(app)
        app.add_middleware(Rules, serving=Serving(limits=limits))
        self.client = TestClient(app, base_url="http://localhost")

    def wait(self) -> str:
        self.begun.release()
        self.go_on.wait(20)
        self.ended.release()
        return "done"

    def fail(self) -> str:
        raise RuntimeError("/secret/place")


def test_a_request_has_its_time_and_is_counted_until_its_work_ends() -> None:
    slow = Slow(RequestLimits(seconds=0.05, requests=1))
    with slow.client as client:
        late = client.get("/api/v1/slow")
        assert late.status_code == 504
        assert late.json()["error"]["message"] == "no answer within 0.05 seconds"
        again = client.get("/api/v1/slow")  # the first one's thread still works
        assert (again.status_code, again.headers["retry-after"]) == (503, "1")
        slow.go_on.set()
        assert slow.ended.acquire(timeout=10)
        while client.get("/api/v1/slow").status_code == 503:
            pass


def test_one_request_more_than_allowed_is_told_to_come_again() -> None:
    slow = Slow(RequestLimits(requests=2))
    with slow.client as client, ThreadPoolExecutor(2) as pool:
        working = [pool.submit(client.get, "/api/v1/slow") for _ in range(2)]
        assert all(slow.begun.acquire(timeout=10) for _ in working)
        refused = client.get("/api/v1/slow")
        slow.go_on.set()
        assert [one.result().status_code for one in working] == [200, 200]
    assert refused.status_code == 503
    assert refused.json() == {
        "error": {"status": 503, "message": "too many requests at once; try again soon"}
    }


def test_a_fault_of_our_own_is_logged_and_tells_nothing(caplog: pytest.LogCaptureFixture) -> None:
    slow = Slow(RequestLimits())
    with slow.client as client:
        answer = client.get("/api/v1/broken")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "/api/v1/broken: a fault of zaru's own: RuntimeError: /secret/place" in caplog.text


def test_the_log_has_a_line_for_each_request_and_no_secret(
    guarded: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "zaru.server.access")
    guarded.get(f"/?token={TOKEN}&x=secret", follow_redirects=False)
    guarded.cookies.clear()
    guarded.get("/api/v1/x%0aGET%1b[31m?q=secret")
    lines = [record.getMessage() for record in caplog.records if "access" in record.name]
    assert [line.split()[1:4] for line in lines] == [
        ["GET", "/", "303"], ["GET", "/api/v1/x?GET?[31m", "401"],
    ]  # fmt: skip
    assert TOKEN not in caplog.text
    assert "secret" not in caplog.text
