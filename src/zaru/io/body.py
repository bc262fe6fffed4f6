"""The page that some bytes are, or why they are none."""

from __future__ import annotations

from zaru.errors import FormatError, LimitExceeded
from zaru.io.sniff import HEAD_BYTES, find_foreign_kind
from zaru.limits import Limits
from zaru.page import Origin, Page


def build_page(
    raw: bytes,
    *,
    source: str,
    limits: Limits,
    offset: int | None = None,
    url: str | None = None,
    time: str | None = None,
    charset: str | None = None,
    truncated: bool = False,
) -> Page:
    """Return the page that *raw* is; raises when it is empty, too large or something else."""
    if not raw:
        raise FormatError("empty page", source=source, offset=offset)
    if len(raw) > limits.max_bytes:
        message = f"larger than {limits.max_bytes} bytes"
        raise LimitExceeded(message, source=source, offset=offset)
    kind = find_foreign_kind(raw[:HEAD_BYTES])
    if kind is not None:
        raise FormatError(f"looks like {kind}, not a page", source=source, offset=offset)
    return Page(
        raw,
        Origin(source, offset),
        url=url,
        time=time,
        charset=charset,
        truncated=truncated,
        limits=limits,
    )
