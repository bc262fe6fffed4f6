"""`/api/v1/pages/{page}/duplicates`: pages that say nearly the same."""

from __future__ import annotations

from time import monotonic

from fastapi import APIRouter
from pydantic import Field

from zaru.io.corpus_page import CorpusPage
from zaru.server.api.answer import FAULTS, Model
from zaru.server.api.pages import PageName
from zaru.server.lookup import Looked, find_page
from zaru.server.state import View

router = APIRouter(tags=["pages"], responses=FAULTS)
MAX_DUPLICATES = 100
_SCAN_SECONDS = 5.0  # a column of all pages is read: there is no index of it


class Duplicate(Model):
    """A page that says nearly the same."""

    id: str
    url: str | None
    title: str | None
    time: str | None
    size: int


class DuplicatesAnswer(Model):
    """Other pages that nearly repeat the same page as this one, or this one."""

    page: str
    first: str = Field(description="The page that the others repeat.")
    duplicates: list[Duplicate]
    is_complete: bool = Field(description="False: there may be more than these.")


@router.get("/pages/{page}/duplicates")
def read_duplicates(page: PageName, view: Looked) -> DuplicatesAnswer:
    """Find pages that say nearly the same: at most 100, and none after 5 seconds."""
    found = find_page(view, page)
    pages, is_complete = _collect(view, found)
    return DuplicatesAnswer(
        page=found.id,
        first=found["duplicate_of"] or found.id,
        duplicates=[_to_answer(one) for one in pages],
        is_complete=is_complete,
    )


def _collect(view: View, page: CorpusPage) -> tuple[list[CorpusPage], bool]:
    """Return pages that repeat *page*, and whether these are all."""
    end = monotonic() + _SCAN_SECONDS
    pages: list[CorpusPage] = []
    for one in view.corpus.repeats(page):
        if len(pages) == MAX_DUPLICATES or monotonic() > end:
            return pages, False
        pages.append(one)
    return pages, True


def _to_answer(page: CorpusPage) -> Duplicate:
    return Duplicate(
        id=page.id, url=page.url, title=page.title, time=page["time"], size=page["size"]
    )
