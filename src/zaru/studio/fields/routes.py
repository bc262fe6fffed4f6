"""The addresses of the fields view."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from zaru.server.faults import API
from zaru.studio.fields.acting import (
    Asked,
    AskedField,
    AskedImport,
    AskedLabel,
    AskedPick,
    AskedRemoval,
    AskedTurn,
    AskedValue,
)
from zaru.studio.fields.desk import Desk
from zaru.studio.fields.downloads import add_downloads
from zaru.studio.fields.exchange import import_labels
from zaru.studio.fields.opening import Folder, find_view, open_desk
from zaru.studio.fields.picking import find_images, offer_choices
from zaru.studio.fields.sheet import Change
from zaru.studio.fields.showing import show_choice, show_found, show_result, show_sheet, show_value
from zaru.studio.web.frame import answer_frame, answer_unreadable, mark_item
from zaru.studio.web.showing import find_studio, show
from zaru.wrappers.labels import read_labels

# Tints that dark text reads well on, and the line below it; the same are in fields.css.
_TINTS = (
    ("#fbe5a2", "#9a6b00"), ("#cfe3f5", "#1f6091"), ("#dcebc4", "#4f7320"), ("#f6d3d0", "#a33a30"),
    ("#e3d8f3", "#6a4a9c"), ("#c9ebe4", "#1d7568"), ("#f9dcbc", "#a0550f"), ("#e2e2da", "#5c5c50"),
)  # fmt: skip
_STYLE = ".zaru-item:hover{outline:1px dashed #5f6f2b!important}" + "".join(
    f".zaru-tint-{number}{{background:{tint}!important;color:#222!important;"
    f"box-shadow:inset 0 -1px {line}!important}}"
    f".zaru-tint-{number}.zaru-label{{box-shadow:inset 0 -3px {line}!important}}"
    f"img.zaru-tint-{number}{{outline:3px solid {line}!important}}"
    for number, (tint, line) in enumerate(_TINTS)
)


def make_router() -> APIRouter:
    """Return the routes."""
    router = APIRouter(include_in_schema=False)
    _add_pages(router)
    _add_actions(router)
    add_downloads(router)
    return router


def _add_pages(router: APIRouter) -> None:
    @router.get("/studio/fields")
    def show_fields(request: Request, folder: Folder, page: str = "", field: str = "") -> Response:
        desk = open_desk(request, folder)
        entries = desk.memory.entries
        entry = entries[page] if page in entries else next(iter(entries.values()))
        view = find_view(desk, entry.id)
        problem = "" if view is not None else desk.memory.unreadable.get(entry.id, "–")
        data = {
            "folder": folder, "page": entry.id, "field": field, "problem": problem,
            "sheet": show_sheet(desk.read(), view),
        }  # fmt: skip
        known = list(entries)
        place = known.index(entry.id)
        beside = [entries[known[number % len(known)]] for number in (place - 1, place + 1)]
        return show(
            request, "fields.html", "fields", entry=entry, folder=folder, data=data,
            problem=problem, number=place + 1, all=len(known), beside=beside,
        )  # fmt: skip

    @router.get("/studio/fields/frame")
    def show_frame(request: Request, folder: Folder, page: str) -> Response:
        desk = open_desk(request, folder)
        view = find_view(desk, page)
        if view is None:
            return answer_unreadable()
        spans = view.tree.spans
        marks = (
            mark_item((spans[row][0], spans[row][1] - spans[row][0]), number)
            for number, row in enumerate(view.runs)
        )
        images = enumerate(find_images(view), len(view.runs))
        elements = {row: f"zaru-item zaru-{number}" for number, row in images}
        styles = find_studio(request).workspace.styles
        return answer_frame(styles, view.page, marks, _STYLE, elements)

    @router.get(f"{API}/studio/fields/result")
    def read_result(request: Request, folder: Folder, page: str) -> dict[str, Any]:
        """Return what the labels come to on all pages."""
        desk = open_desk(request, folder)
        return show_result(desk, desk.read(), find_view(desk, page))

    @router.get(f"{API}/studio/fields/found")
    def read_found(request: Request, folder: Folder) -> dict[str, Any]:
        """Return the fields that are discovered, with examples."""
        desk = open_desk(request, folder)
        return {"fields": show_found(desk, desk.read())}

    @router.get(f"{API}/studio/fields/choices")
    def read_choices(request: Request, folder: Folder, page: str, item: int) -> dict[str, Any]:
        """Return what a click on an item may mean."""
        view = open_desk(request, folder).view(page)
        return {"choices": [show_choice(choice) for choice in offer_choices(view, item)]}


def _add_actions(router: APIRouter) -> None:
    @router.post(f"{API}/studio/fields/pick")
    def pick(request: Request, asked: AskedPick) -> dict[str, Any]:
        """Label what was clicked or dragged over."""
        desk = open_desk(request, asked.folder)
        sheet = desk.read()
        choices, chosen = asked.understand(desk.view(asked.page))
        value = choices[chosen].value
        change = desk.add_value(sheet, asked.page, value, asked.field)
        is_new = all(field.id != change.field for field in sheet.fields)
        shown = [show_choice(choice) for choice in choices]
        answer = _save(desk, asked, change)
        return {**answer, "isNew": is_new, "value": show_value(value), "choices": shown}

    def act(
        request: Request, asked: AskedValue | AskedRemoval | AskedLabel | AskedField
    ) -> dict[str, Any]:
        desk = open_desk(request, asked.folder)
        return _save(desk, asked, asked.change(desk, desk.read()))

    @router.post(f"{API}/studio/fields/value")
    def set_value(request: Request, asked: AskedValue) -> dict[str, Any]:
        """Label a value, or one in the place of another."""
        return act(request, asked)

    @router.post(f"{API}/studio/fields/take-back")
    def take_back(request: Request, asked: AskedRemoval) -> dict[str, Any]:
        """Remove a value of a label."""
        return act(request, asked)

    @router.post(f"{API}/studio/fields/label")
    def set_label(request: Request, asked: AskedLabel) -> dict[str, Any]:
        """Say that a page has what was found, that it has no value, or take back what was said."""
        return act(request, asked)

    @router.post(f"{API}/studio/fields/field")
    def change_field(request: Request, asked: AskedField) -> dict[str, Any]:
        """Rename or remove a field, or keep one that was discovered."""
        return act(request, asked)

    @router.post(f"{API}/studio/fields/turn")
    def turn(request: Request, asked: AskedTurn) -> dict[str, Any]:
        """Take the last action back, or do it again."""
        desk = open_desk(request, asked.folder)
        sheet = (desk.undo if asked.turn == "undo" else desk.redo)(asked.version)
        return {"sheet": show_sheet(sheet, find_view(desk, asked.page)), "field": ""}

    @router.post(f"{API}/studio/fields/labels")
    def take_labels(request: Request, asked: AskedImport) -> dict[str, Any]:
        """Take over the labels of a file."""
        desk = open_desk(request, asked.folder)
        labels = list(read_labels(asked.text.splitlines()))
        change, problems = import_labels(desk.read(), labels, desk.memory.entries.values())
        return {**_save(desk, asked, change), "problems": problems}


def _save(desk: Desk, asked: Asked, change: Change) -> dict[str, Any]:
    sheet = desk.save(change, asked.version)
    return {"sheet": show_sheet(sheet, find_view(desk, asked.page)), "field": change.field}
