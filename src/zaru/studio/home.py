"""The first page: the folders of the workspace, their pages, and what is done."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from zaru.errors import UsageError
from zaru.studio.content.labels import DONE
from zaru.studio.feed.published import list_feeds
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
    def done_pages(self) -> int:
        """The number of pages that are labelled."""
        return sum(page.id in self.done for page in self.pages)

    @property
    def next(self) -> PageEntry | None:
        """The page to label next; None when all are labelled."""
        return next((page for page in self.pages if page.id not in self.done), None)


def list_folders(studio: Studio, who: str) -> list[Folder]:
    """Return all folders, and which of their pages *who* has done."""
    done = find_done(studio, who)
    folders: dict[str, list[PageEntry]] = {}
    for entry in studio.workspace.pages.entries():
        folders.setdefault(entry.folder, []).append(entry)
    return [
        Folder(name, tuple(sorted(pages, key=lambda page: -page.doubt)), done)
        for name, pages in folders.items()
    ]


def find_done(studio: Studio, who: str) -> frozenset[str]:
    """Return the ids of the pages whose content *who* has labelled: all of it, and saved."""
    done = studio.workspace.actions.subjects_with("content", DONE)
    return frozenset(subject.name for subject in done if subject.who == who)


def find_next(studio: Studio, who: str, page: PageEntry) -> PageEntry | None:
    """Return the page to label behind *page*: the least sure one of its folder, else of another.

    None when there is no other that is not labelled.
    """
    folders = sorted(list_folders(studio, who), key=lambda one: one.name != page.folder)
    waiting = (
        one
        for folder in folders
        for one in folder.pages
        if one.id != page.id and one.id not in folder.done
    )
    return next(waiting, None)


def find_following(studio: Studio, who: str, page: PageEntry) -> PageEntry | None:
    """Return the page that comes behind *page* when it is left as it is, and begins again."""
    pages = [one for folder in list_folders(studio, who) for one in folder.pages]
    place = pages.index(page)
    done = find_done(studio, who)
    others = pages[place + 1 :] + pages[:place]
    return next((one for one in others if one.id not in done), None)


def make_router() -> APIRouter:
    """Return the routes."""
    router = APIRouter(include_in_schema=False)

    @router.get("/studio/")
    def show_home(request: Request) -> Response:
        studio = find_studio(request)
        folders = list_folders(studio, find_who(request))
        feeds = sorted(list_feeds(studio.workspace).items())
        progress = sum(folder.done_pages for folder in folders)
        following = next((folder.next for folder in folders if folder.next), None)
        return show(
            request, "home.html", "home", folders=folders, feeds=feeds, done=progress,
            following=following, all=sum(len(folder.pages) for folder in folders),
        )  # fmt: skip

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
