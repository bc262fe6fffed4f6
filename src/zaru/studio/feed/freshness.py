"""Answers that a reader need not fetch twice: ETag, Last-Modified, 304."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from hashlib import sha256

from fastapi import Request
from fastapi.responses import Response


def answer_fresh(
    request: Request, body: str, kind: str, modified: datetime, headers: Mapping[str, str]
) -> Response:
    """Return *body*, which is as it is since *modified*, or 304 to whom has it already."""
    data = body.encode("utf-8", "replace")
    tag = f'"{sha256(data).hexdigest()[:32]}"'
    said = {
        **headers,
        "ETag": tag,
        "Last-Modified": format_datetime(modified.astimezone(UTC), usegmt=True),
    }
    if _is_known(request, tag, modified):
        return Response(status_code=304, headers=said)
    return Response(data, headers={**said, "Content-Type": f"{kind}; charset=utf-8"})


def _is_known(request: Request, tag: str, modified: datetime) -> bool:
    """Say whether a reader has it: by the tag, and only without one by the time (RFC 9110, 13)."""
    tags = request.headers.get("if-none-match")
    if tags is not None:
        known = [one.strip().removeprefix("W/") for one in tags.split(",")]
        return tag in known or tags.strip() == "*"
    try:
        since = parsedate_to_datetime(request.headers.get("if-modified-since", ""))
    except ValueError:
        return False
    since = since.replace(tzinfo=UTC) if since.tzinfo is None else since
    return modified.replace(microsecond=0) <= since
