"""Makes WARC records, whole and broken, for the tests."""

from __future__ import annotations

import gzip
from io import BytesIO

from zaru.errors import Failure
from zaru.io.warc import read_warc
from zaru.limits import DEFAULT_LIMITS, Limits
from zaru.page import Page

PAGE = "<!DOCTYPE html><title>ざる</title><p>水を切る。".encode()


def make_record(
    number: int = 0,
    block: bytes | None = None,
    *,
    kind: str = "response",
    content_type: str = "application/http; msgtype=response",
    extra: str = "",
    length: int | None = None,
) -> bytes:
    """Return a record; *length* is the Content-Length it claims."""
    block = make_http() if block is None else block
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: https://e.jp/{number}\r\n"
        f"WARC-Date: 2024-05-01T00:00:00Z\r\nContent-Type: {content_type}\r\n{extra}"
        f"Content-Length: {len(block) if length is None else length}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def make_http(
    body: bytes = PAGE, *, status: str = "200 OK", content_type: str = "text/html", extra: str = ""
) -> bytes:
    """Return an HTTP response."""
    return f"HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\n{extra}\r\n".encode() + body


def read(
    data: bytes, *, zipped: bool = False, limits: Limits = DEFAULT_LIMITS
) -> tuple[list[Page], list[Failure]]:
    """Return the pages and the failures of an archive."""
    data = gzip.compress(data) if zipped else data
    items = list(read_warc(BytesIO(data), source="a.warc", limits=limits))
    pages = [item for item in items if isinstance(item, Page)]
    return pages, [item for item in items if isinstance(item, Failure)]
