"""The files of the fields view: labels, the wrapper and its records, and the wrapper as code."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse

from zaru.errors import InputError, UsageError
from zaru.io.csv_rows import to_csv_row
from zaru.server.faults import API
from zaru.studio.fields.desk import Desk
from zaru.studio.fields.exchange import export_labels, name_pages
from zaru.studio.fields.opening import Folder, open_desk
from zaru.studio.fields.result import is_learnt
from zaru.studio.fields.sheet import FieldSheet
from zaru.studio.web.showing import find_studio
from zaru.wrappers.export.description import describe
from zaru.wrappers.export.listing import list_expressions
from zaru.wrappers.export.script import to_python
from zaru.wrappers.record import Record, name_cells
from zaru.wrappers.wrapper import Wrapper

_FORMS: dict[str, Callable[[Wrapper], str]] = {
    "words": describe,
    "css": lambda wrapper: list_expressions(wrapper, "css"),
    "xpath": lambda wrapper: list_expressions(wrapper, "xpath"),
    "python": to_python,
}


def add_downloads(router: APIRouter) -> None:
    """Add the addresses of files to *router*."""

    def learnt(request: Request, folder: str) -> tuple[Desk, FieldSheet, Wrapper]:
        desk = open_desk(request, folder)
        sheet = desk.read()
        result = desk.learn(sheet)
        if not is_learnt(result):
            raise UsageError("nothing is learnt yet: click a value, or keep a field that was found")
        return desk, sheet, result.wrapper

    @router.get("/studio/fields/labels.jsonl")
    def save_labels(request: Request, folder: Folder) -> Response:
        desk = open_desk(request, folder)
        names = name_pages(find_studio(request).workspace.pages.entries())
        lines = (_to_line(label.to_json()) for label in export_labels(desk.read(), names))
        return _download(b"".join(lines), "labels.jsonl", "application/x-ndjson")

    @router.get("/studio/fields/wrapper.json")
    def save_wrapper(request: Request, folder: Folder) -> Response:
        desk, sheet, _ = learnt(request, folder)
        body = desk.finish(sheet).dumps().encode("utf-8", "backslashreplace")
        return _download(body, "wrapper.json", "application/json")

    @router.get(f"{API}/studio/fields/code")
    def write_code(
        request: Request, folder: Folder, form: Literal["words", "css", "xpath", "python"]
    ) -> dict[str, Any]:
        """Return the wrapper for other tools."""
        return {"text": _FORMS[form](learnt(request, folder)[2])}

    @router.get("/studio/fields/records.{form}")
    def save_records(request: Request, folder: Folder, form: Literal["csv", "jsonl"]) -> Response:
        desk, _, wrapper = learnt(request, folder)
        pages = find_studio(request).workspace.pages

        def read() -> Iterator[Record]:
            for page in desk.memory.entries:
                with suppress(InputError):
                    yield from wrapper.apply(pages.page(page))

        if form == "csv":
            header = to_csv_row(name_cells(wrapper.fields))
            rows = (to_csv_row(record.cells) for record in read())
            return _stream(header, rows, "records.csv", "text/csv; charset=utf-8")
        lines = (_to_line(record.to_json()) for record in read())
        return _stream(b"", lines, "records.jsonl", "application/x-ndjson")


def _to_line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def _attach(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def _download(body: bytes, name: str, type_: str) -> Response:
    return Response(body, media_type=type_, headers=_attach(name))


def _stream(header: bytes, lines: Iterator[bytes], name: str, type_: str) -> Response:
    def write() -> Iterator[bytes]:
        yield header
        yield from lines

    return StreamingResponse(write(), media_type=type_, headers=_attach(name))
