"""The HTTP response inside an archive: its status, its fields and its body."""

from __future__ import annotations

import re
from dataclasses import dataclass

from zaru.errors import FormatError
from zaru.io.fields import find_head_end, parse_fields

MAX_INTERIM = 5  # `100 Continue` heads before the real one

_STATUS = re.compile(rb"HTTP/\d(?:\.\d)?[ \t]+(\d{3})\b")
_CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]{0,1024})?\r?\n")


@dataclass(frozen=True, slots=True)
class Response:
    """An HTTP response as the archive stored it."""

    status: int
    fields: dict[str, str]  # by name in lower case
    body: bytes  # still with its content and transfer codings

    @property
    def codings(self) -> list[str]:
        """The content codings in the order in which they were applied."""
        declared = self.fields.get("content-encoding", "").lower()
        return [coding.strip() for coding in declared.split(",") if coding.strip()]

    @property
    def is_chunked(self) -> bool:
        """Whether the body is said to be in chunks."""
        return "chunked" in self.fields.get("transfer-encoding", "").lower()


def parse_response(block: bytes) -> Response:
    """Return the response that *block* holds; interim answers before it are passed over.

    The HTTP Content-Length is not looked at: archives often store another body than was sent.
    """
    start = 0
    for _ in range(MAX_INTERIM + 1):
        found = _STATUS.match(block, start)
        if not found:
            raise FormatError("a response without an HTTP status line")
        status = int(found[1])
        # A head that is not closed is all there is: the connection broke before the body.
        end = find_head_end(block, start) or len(block)
        if status >= 200:
            line_end = block.find(b"\n", start, end) + 1
            return Response(status, parse_fields(block[line_end:end]), block[end:])
        start = end
    raise FormatError("too many interim HTTP answers")


def join_chunks(body: bytes) -> tuple[bytes, bool]:
    """Return *body* without its chunk lines, and whether its last chunk is there.

    Many archives store a body that was joined already and keep the `chunked` field: what does not
    begin with a chunk is returned as it is.

    >>> join_chunks(b"3\\r\\nabc\\r\\n0\\r\\n\\r\\n")
    (b'abc', True)
    """
    found = _CHUNK_SIZE.match(body)
    if not found or not _is_chunk(body, found.end(), int(found[1], 16)):
        return body, True
    parts: list[bytes] = []
    offset = 0
    while found := _CHUNK_SIZE.match(body, offset):
        size = int(found[1], 16)
        if size == 0:
            return b"".join(parts), True
        parts.append(body[found.end() : found.end() + size])
        offset = found.end() + size
        offset += 2 if body[offset : offset + 2] == b"\r\n" else body[offset : offset + 1] == b"\n"
    if offset < len(body):
        raise FormatError("the chunks of a response are broken")
    return b"".join(parts), False


def _is_chunk(body: bytes, start: int, size: int) -> bool:
    """Say whether a chunk of *size* bytes can begin at *start*: a line break or the end follows."""
    return (
        size == 0
        or body[start + size : start + size + 2] in (b"\r\n", b"")
        or (body[start + size : start + size + 1] == b"\n")
    )
