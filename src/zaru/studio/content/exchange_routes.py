"""The addresses of labels as files, and of the figures of all of them."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Form, Request, UploadFile
from fastapi.responses import Response

from zaru.errors import NotFound
from zaru.server.faults import API
from zaru.studio.content.exchange import Outcome, export_labels, import_labels
from zaru.studio.content.figures import (
    compare_people,
    evaluate_all,
    find_people,
    read_method,
    write_figures,
)
from zaru.studio.content.formats import FILE_NAMES, FORMATS, read_labels, write_labels
from zaru.studio.content.judging import METHODS
from zaru.studio.home import list_folders
from zaru.studio.web.showing import find_studio, find_who, show

_TYPES = {"json": "application/json", "jsonl": "application/x-ndjson"}


def make_router() -> APIRouter:
    """Return the routes."""
    router = APIRouter(include_in_schema=False)
    _add_files(router)
    _add_figures(router)
    return router


def _add_files(router: APIRouter) -> None:
    @router.get("/studio/content")
    def show_labels(request: Request) -> Response:
        return _show(request, None)

    @router.get("/studio/content/{name}")
    def write_file(request: Request, name: str, who: str = "") -> Response:
        format_ = next((one for one in FORMATS if FILE_NAMES[one] == name), None)
        if format_ is None:
            raise NotFound(f"no file {name[:40]!r}; files: {', '.join(FILE_NAMES.values())}")
        labels = export_labels(find_studio(request).workspace, who or None)
        body = "".join(write_labels(labels, format_))
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        media_type = _TYPES[name.rpartition(".")[2]]
        return Response(body, media_type=f"{media_type}; charset=utf-8", headers=headers)

    @router.post("/studio/content")
    def read_file(request: Request, file: UploadFile, replace: str = Form("")) -> Response:
        found = read_labels(file.file.read(), file.filename or "labels")
        outcomes = import_labels(
            find_studio(request).workspace, found, who=find_who(request), is_replacing=bool(replace)
        )
        return _show(request, list(outcomes))


def _show(request: Request, outcomes: list[Outcome] | None) -> Response:
    studio = find_studio(request)
    folders = list_folders(studio, find_who(request))
    following = next((folder.next for folder in folders if folder.next), None)
    return show(
        request, "labels.html", "content", outcomes=outcomes, people=find_people(studio),
        methods=METHODS, files=FILE_NAMES, following=following,
        done=sum(folder.done_pages for folder in folders), all=len(studio.workspace.pages),
    )  # fmt: skip


def _add_figures(router: APIRouter) -> None:
    @router.get(f"{API}/studio/content/figures")
    def evaluate(request: Request, method: str = "default", who: str = "") -> dict[str, Any]:
        """Return how a method does on all pages that somebody, or anybody, has labelled."""
        total = evaluate_all(find_studio(request), who or None, read_method(method))
        return {**write_figures(total.evaluation), "left": total.left}

    @router.get(f"{API}/studio/content/agreement")
    def compare(request: Request, correct: str) -> dict[str, Any]:
        """Return how the labels of all others compare with those of a person."""
        found = compare_people(find_studio(request), correct)
        people = [
            {
                "who": one.who,
                **write_figures(one.evaluation),
                "same_roles": round(one.same_roles, 4),
            }
            for one in found
        ]
        return {"correct": correct, "people": people}
