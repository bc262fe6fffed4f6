"""From the templates of the studio to responses, with what all of its pages show."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from fastapi import Request
from fastapi.responses import Response

from zaru.server.web.rendering import SITE, Site
from zaru.studio.studio import Studio

STUDIO = Site(Path(__file__).parent, "/studio/static", below=SITE)
COOKIE = "zaru_who"
_NAME = re.compile(r"[\w .@-]{1,40}")


def find_studio(request: Request) -> Studio:
    """Return the studio that answers *request*."""
    studio: Studio = request.app.state.studio
    return studio


def find_who(request: Request) -> str:
    """Return whose labels are meant: the name that the browser keeps, else the studio's own."""
    said = request.cookies.get(COOKIE, "")
    return read_name(unquote(said)) or find_studio(request).who


def read_name(text: str) -> str | None:
    """Return *text* as the name of a person, None when it cannot be one."""
    name = text.strip()
    return name if _NAME.fullmatch(name) else None


def show(request: Request, template: str, view: str, **values: Any) -> Response:
    """Return a page of the studio; *view* is the tab that it belongs to."""
    lang = request.query_params.get("lang", "")
    return STUDIO.render(
        request, template, lang=lang, view=view, who=find_who(request),
        has_search=hasattr(request.app.state, "zaru"), **values,
    )  # fmt: skip


def show_error(request: Request, status: int, message: str) -> Response:
    """Return the page that says what went wrong."""
    return show(request, "error.html", "", status=status, code=status, message=message)
