"""`/api/v1/pages/{page}/links`: where a page leads, and what leads to it."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from zaru.io.corpus_page import CorpusLink
from zaru.io.schema import LINKS
from zaru.io.tables import Row
from zaru.server.api.answer import FAULTS, Slice, to_model, to_slice_model
from zaru.server.api.pages import PageName
from zaru.server.lookup import Looked, find_page

router = APIRouter(tags=["pages"], responses=FAULTS)
Direction = Literal["out", "in"]
LinksAnswer = to_slice_model(
    "Links", "links", to_model("Link", LINKS), direction=(Direction, Field())
)


class LinkParameters(Slice):
    """Which links."""

    direction: Direction = Field(
        "out", description="Links of this page, or those of other pages of the corpus to it."
    )


@router.get("/pages/{page}/links", response_model=LinksAnswer)
def read_links(
    page: PageName,
    some: Annotated[LinkParameters, Query()],
    view: Looked,
) -> dict[str, object]:
    """Read the links of a page, or those to it."""
    found = find_page(view, page)
    find = view.corpus.links_from if some.direction == "out" else view.corpus.links_to
    rows = list(map(_to_row, find(found)))
    return {"page": found.id, "direction": some.direction, **some.of("links", rows)}


def _to_row(link: CorpusLink) -> Row:
    return {
        "from": link.source,
        "to": link.target,
        "target": link.document,
        "url": link.url,
        "anchor": link.anchor,
        "span": link.span,
    }
