"""The first page: the folders of the workspace, their pages, and what is done."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from zaru.errors import UsageError
from zaru.studio.actions import Subject
from zaru.studio.pages import PageEntry
from zaru.studio.studio import Studio
from zaru.studio.web.showing import COOKIE, STUDIO, find_studio, find_who, read_name, show

_YEAR_SECONDS = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Folder:
    """Pages that lie together, the least sure first."""

    name: str
    pages: tuple[PageEntry, ...]
    done: frozenset[str]  # the ids of those whose content is labelled

    @property
    def next(self) -> PageEntry:
        """The page to label next."""
        return next((page for page in self.pages if page.id not in self.done), self.pages[0])


def list_folders(studio: Studio, who: str) -> list[Folder]:
    """Return all folders, and which of their pages *who* has done."""
    actions = studio.workspace.actions
    done = frozenset(
        subject.name
        for subject in actions.subjects("content")
        if subject.who == who and is_done(studio, subject)
    )
    folders: dict[str, list[PageEntry]] = {}
    for entry in studio.workspace.pages.entries():
        folders.setdefault(entry.folder, []).append(entry)
    return [
        Folder(name, tuple(sorted(pages, key=lambda page: -page.doubt)), done)
        for name, pages in folders.items()
    ]


def is_done(studio: Studio, subject: Subject) -> bool:
    """Say whether the content of a page is labelled: somebody looked at all of it and saved."""
    return bool(studio.workspace.actions.read(subject).labels.get("done"))


def make_router() -> APIRouter:
    """Return the routes."""
    router = APIRouter(include_in_schema=False)

    @router.get("/studio/")
    def show_home(request: Request) -> Response:
        studio = find_studio(request)
        folders = list_folders(studio, find_who(request))
        return show(request, "home.html", "home", folders=folders, workspace=studio.workspace)

    @router.get("/studio/static/{name}")
    def show_static(name: str) -> Response:
        return STUDIO.serve(name)

    @router.post("/studio/who")
    def choose_who(who: str = Form(), back: str = Form("/studio/")) -> Response:
        name = read_name(who)
        if name is None:
            raise UsageError("a name has 1 to 40 letters, digits, blanks, dots, @ or -")
        place = back if back.startswith("/studio/") else "/studio/"
        answer = RedirectResponse(place, 303)
        answer.set_cookie(
            COOKIE, quote(name), max_age=_YEAR_SECONDS, httponly=True, samesite="strict"
        )
        return answer

    return router
