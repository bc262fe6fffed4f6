"""What is answered when something is wrong: one shape for each kind of address, never a trace."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException as StarletteHTTPException

from zaru.errors import Conflict, NotFound, StoreAway, ToolError, ToolTimeout, UsageError, ZaruError
from zaru.server.state import Away
from zaru.server.web.rendering import render_error

log = logging.getLogger("zaru.server.faults")

API = "/api/v1"
TSUBAKI = "/api.cgi"
_MAX_PATH_CHARS = 200
_MAX_NAME_CHARS = 40  # of a parameter that is not known
INTERNAL = "a fault of the server's own; its log says more"


_AWAY = "the corpus, or its index, cannot be read at the moment; try again soon"


class Gone(UsageError):
    """What was asked for belongs to a corpus or an index that is no more."""


def answer_fault(
    request: Request, status: int, message: str, headers: Mapping[str, str] | None = None
) -> Response:
    """Return *message* in the shape that the address of *request* has for errors."""
    line = " ".join(message.split())
    path = request.url.path
    if path == API or path.startswith(f"{API}/"):
        answer: Response = JSONResponse({"error": {"status": status, "message": line}}, status)
    elif path == TSUBAKI or path.startswith("/healthz"):
        answer = PlainTextResponse(f"{line}\n", status)
    else:
        show = getattr(request.app.state, "show_error", render_error)
        answer = show(request, status, line)
    answer.headers.update(headers or {})
    return answer


def add_handlers(app: FastAPI) -> None:
    """Let *app* answer every error in these shapes."""

    def answer_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, StarletteHTTPException)
        message = str(error.detail)
        if message == HTTPStatus(error.status_code).phrase:  # raised by the router
            message = _describe_routing(request, error.status_code)
        return answer_fault(request, error.status_code, message, error.headers)

    def answer_invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return answer_fault(request, 400, describe_invalid(error))

    def answer_zaru(request: Request, error: Exception) -> Response:
        assert isinstance(error, ZaruError)
        status = find_status(error)
        if status < 500:
            return answer_fault(request, status, str(error))
        # What zaru says of files and tools names places of this machine.
        log.error(" ".join(str(error).split()))
        return answer_fault(request, status, _AWAY, {"Retry-After": "5"})

    app.add_exception_handler(StarletteHTTPException, answer_http)
    app.add_exception_handler(HTTPException, answer_http)
    app.add_exception_handler(RequestValidationError, answer_invalid)
    for kind in (UsageError, ToolError, StoreAway, Away):
        app.add_exception_handler(kind, answer_zaru)


def find_status(error: ZaruError) -> int:
    """Return the HTTP status that stands for *error*."""
    match error:
        case Gone():
            return 410
        case NotFound():
            return 404
        case Conflict():
            return 409
        case UsageError():
            return 400
        case ToolTimeout():
            return 504
        case ToolError() | StoreAway() | Away():
            return 503
        case _:
            return 500


def describe_invalid(error: RequestValidationError) -> str:
    """Return the first thing that is wrong with a request, in words."""
    first = error.errors()[0]
    place, *names = first["loc"]
    if place == "body" and (not names or first["type"] == "json_invalid"):
        return "the body: send a JSON object, with Content-Type: application/json"
    name = ".".join(map(str, names))
    if first["type"] == "extra_forbidden":
        return f"{name[:_MAX_NAME_CHARS]}: no such parameter"
    return f"{name}: {first['msg']}"


def _describe_routing(request: Request, status: int) -> str:
    if status == 404:
        return f"nothing is at {request.url.path[:_MAX_PATH_CHARS]}"
    if status == 405:
        return f"{request.method} is not for {request.url.path[:_MAX_PATH_CHARS]}"
    return HTTPStatus(status).phrase
