"""The addresses of the feed view."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from zaru.errors import NotFound, UsageError
from zaru.feeds.writing.edition import prepare_edition
from zaru.page import Page
from zaru.server.faults import API
from zaru.server.headers import DATA_POLICY
from zaru.studio.actions import Sheet, Subject
from zaru.studio.feed.choice import Choice
from zaru.studio.feed.lists import look
from zaru.studio.feed.published import check_free, read_feed
from zaru.studio.feed.rule import find_rule
from zaru.studio.feed.view import show_choice, show_lists, show_rule
from zaru.studio.web.frame import answer_frame, mark_item
from zaru.studio.web.showing import find_studio, find_who, show

_STYLE = """
.zaru-item:hover{outline:1px dashed #5f6f2b!important;outline-offset:2px!important}
.zaru-in{background:#eef3e2!important;color:#222!important}
.zaru-even{background:#e6eef6!important}
.zaru-title{text-decoration:underline 2px #5f6f2b!important;text-underline-offset:.25em!important}
.zaru-out{background:#f1ece4!important;color:#6b6358!important}
.zaru-out.zaru-title{text-decoration:line-through!important}
.zaru-item[data-zaru]::before{content:attr(data-zaru)!important;display:inline-block!important;
margin:0 .5em 0 0!important;padding:0 .45em!important;border-radius:.8em!important;
background:#5f6f2b!important;color:#fff!important;text-decoration:none!important;
font:700 13px/1.5 system-ui,sans-serif!important}
.zaru-out[data-zaru]::before{background:#7a6f60!important}
"""
_SPANS = 2000  # titles that one action adds
_Span = tuple[int, int]


class Act(BaseModel):
    """What a person did, one thing of all that can be done, to the choice of a version."""

    model_config = ConfigDict(extra="forbid")
    version: int
    key: str | None = None  # of the articles that the script has
    pick: int | None = None  # the number of a list
    drop: _Span | None = None  # a title
    add: list[_Span] | None = Field(None, min_length=1, max_length=_SPANS)
    name: str | None = Field(None, max_length=100)
    words: str = Field("", max_length=200)  # what is done, for whoever undoes it


class Step(BaseModel):
    """Undo or redo, of a version."""

    version: int
    key: str | None = None


def make_router() -> APIRouter:
    """Return the routes."""
    router = APIRouter(include_in_schema=False)

    @router.get("/studio/pages/{page}/feed")
    def show_feed(request: Request, page: str) -> Response:
        pages = find_studio(request).workspace.pages
        entry, found = pages.entry(page), pages.page(page)
        data = {
            "page": entry.id,
            "items": look(found).items,
            "lists": show_lists(look(found)),
            "state": show_choice(found, _read(request, page)),
        }
        feeds = look(found).candidates.read(None).feeds
        return show(request, "feed.html", "feed", entry=entry, data=data, feeds=feeds)

    @router.get("/studio/pages/{page}/feed/frame")
    def show_frame(request: Request, page: str) -> Response:
        workspace = find_studio(request).workspace
        found = workspace.pages.page(page)
        marks = (mark_item(span, number) for number, span in enumerate(look(found).items))
        return answer_frame(workspace.styles, found, marks, _STYLE)

    @router.get("/studio/pages/{page}/feed/preview")
    def show_preview(request: Request, page: str) -> Response:
        workspace = find_studio(request).workspace
        now = read_feed(workspace, _subject(request, page))
        edition = prepare_edition(now.articles, history=now.history, now=now.modified)
        entry, read = workspace.pages.entry(page), workspace.pages.entry(now.page)
        return show(
            request, "feed_preview.html", "feed", entry=entry, edition=edition, now=now, read=read
        )

    @router.get("/studio/pages/{page}/feed/list.json")
    def read_file(request: Request, page: str) -> Response:
        found, choice = _find(request, page)
        rule = find_rule(found, choice)
        if rule.wrapper is None:
            raise NotFound("no rule finds just these articles, so there is no file of it")
        name = f"{choice.name or 'list'}.json"
        headers = {
            "Content-Disposition": f'attachment; filename="{name}"',
            "Content-Security-Policy": DATA_POLICY,
        }
        return Response(rule.wrapper.dumps(), media_type="application/json", headers=headers)

    @router.get(f"{API}/studio/pages/{{page}}/feed/rule")
    def read_rule(request: Request, page: str) -> dict[str, Any]:
        found, choice = _find(request, page)
        return show_rule(found, choice, find_rule(found, choice))

    @router.post(f"{API}/studio/pages/{{page}}/feed")
    def act(request: Request, page: str, act: Act) -> Response:
        workspace, subject = find_studio(request).workspace, _subject(request, page)
        found, choice = _find(request, page)
        changed = _change(found, choice, act)
        if changed.name is not None:
            check_free(workspace, changed.name, subject)
        sheet = workspace.actions.change(
            subject, changed.to_labels(), version=act.version, words=act.words
        )
        return JSONResponse(show_choice(found, sheet, act.key))

    @router.post(f"{API}/studio/pages/{{page}}/feed/{{turn}}")
    def turn(request: Request, page: str, turn: Literal["undo", "redo"], step: Step) -> Response:
        workspace = find_studio(request).workspace
        do = workspace.actions.undo if turn == "undo" else workspace.actions.redo
        sheet = do(_subject(request, page), version=step.version)
        return JSONResponse(show_choice(workspace.pages.page(page), sheet, step.key))

    return router


def _subject(request: Request, page: str) -> Subject:
    return Subject("feed", find_studio(request).workspace.pages.entry(page).id, find_who(request))


def _read(request: Request, page: str) -> Sheet:
    return find_studio(request).workspace.actions.read(_subject(request, page))


def _find(request: Request, page: str) -> tuple[Page, Choice]:
    """Return a page, and what was chosen of it."""
    found = find_studio(request).workspace.pages.page(page)
    return found, Choice.of(_read(request, page).labels, look(found))


def _change(page: Page, choice: Choice, act: Act) -> Choice:
    """Return the choice after an action; raises `UsageError` when it makes no sense."""
    given = [name for name in ("pick", "drop", "add", "name") if getattr(act, name) is not None]
    if len(given) != 1:
        raise UsageError("an action is one of pick, drop, add and name")
    lists = look(page)
    if act.pick is not None:
        return choice.pick(lists, act.pick)
    if act.drop is not None:
        return choice.drop(lists, act.drop)
    if act.add is not None:
        return choice.add(lists, act.add)
    return choice.call((act.name or "").strip())
