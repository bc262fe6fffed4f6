"""`/api/v1/pages/{page}`: one page, and its original bytes."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path
from fastapi.responses import Response

from zaru.io.schema import PAGES
from zaru.io.tables import Row
from zaru.server.api.answer import FAULTS, to_model
from zaru.server.headers import DATA_POLICY
from zaru.server.lookup import PAGE_PATTERN, Looked, find_page

router = APIRouter(tags=["pages"], responses=FAULTS)
PageAnswer = to_model("Page", PAGES)
PageName = Annotated[
    str, Path(pattern=PAGE_PATTERN, description="Its id, or the beginning of its id.")
]
_BYTES: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/octet-stream": {}}, "description": "Its bytes."}
}


@router.get("/pages/{page}", response_model=PageAnswer)
def read_page(page: PageName, view: Looked) -> Row:
    """Read a page: content as text, Markdown and blocks with spans, metadata, quality."""
    return find_page(view, page).row


@router.get("/pages/{page}/original", response_class=Response, responses={**FAULTS, **_BYTES})
def read_original(page: PageName, view: Looked) -> Response:
    """Read a page as it was received, to the byte; all spans count these bytes."""
    found = find_page(view, page)
    return send_original(view.corpus.original(found).raw, found.id)


def send_original(raw: bytes, name: str, kind: str = "application/octet-stream") -> Response:
    """Return bytes that somebody else wrote, so that no browser shows them as ours."""
    headers = {
        "Content-Disposition": f'attachment; filename="{name}.html"',
        "Content-Security-Policy": DATA_POLICY,
    }
    return Response(raw, media_type=None, headers={"Content-Type": kind, **headers})
