"""The application: the views of the studio, behind the rules of every server of zaru's."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse, RedirectResponse, Response

from zaru._version import __version__
from zaru.errors import InputError
from zaru.server.access import check_serving
from zaru.server.faults import API, add_handlers, answer_fault
from zaru.server.rules import HEALTH, Rules
from zaru.server.web.rendering import render_error
from zaru.studio import corpus, home
from zaru.studio.content import routes as content
from zaru.studio.feed import routes as feed
from zaru.studio.feed import subscription
from zaru.studio.fields import routes as fields
from zaru.studio.settings import StudioSettings
from zaru.studio.source import routes as source
from zaru.studio.studio import Studio
from zaru.studio.web.showing import show_error
from zaru.studio.workspace import Workspace

VIEWS = (home, content, fields, feed, subscription, source)


def make_app(settings: StudioSettings) -> FastAPI:
    """Return the studio as an application of its own."""
    check_serving(settings.serving)
    studio = Studio(Workspace(settings.workspace), settings.who)

    @asynccontextmanager
    async def live(_: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = settings.serving.limits.threads
        yield
        studio.workspace.close()

    app = FastAPI(
        title="zaru studio", version=__version__, lifespan=live,
        docs_url=None, redoc_url=None, openapi_url=None,
    )  # fmt: skip
    add_handlers(app)
    add_studio(app, studio)

    @app.get("/")
    def go_home() -> Response:
        return RedirectResponse("/studio/")

    @app.get(HEALTH)
    async def say_healthy() -> Response:
        return PlainTextResponse("ok\n")

    app.add_middleware(Rules, serving=settings.serving)
    return app


def add_studio(app: FastAPI, studio: Studio) -> None:
    """Add the views of the studio to *app*; one that serves a corpus opens its pages here, too."""

    def answer_input(request: Request, error: Exception) -> Response:
        if not _is_ours(request):  # what is wrong with a corpus names places of this machine
            raise error
        return answer_fault(request, 422, str(error))

    def show_any_error(request: Request, status: int, message: str) -> Response:
        show = render_error if has_corpus and not _is_ours(request) else show_error
        return show(request, status, message)

    has_corpus = hasattr(app.state, "zaru")
    app.state.studio, app.state.show_error = studio, show_any_error
    app.add_exception_handler(InputError, answer_input)
    for view in (*VIEWS, *([corpus] if has_corpus else [])):
        app.include_router(view.make_router())


def _is_ours(request: Request) -> bool:
    return request.url.path.startswith(("/studio", "/feeds/", f"{API}/studio/"))
