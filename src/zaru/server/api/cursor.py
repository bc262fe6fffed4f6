"""Where the next results begin: opaque letters that fit one query and one index."""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import blake2b

from zaru.errors import UsageError
from zaru.server.faults import Gone

_DIGEST_BYTES = 6
_OFFSET_BYTES = 3  # more than any index is asked for
CURSOR_PATTERN = r"^[A-Za-z0-9_-]{20}$"  # base64 of both digests and the offset


def write_cursor(asked: str, generation: str, offset: int) -> str:
    """Return the cursor at *offset* of the results for *asked*."""
    parts = _digest(asked), _digest(generation), offset.to_bytes(_OFFSET_BYTES)
    return str(urlsafe_b64encode(b"".join(parts)), "ascii")


def read_cursor(cursor: str, asked: str, generation: str) -> int:
    """Return the offset of a *cursor*.

    Raises `UsageError` for one of another query, `Gone` for one of another index: pages have
    changed their places there, and some would be shown twice or never.
    """
    try:
        data = urlsafe_b64decode(cursor.encode())
    except (binascii.Error, ValueError):
        data = b""
    if len(data) != 2 * _DIGEST_BYTES + _OFFSET_BYTES:
        raise UsageError("cursor: not one that this server gave")
    if data[:_DIGEST_BYTES] != _digest(asked):
        raise UsageError("cursor: of another query; keep the other parameters as they were")
    if data[_DIGEST_BYTES : 2 * _DIGEST_BYTES] != _digest(generation):
        raise Gone("cursor: the index has changed since; search again without it")
    return int.from_bytes(data[2 * _DIGEST_BYTES :])


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_BYTES).digest()
