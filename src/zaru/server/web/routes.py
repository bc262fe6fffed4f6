"""The addresses of the pages for the browser."""

from __future__ import annotations

from html import escape

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from zaru.server.state import State


def make_router(state: State) -> APIRouter:
    """Return the routes of the pages."""
    router = APIRouter(include_in_schema=False)

    @router.get("/")
    def show_start() -> Response:
        return HTMLResponse(f"<h1>zaru</h1><p>{len(state.view().corpus)} pages</p>")

    return router


def render_error(request: Request, status: int, message: str) -> Response:  # noqa: ARG001
    """Return the page that says what went wrong."""
    return HTMLResponse(f"<h1>{status}</h1><p>{escape(message)}</p>", status)
