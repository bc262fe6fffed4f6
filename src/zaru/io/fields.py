"""`Name: value` lines, as WARC records and HTTP responses have them."""

from __future__ import annotations

import re

MAX_HEAD_BYTES = 64 * 1024  # of one head; real ones stay below 16 KiB

_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([^\s\"';,]+)", re.IGNORECASE)


def find_head_end(data: bytes, start: int = 0) -> int | None:
    """Return the offset behind the first blank line after *start*; None when there is none.

    Lines may end with CRLF or LF alone.

    >>> find_head_end(b"A: b\\r\\n\\r\\nbody")
    8
    """
    found = _BLANK_LINE.search(data, start)
    return found.end() if found else None


def parse_fields(head: bytes) -> dict[str, str]:
    """Return the fields of *head* by their name in lower case; the first of a name wins.

    Lines without a colon are passed over, and folded lines are joined.

    >>> parse_fields(b"Content-Type: text/html;\\r\\n charset=utf-8\\r\\n")
    {'content-type': 'text/html; charset=utf-8'}
    """
    fields: dict[str, str] = {}
    name = ""
    for line in _to_text(head).replace("\r\n", "\n").split("\n"):
        if line[:1] in (" ", "\t") and name in fields:
            fields[name] = f"{fields[name]} {line.strip()}"
            continue
        name, colon, value = line.partition(":")
        name = name.strip().lower()
        if colon and name not in fields:
            fields[name] = value.strip()
    return fields


def media_type(content_type: str) -> str:
    """Return the type without its parameters, in lower case: `text/html`."""
    return content_type.partition(";")[0].strip().lower()


def find_charset(content_type: str) -> str | None:
    """Return the charset that *content_type* names; None when it names none.

    >>> find_charset('text/html; charset="Shift_JIS"')
    'Shift_JIS'
    """
    found = _CHARSET.search(content_type)
    return found[1] if found else None


def _to_text(head: bytes) -> str:
    """Return *head* as UTF-8, or as Latin-1 when it is not."""
    try:
        return head.decode("utf-8")
    except UnicodeDecodeError:
        return head.decode("latin-1")
