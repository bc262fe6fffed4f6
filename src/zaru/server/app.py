"""The application: all routes, and the rules that hold for each of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from zaru._version import __version__
from zaru.server import documentation, tsubaki
from zaru.server.access import check_serving
from zaru.server.api import routes as api
from zaru.server.faults import API, add_handlers
from zaru.server.rules import HEALTH, Rules
from zaru.server.settings import Settings
from zaru.server.state import State
from zaru.server.web import routes as web
from zaru.server.web.survey import Surveys


def make_app(settings: Settings) -> FastAPI:
    """Return the application for one corpus; raises `UsageError` when it cannot be served."""
    check_serving(settings.serving)
    state = State(settings)

    @asynccontextmanager
    async def live(_: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = settings.serving.limits.threads
        yield
        state.close()

    app = FastAPI(
        title="zaru", version=__version__, lifespan=live,
        docs_url=None, redoc_url=None, openapi_url=None,
    )  # fmt: skip
    app.state.zaru, app.state.surveys = state, Surveys()
    add_handlers(app)
    app.include_router(tsubaki.router)
    app.include_router(api.router)
    app.state.openapi = api.describe(app)
    _add_own_routes(app)
    app.include_router(documentation.router)
    app.include_router(web.make_router())
    app.add_middleware(Rules, serving=settings.serving)
    return app


def _add_own_routes(app: FastAPI) -> None:
    """Add what belongs to the server itself."""

    @app.get(HEALTH, include_in_schema=False)
    async def say_healthy() -> Response:  # no thread: it answers when all of them are busy
        return PlainTextResponse("ok\n")

    @app.get(f"{API}/openapi.json", include_in_schema=False)
    def read_openapi() -> Response:
        return JSONResponse(app.state.openapi)
