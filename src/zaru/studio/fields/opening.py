"""From a request to the desk that it is about."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request

from zaru.errors import InputError
from zaru.studio.fields.desk import Desk
from zaru.studio.web.showing import find_studio, find_who
from zaru.wrappers.rules.view import View

Folder = Annotated[str, Query(max_length=4000)]


def open_desk(request: Request, folder: str) -> Desk:
    """Return the desk of who asks over a folder; raises `NotFound`."""
    studio = find_studio(request)
    return Desk(studio.workspace, studio.memories, folder, find_who(request))


def find_view(desk: Desk, page: str) -> View | None:
    """Return a page of the folder, None when it cannot be read; raises `NotFound`."""
    try:
        return desk.view(page)
    except InputError as error:
        desk.memory.unreadable[page] = str(error)
        return None
