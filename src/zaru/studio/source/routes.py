"""The addresses of the source view."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from zaru.page import Page
from zaru.server.faults import API
from zaru.server.web.asking import read_span
from zaru.server.web.byte_view import ByteView, view_bytes
from zaru.studio.fields.opening import open_desk
from zaru.studio.pages import find_folder
from zaru.studio.source.uses import Use, find_fields, find_uses, sort_uses
from zaru.studio.web.frame import answer_frame, mark_item
from zaru.studio.web.showing import find_studio, show

_STYLE = """
.zaru-item{background:#eef3e2!important;color:#222!important}
.zaru-item:hover{background:#dfeac6!important}
.zaru-item.zaru-here{background:#fbe5a2!important}
"""


def make_router() -> APIRouter:
    """Return the routes."""
    router = APIRouter(include_in_schema=False)

    @router.get("/studio/pages/{page}/source")
    def show_source(request: Request, page: str) -> Response:
        pages = find_studio(request).workspace.pages
        entry, found = pages.entry(page), pages.page(page)
        uses = _find_all(request, found)
        span = read_span(request.query_params.get("span", ""))
        data = {"page": entry.id, "uses": [_to_json(use) for use in uses], "span": span}
        return show(request, "source.html", "source", entry=entry, page=found, uses=uses, data=data)

    @router.get("/studio/pages/{page}/source/frame")
    def show_frame(request: Request, page: str) -> Response:
        workspace = find_studio(request).workspace
        found = workspace.pages.page(page)
        marks = (
            mark_item(use.span, number) for number, use in enumerate(_find_all(request, found))
        )
        return answer_frame(workspace.styles, found, marks, _STYLE)

    @router.get(f"{API}/studio/pages/{{page}}/bytes")
    def read_bytes(request: Request, page: str, span: str = Query()) -> dict[str, Any]:
        """Return the bytes around a span, and the numbers of the uses that have one of them."""
        found = find_studio(request).workspace.pages.page(page)
        wanted = read_span(span)
        assert wanted is not None  # a query that is asked for is there
        start, end = wanted[0], sum(wanted)
        uses = [
            number
            for number, use in enumerate(_find_all(request, found))
            if use.span[0] < end and start < sum(use.span)
        ]
        return {**_describe(view_bytes(found, wanted)), "uses": uses}

    return router


def _find_all(request: Request, page: Page) -> tuple[Use, ...]:
    """Return what zaru takes out of *page* by itself, and the fields that who asks has chosen."""
    uses = find_uses(page)
    desk = open_desk(request, find_folder(page))
    sheet = desk.read()
    if not sheet.fields:
        return uses
    return sort_uses((*uses, *find_fields(desk.records(sheet, page.id))))


def _to_json(use: Use) -> dict[str, Any]:
    return {"kind": use.kind, "name": use.name, "text": use.text, "span": use.span}


def _describe(view: ByteView) -> dict[str, Any]:
    cells = [
        {"offset": cell.offset, "codes": cell.codes, "characters": cell.characters}
        for cell in view.cells
    ]
    return {"cells": cells, "gap": view.gap, "left_out": view.left_out}
