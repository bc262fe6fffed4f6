"""The application: all routes, and the rules that hold for each of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from zaru._version import __version__
from zaru.server.settings import Settings
from zaru.server.state import State
from zaru.server.web.routes import make_router


def make_app(settings: Settings) -> FastAPI:
    """Return the application for one corpus; raises `UsageError` when it cannot be served."""
    state = State(settings)

    @asynccontextmanager
    async def live(_: FastAPI) -> AsyncIterator[None]:
        yield
        state.close()

    app = FastAPI(
        title="zaru", version=__version__, lifespan=live,
        docs_url=None, redoc_url=None, openapi_url=None,
    )  # fmt: skip
    app.include_router(make_router(state))
    return app
