"""From what a request names to pages of the corpus, in words that name no place of this machine."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from zaru.corpus.identity import page_id
from zaru.errors import FormatError
from zaru.io.corpus_page import CorpusPage
from zaru.page import Page
from zaru.server.rules import STALE_KEY
from zaru.server.state import State, View

PAGE_PATTERN = r"^[0-9a-f]{1,32}$"


def look(request: Request) -> View:
    """Return corpus and index as they are now; the answer then says whether they are stale."""
    state: State = request.app.state.zaru
    view = state.view()
    request.scope[STALE_KEY] = view.is_stale
    return view


# A parameter of routes.
Looked = Annotated[View, Depends(look)]


def find_page(view: View, name: str) -> CorpusPage:
    """Return the page whose id is *name* or begins with it, and no other's does."""
    return view.pages.find(name)


def read_original(view: View, page: CorpusPage) -> Page:
    """Return the page as it was received; raises `FormatError` when it is not there any more.

    What an old index says of a place may now be the place of another page.
    """
    original = view.corpus.original(page)
    if view.is_stale and page_id(original) != page.id:
        raise FormatError(f"{page.id} is not where the index says")
    return original
