"""The addresses of the source view."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from zaru.server.faults import API
from zaru.server.web.asking import read_span
from zaru.server.web.byte_view import ByteView, view_bytes
from zaru.studio.source.uses import Use, find_uses
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
        studio = find_studio(request)
        entry, found = studio.workspace.pages.entry(page), studio.workspace.pages.page(page)
        uses = find_uses(found)
        span = read_span(request.query_params.get("span", ""))
        data = {"page": entry.id, "uses": [_to_json(use) for use in uses], "span": span}
        return show(request, "source.html", "source", entry=entry, page=found, uses=uses, data=data)

    @router.get("/studio/pages/{page}/source/frame")
    def show_frame(request: Request, page: str) -> Response:
        workspace = find_studio(request).workspace
        found = workspace.pages.page(page)
        marks = (mark_item(use.span, number) for number, use in enumerate(find_uses(found)))
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
            for number, use in enumerate(find_uses(found))
            if use.span[0] < end and start < sum(use.span)
        ]
        return {**_describe(view_bytes(found, wanted)), "uses": uses}

    return router


def _to_json(use: Use) -> dict[str, Any]:
    return {"kind": use.kind, "name": use.name, "text": use.text, "span": use.span}


def _describe(view: ByteView) -> dict[str, Any]:
    cells = [
        {"offset": cell.offset, "codes": cell.codes, "characters": cell.characters}
        for cell in view.cells
    ]
    return {"cells": cells, "gap": view.gap, "left_out": view.left_out}
