"""The TSUBAKI API of paper 1, §5: `GET /api.cgi`, its parameters and its answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response

from zaru.errors import NotFound, UsageError, suggest
from zaru.search.searching import MAX_LIMIT, MAX_OFFSET
from zaru.server.api.pages import send_original
from zaru.server.faults import TSUBAKI
from zaru.server.lookup import Looked, find_page
from zaru.server.result_set import write_result_set
from zaru.server.state import State, View

router = APIRouter(include_in_schema=False)

_SEARCH = ("query", "start", "starts", "results", "logical_operator", "only_hitcount", "snippets")
_PAGE = ("id", "format")
_OPERATORS = ("AND", "OR")
_FORMATS = ("html", "xml")
_XML = "application/xml; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Asked:
    """A search, as the parameters say it."""

    query: str
    start: int  # the first result is 1
    results: int
    logical_operator: str
    only_hitcount: bool
    snippets: bool

    @classmethod
    def of(cls, values: Mapping[str, str]) -> Asked:
        """Return what *values* ask for; raises `UsageError` for what makes no sense."""
        if "start" in values and "starts" in values:
            raise UsageError("start and starts are one parameter; give one of them")
        name = "starts" if "starts" in values else "start"  # as example 1 of the paper has it
        return cls(
            query=values["query"],
            start=_read_number(values, name, 1, MAX_OFFSET + 1, default=1),
            results=_read_number(values, "results", 1, MAX_LIMIT, default=10),
            logical_operator=_choose(values, "logical_operator", _OPERATORS, "AND"),
            only_hitcount=_read_number(values, "only_hitcount", 0, 1, default=0) == 1,
            snippets=_read_number(values, "snippets", 0, 1, default=0) == 1,
        )


@router.get(TSUBAKI)
def answer(request: Request, view: Looked) -> Response:
    """Answer a search, or send one page."""
    values = _read_values(request)
    if "id" in values:
        return _send_page(view, values)
    state: State = request.app.state.zaru
    base = state.settings.serving.base_url or str(request.base_url).rstrip("/")
    return _search(view, Asked.of(values), base)


def _read_values(request: Request) -> dict[str, str]:
    """Return the parameters by name; raises `UsageError` for unknown and for unfit ones."""
    values: dict[str, str] = {}
    for name, value in request.query_params.multi_items():
        if name not in (*_SEARCH, *_PAGE):
            raise UsageError(f"no parameter {name[:40]!r}{suggest(name, (*_SEARCH, *_PAGE))}")
        if name in values:
            raise UsageError(f"{name} is given twice")
        values[name] = value
    if ("id" in values) == ("query" in values):
        raise UsageError("give query=… to search, or id=… and format=html|xml for one page")
    wrong = sorted(values.keys() & set(_SEARCH if "id" in values else _PAGE))
    if wrong:
        raise UsageError(f"{wrong[0]} does not belong to {'id' if 'id' in values else 'query'}")
    return values


def _search(view: View, asked: Asked, base: str) -> Response:
    is_any = asked.logical_operator == "OR"
    if asked.only_hitcount:
        return PlainTextResponse(f"{view.searcher.count(asked.query, is_any=is_any)}\n")
    results = view.searcher.search(
        asked.query, is_any=is_any, offset=asked.start - 1, limit=asked.results
    )
    words = urlencode({"q": asked.query}, errors="replace")
    body = write_result_set(
        results,
        now=datetime.now(UTC),
        logical_operator=asked.logical_operator,
        find_cached=lambda page: f"{base}/cached/{quote(page)}?{words}",
        has_snippets=asked.snippets,
    )
    return Response(body, headers={"Content-Type": _XML})


def _send_page(view: View, values: Mapping[str, str]) -> Response:
    """Return one page, as it was received or in the Standard Format."""
    if "format" not in values:
        raise UsageError("id needs format=html or format=xml")
    format_ = _choose(values, "format", _FORMATS, "xml")
    page = find_page(view, values["id"])
    if format_ == "html":
        return send_original(view.corpus.original(page).raw, page.id, "text/html")
    found = view.corpus.standard_format(page)
    if found is None:
        raise NotFound(f"{page.id} has no Japanese sentences, and so no Standard Format")
    return Response(found.to_xml(), headers={"Content-Type": _XML})


def _read_number(values: Mapping[str, str], name: str, low: int, high: int, *, default: int) -> int:
    text = values.get(name, str(default))
    if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
        raise UsageError(f"{name}={text[:40]}: give a number from {low} to {high}")
    return int(text)


def _choose(values: Mapping[str, str], name: str, known: tuple[str, ...], default: str) -> str:
    text = values.get(name, default)
    if text not in known:
        raise UsageError(f"{name}={text[:40]}: give {' or '.join(known)}")
    return text
