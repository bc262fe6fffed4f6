"""The addresses of the pages for the browser."""

from __future__ import annotations

import logging

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from zaru.errors import InputError
from zaru.server.lookup import find_page, look
from zaru.server.web import cached
from zaru.server.web.asking import TABS, Asked, read_span
from zaru.server.web.page_view import PageView
from zaru.server.web.rendering import SITE, render
from zaru.server.web.search_view import search
from zaru.server.web.survey import Surveys

log = logging.getLogger("zaru.server.faults")


def make_router() -> APIRouter:
    """Return the routes of the pages."""
    router = APIRouter(include_in_schema=False)
    surveys = Surveys()

    @router.get("/")
    def show_search(request: Request) -> Response:
        view, asked = look(request), Asked.of(request.query_params)
        found = search(view, asked)
        status = 400 if found.problem else 200
        survey = surveys.of(view)
        return render(
            request, "search.html", asked, status=status, found=found, survey=survey, view=view
        )

    @router.get("/pages/{page}")
    def show_page(request: Request, page: str) -> Response:
        view, values = look(request), request.query_params
        asked, span = Asked.of(values), read_span(values.get("span", ""))
        shown = PageView(view, find_page(view, page), asked, span)
        tab = values.get("tab", "")
        tab = tab if tab in TABS else shown.first_tab
        return render(request, "page.html", asked, shown=shown, page=shown.page, tab=tab, view=view)

    @router.get("/cached/{page}")
    def show_cached(request: Request, page: str) -> Response:
        view, values = look(request), request.query_params
        found, span = find_page(view, page), read_span(values.get("span", ""))
        try:
            html = cached.write_cached(view, found, Asked.of(values).query, span)
        except InputError:  # the frame has no room for more, and the log has the reason
            log.exception("the cached page %s cannot be shown", found.id)
            return HTMLResponse(cached.UNREADABLE, 500, cached.HEADERS)
        return HTMLResponse(html, headers=cached.HEADERS)

    @router.get("/static/{name}")
    def show_static(name: str) -> Response:
        return SITE.serve(name)

    return router
