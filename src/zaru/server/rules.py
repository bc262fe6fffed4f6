"""Rules that hold for every request, before any route: who, how much, how long, how many."""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import Mapping
from time import monotonic

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zaru.errors import Failure
from zaru.server.access import Access
from zaru.server.faults import INTERNAL, answer_fault
from zaru.server.headers import add_headers
from zaru.server.settings import Serving

HEALTH = "/healthz"
STALE_KEY = "zaru.is_stale"  # of a scope: whether the index that was asked is stale

access_log = logging.getLogger("zaru.server.access")
fault_log = logging.getLogger("zaru.server.faults")
_NOT_PLAIN = re.compile(r"[^!-~]")
_MAX_LOGGED_CHARS = 200


class Refused(Exception):
    """The request is not worked on."""

    def __init__(self, status: int, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.headers = status, message, headers


class TooLate(OSError):
    """The client was told that there is no answer; an OSError as when it has gone."""


class Answer:
    """What goes back to one client: with our headers, counted, and once only."""

    def __init__(self, scope: Scope, send: Send, *, has_body: bool) -> None:
        self.status = 0
        self.bytes = 0
        self._scope, self._send, self._has_body = scope, send, has_body
        self._is_closed = False

    async def send(self, message: Message) -> None:
        """Pass *message* on; raises `TooLate` when another answer was given meanwhile."""
        if self._is_closed:
            raise TooLate
        if message["type"] == "http.response.start":
            self.status = message["status"]
            is_stale = self._scope.get(STALE_KEY)
            add_headers(MutableHeaders(scope=message), self._scope["path"], is_stale=is_stale)
        elif message["type"] == "http.response.body":
            if not self._has_body:
                message = {**message, "body": b""}
            self.bytes += len(message.get("body", b""))
        await self._send(message)

    def take_over(self) -> Answer:
        """Return an answer for the same client; this one says nothing more."""
        self._is_closed = True
        return Answer(self._scope, self._send, has_body=self._has_body)


class Rules:
    """The application behind the rules."""

    def __init__(self, app: ASGIApp, serving: Serving) -> None:
        self._app = app
        self._access = Access(serving)
        self._limits = serving.limits
        self._works: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start = monotonic()
        is_head = scope["method"] == "HEAD"  # what GET answers, without its body
        inner = {**scope, "method": "GET"} if is_head else scope
        answer = Answer(inner, send, has_body=not is_head)
        try:
            answer = await self._answer(inner, receive, answer)
        finally:
            _log(scope, answer, monotonic() - start)

    async def _answer(self, scope: Scope, receive: Receive, answer: Answer) -> Answer:
        """Answer a request, and return what was answered."""
        try:
            if (early := self._check(scope)) is not None:
                await early(scope, receive, answer.send)
                return answer
            body = await self._read_body(scope, receive)
            return await self._work(scope, body, receive, answer)
        except Refused as error:
            refusal = answer_fault(Request(scope), error.status, error.message, error.headers)
            await refusal(scope, receive, answer.send)
            return answer

    def _check(self, scope: Scope) -> Response | None:
        """Raise `Refused` for what is not worked on; return what is answered without a route."""
        headers = Headers(scope=scope)
        path, query = scope["path"], scope["query_string"]
        if len(scope.get("raw_path") or path) + len(query) > self._limits.url_bytes:
            raise Refused(414, f"an address has at most {self._limits.url_bytes} bytes")
        if not self._access.is_own_host(headers.get("host", "")):
            raise Refused(421, "the Host header names another server than this one")
        if scope["method"] != "GET" and not self._access.is_own_origin(headers):
            raise Refused(403, "the Origin header names another site than this one")
        if self._access.is_invitation(path, query):
            cookie = {"Set-Cookie": self._access.cookie}
            return RedirectResponse("/", 303, headers=cookie)
        if path != HEALTH and not self._access.is_allowed(headers):
            bearer = {"WWW-Authenticate": "Bearer"}
            raise Refused(401, "a token is needed: Authorization: Bearer …, or /?token=…", bearer)
        if len(self._works) >= self._limits.requests:
            raise Refused(503, "too many requests at once; try again soon", {"Retry-After": "1"})
        return None

    async def _read_body(self, scope: Scope, receive: Receive) -> bytes:
        """Return the body of a request that has one, within the limits of size and time."""
        if scope["method"] == "GET":
            return b""
        try:
            async with asyncio.timeout(self._limits.seconds):
                return await self._collect(receive)
        except TimeoutError:
            raise Refused(408, "the body did not come in time") from None

    async def _collect(self, receive: Receive) -> bytes:
        parts, size = [], 0
        while True:
            message = await receive()
            part = message.get("body", b"")
            parts.append(part)
            size += len(part)
            if size > self._limits.body_bytes:
                raise Refused(413, f"a body has at most {self._limits.body_bytes} bytes")
            if not message.get("more_body"):
                return b"".join(parts)

    async def _work(self, scope: Scope, body: bytes, receive: Receive, answer: Answer) -> Answer:
        """Let the application answer, for as long as it may.

        A thread cannot be stopped: its work goes on after the client was told, and is counted
        among the requests at once until it ends.
        """
        work = asyncio.create_task(self._run(scope, _replay(body, receive), answer))
        self._works.add(work)
        work.add_done_callback(self._works.discard)
        done, _ = await asyncio.wait({work}, timeout=self._limits.seconds)
        if done:
            return answer
        started = bool(answer.status)
        late = answer.take_over()
        if not started:
            message = f"no answer within {self._limits.seconds:g} seconds"
            refusal = answer_fault(Request(scope), 504, message)
            await refusal(scope, receive, late.send)
        return late

    async def _run(self, scope: Scope, receive: Receive, answer: Answer) -> None:
        try:
            await self._app(scope, receive, answer.send)
        except (ClientDisconnect, TooLate):
            pass  # nobody is there any more
        except Exception as error:
            failure = Failure.caught(error, stage="serve", source=_clean(scope["path"]))
            fault_log.error(str(failure), exc_info=error if "ZARU_DEBUG" in os.environ else None)
            if not answer.status:
                await answer_fault(Request(scope), 500, INTERNAL)(scope, receive, answer.send)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return what gives *body* once and then what the client does."""
    is_told = False

    async def tell() -> Message:
        nonlocal is_told
        if is_told:
            return await receive()
        is_told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return tell


def _log(scope: Scope, answer: Answer, seconds: float) -> None:
    """Write one line, without what was looked for and without secrets."""
    client = scope.get("client")
    path = _clean(scope["path"])
    access_log.info(
        "%s %s %s %d %d %.3f",
        client[0] if client else "-", scope["method"], path, answer.status, answer.bytes, seconds,
    )  # fmt: skip


def _clean(path: str) -> str:
    """Return *path* as it may stand in a line of a log."""
    return _NOT_PLAIN.sub("?", path)[:_MAX_LOGGED_CHARS]
