"""The addresses of the content view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from zaru.errors import UsageError
from zaru.layout.marked import Mark
from zaru.server.faults import API
from zaru.studio.content import exchange_routes
from zaru.studio.content.blocks import ROLES, Block, Labels
from zaru.studio.content.figures import evaluate_all, evaluate_page, read_method, write_figures
from zaru.studio.content.judging import METHODS
from zaru.studio.content.labels import Change, Labelling, State, find_changes
from zaru.studio.home import find_done, find_following, find_next
from zaru.studio.web.frame import answer_frame, answer_unreadable, mark_item
from zaru.studio.web.showing import find_studio, find_who, show

_SHOWN_CHARS = 200  # of a block in the panel; all of it is on the page
_TINTS = {
    "title": "#f6c9a0", "heading": "#fbe5a2", "paragraph": "#cfe8c0", "list": "#bfe5d8",
    "table": "#c4e0ef", "code": "#d5d2ea", "quote": "#e6d0e8", "caption": "#dfe3a8",
    "date": "#f3cdd0", "author": "#f0d3bf", "credit": "#ddd5c8",
}  # fmt: skip
# What is dropped looks paler, also to those who see no colours. Tints are for both schemes: a
# page keeps the colours that it has, and the marks their own dark letters on light grounds.
_STYLE = """
.zaru-item{border-radius:3px!important}
.zaru-item:not([class*=zaru-is-]){opacity:.5!important;text-decoration-line:none!important}
.zaru-item:hover{box-shadow:0 0 0 2px #1d4c73!important}
""" + "\n".join(
    f".zaru-is-{role}{{background:{tint}!important;color:#1c1a17!important;opacity:1!important}}"
    for role, tint in _TINTS.items()
)


def make_router() -> APIRouter:
    """Return the routes."""
    router = APIRouter(include_in_schema=False)
    _add_page(router)
    _add_actions(router)
    _add_figures(router)
    router.include_router(exchange_routes.make_router())
    return router


def _add_page(router: APIRouter) -> None:
    @router.get("/studio/pages/{page}/content")
    def show_content(request: Request, page: str) -> Response:
        studio, who = find_studio(request), find_who(request)
        entry = studio.workspace.pages.entry(page)
        labelling = Labelling(studio, page, who)
        state = labelling.read()
        following = find_following(studio, who, entry)
        data = {
            "page": entry.id,
            **_describe(state),
            "suggestion": labelling.suggestion,
            "blocks": [_to_json(block, state) for block in labelling.blocks],
            "following": following and following.id,
        }
        progress = {"done": len(find_done(studio, who)), "all": len(studio.workspace.pages)}
        return show(
            request, "content.html", "content", entry=entry, data=data, roles=ROLES,
            methods=METHODS, **progress,
        )  # fmt: skip

    @router.get("/studio/pages/{page}/content/frame")
    def show_frame(request: Request, page: str) -> Response:
        workspace = find_studio(request).workspace
        labelling = Labelling(find_studio(request), page, find_who(request))
        if not labelling.blocks:
            return answer_unreadable()
        marks = _mark(labelling.blocks, labelling.read().labels)
        return answer_frame(workspace.styles, workspace.pages.page(page), marks, _STYLE)


def _mark(blocks: tuple[Block, ...], labels: Labels) -> Iterator[Mark]:
    for number, block in enumerate(blocks):
        role = labels.get(block.key)
        look = f"zaru-is-{role}" if role else ""
        for run in block.runs:
            yield mark_item(run, number, look=look)


def _add_actions(router: APIRouter) -> None:
    @router.post(f"{API}/studio/pages/{{page}}/content")
    def change(request: Request, page: str, asked: dict[str, Any]) -> dict[str, Any]:
        """Label blocks, or say that the page is done: one action, saved before it is answered."""
        studio, who = find_studio(request), find_who(request)
        labelling = Labelling(studio, page, who)
        wanted = _read_change(asked)
        state = labelling.change(wanted)
        answer = _describe(state)
        if wanted.is_done:
            found = find_next(studio, who, studio.workspace.pages.entry(page))
            answer["next"] = found and found.id
        return answer

    @router.post(f"{API}/studio/pages/{{page}}/content/undo")
    def undo(request: Request, page: str, asked: dict[str, Any]) -> dict[str, Any]:
        """Take the last action back; return what is different now."""
        labelling = Labelling(find_studio(request), page, find_who(request))
        before = labelling.read()
        return _turn(before, labelling.undo(_read_number(asked, "version")))

    @router.post(f"{API}/studio/pages/{{page}}/content/redo")
    def redo(request: Request, page: str, asked: dict[str, Any]) -> dict[str, Any]:
        """Do again what was undone; return what is different now."""
        labelling = Labelling(find_studio(request), page, find_who(request))
        before = labelling.read()
        return _turn(before, labelling.redo(_read_number(asked, "version")))


def _add_figures(router: APIRouter) -> None:
    @router.get(f"{API}/studio/pages/{{page}}/content/figures")
    def evaluate(request: Request, page: str, method: str = "default") -> dict[str, Any]:
        """Return how a method does on this page, and on all that are labelled."""
        studio, who = find_studio(request), find_who(request)
        chosen = read_method(method)
        here = evaluate_page(studio, page, who, chosen)
        total = evaluate_all(studio, who, chosen)
        return {
            "page": here and write_figures(here),
            "all": write_figures(total.evaluation),
            "left": total.left,
        }


def _describe(state: State) -> dict[str, Any]:
    return {
        "version": state.version,
        "begun": state.is_begun,
        "done": state.is_done,
        "undoes": state.undoes,
        "redoes": state.redoes,
    }


def _turn(before: State, after: State) -> dict[str, Any]:
    return {**_describe(after), "changed": find_changes(before.labels, after.labels)}


def _to_json(block: Block, state: State) -> dict[str, Any]:
    return {
        "key": block.key,
        "role": state.labels.get(block.key),
        "guess": block.role,
        "score": round(block.score, 2),
        "text": block.text[:_SHOWN_CHARS],
    }


def _read_change(asked: dict[str, Any]) -> Change:
    labels, is_done, words = asked.get("labels", {}), asked.get("done"), asked.get("words", "")
    if not isinstance(labels, dict) or not all(
        role is None or isinstance(role, str) for role in labels.values()
    ):
        raise UsageError("labels: an object with a role or null by the key of each block")
    if not isinstance(is_done, bool | None) or not isinstance(words, str):
        raise UsageError("done: true or false; words: a text")
    version, suggestion = _read_number(asked, "version"), _read_number(asked, "suggestion")
    return Change(labels, version, suggestion, is_done, words)


def _read_number(asked: dict[str, Any], name: str) -> int:
    value = asked.get(name)
    if isinstance(value, int):
        return value
    raise UsageError(f"{name}: a number is missing")
