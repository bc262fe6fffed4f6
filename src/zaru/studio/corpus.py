"""From a page of a served corpus into the studio: it is copied when somebody asks for it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from zaru.errors import InputError, NotFound
from zaru.server.lookup import find_page, look, read_original
from zaru.studio.description import describe_page
from zaru.studio.web.showing import find_studio


def make_router() -> APIRouter:
    """Return the routes."""
    router = APIRouter(include_in_schema=False)

    @router.post("/studio/corpus/{page}")
    def copy_page(request: Request, page: str) -> Response:
        view, pages = look(request), find_studio(request).workspace.pages
        found = find_page(view, page)
        try:
            original = read_original(view, found)
        except InputError as error:  # which names a place of this machine
            raise NotFound(f"the original of {found.id} cannot be read") from error
        list(pages.add([original], describe_page))
        return RedirectResponse(f"/studio/pages/{original.id}/content", 303)

    return router
