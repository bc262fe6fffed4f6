"""A server that runs until it is stopped."""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from threading import Timer
from types import FrameType

import uvicorn
from fastapi import FastAPI

from zaru.errors import UsageError
from zaru.server.access import check_serving
from zaru.server.settings import Serving

_BACKLOG = 256
_KEEP_ALIVE_SECONDS = 5
_STOP_SECONDS = 2  # for requests that are worked on when the server is told to stop
_MAX_CONNECTIONS = 1000


def run_server(
    serving: Serving, make_app: Callable[[Serving], FastAPI], announce: Callable[[str], None]
) -> None:
    """Serve what *make_app* makes, once the port is known, until a signal comes.

    *announce* is told the address when requests are taken. Raises `UsageError` when the address
    cannot be used. Signals come back to the
    caller's own handlers after the requests under way are answered; one that the caller ignores,
    as shells let their background do with Ctrl-C, raises `KeyboardInterrupt`.
    """
    check_serving(serving)
    with closing(_bind(serving)) as listener:
        bound = replace(serving, port=listener.getsockname()[1])
        config = uvicorn.Config(
            make_app(bound), log_config=None, access_log=False, server_header=False,
            proxy_headers=False, ws="none", lifespan="on", limit_concurrency=_MAX_CONNECTIONS,
            timeout_keep_alive=_KEEP_ALIVE_SECONDS, timeout_graceful_shutdown=_STOP_SECONDS,
        )  # fmt: skip
        server = _Server(config, lambda: announce(describe_address(bound)))
        server.run(sockets=[listener])
    if server.is_stopped:
        raise KeyboardInterrupt


def describe_address(serving: Serving) -> str:
    """Return the address to open in a browser, with the token when there is one.

    >>> describe_address(Serving(host="::1", port=8000))
    'http://[::1]:8000/'
    """
    query = f"?token={serving.token}" if serving.token else ""
    if serving.base_url:
        return f"{serving.base_url}/{query}"
    host = socket.gethostname() if serving.host in ("0.0.0.0", "::") else serving.host
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{serving.port}/{query}"


def write_log(*, has_access: bool) -> None:
    """Let logs go to standard error: a line for each fault, and for each request."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%dT%H:%M:%S"))
    log = logging.getLogger("zaru.server")
    log.addHandler(handler)
    log.propagate = False
    log.setLevel(logging.INFO if has_access else logging.WARNING)


class _Server(uvicorn.Server):
    """Uvicorn, which tells when it takes requests, and ends even when a thread does not."""

    def __init__(self, config: uvicorn.Config, tell: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = tell
        self._code = 1
        self.is_stopped = False  # by a signal

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._tell()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._code, self.is_stopped = 128 + sig, True
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Python waits for threads when it ends, and one may read from a disk that is away.
        end = Timer(2 * _STOP_SECONDS, os._exit, [self._code])
        end.daemon = True
        end.start()
        await super().shutdown(sockets)


def _bind(serving: Serving) -> socket.socket:
    """Return a socket at the address; raises `UsageError` when another program has it."""
    place = serving.host.strip("[]"), serving.port
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            *place, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise UsageError(f"--host {serving.host}: {error.strerror}") from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        words = f"{serving.host}:{serving.port}: {error.strerror}"
        raise UsageError(
            f"{words}; choose another with --port, or any free one with --port 0"
        ) from error
    return listener
