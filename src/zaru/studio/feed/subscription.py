"""The addresses of the feeds that were given a name: what readers subscribe to."""

from __future__ import annotations

import re

from fastapi import APIRouter, Request
from fastapi.responses import Response

from zaru.errors import NotFound
from zaru.server.headers import DATA_POLICY
from zaru.studio.feed.choice import NAME
from zaru.studio.feed.freshness import answer_fresh
from zaru.studio.feed.published import find_subject, read_feed
from zaru.studio.web.showing import find_studio

_FORMATS = {
    "xml": ("rss", "application/rss+xml"),
    "atom": ("atom", "application/atom+xml"),
    "json": ("jsonfeed", "application/feed+json"),
}
_FILE = re.compile(rf"({NAME.pattern})\.({'|'.join(_FORMATS)})")


def make_router() -> APIRouter:
    """Return the routes."""
    router = APIRouter(include_in_schema=False)

    @router.get("/feeds/{file}")
    def read_file(request: Request, file: str) -> Response:
        named = _FILE.fullmatch(file)
        if named is None:
            raise NotFound(f"no feed is called {file[:60]!r}")
        workspace = find_studio(request).workspace
        now = read_feed(workspace, find_subject(workspace, named[1]))
        format_, kind = _FORMATS[named[2]]
        body = now.write(format_, _find_address(request, file))
        return answer_fresh(
            request, body, kind, now.modified, {"Content-Security-Policy": DATA_POLICY}
        )

    return router


def _find_address(request: Request, file: str) -> str:
    """Return where readers find a feed."""
    base = find_studio(request).base_url or str(request.base_url).rstrip("/")
    return f"{base}/feeds/{file}"
