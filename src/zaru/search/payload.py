"""What an engine keeps with a page and never reads: what is shown of it, where its words stand.

It is lines: one of JSON, then one for each passage, then one for the places of each. JSON would
look at every character of these, when it is written and when it is read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

# Columns of a page that come with it when it is found: what is shown, and where its bytes are.
SHOWN = (
    "id", "url", "title", "site", "language", "date", "time", "size", "duplicate_of", "encoding",
    "codec", "page", "offset", "charset", "is_truncated", "original",
)  # fmt: skip
_write = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


def write_payload(
    page: Mapping[str, Any],
    file: str,
    *,
    texts: Iterable[str],
    spans: Sequence[int],
    places: Iterable[str],
) -> str:
    """Return a row of `pages` with its passages; *spans* has offset and length of each.

    No text has a line end in it. *places* are those of the title's words, then of each passage.
    """
    shown: dict[str, Any] = {name: page[name] for name in SHOWN}
    return "\n".join([_write({**shown, "file": file, "spans": spans}), *texts, *places])


def read_payload(payload: str | bytes) -> dict[str, Any]:
    """Return what was written: the columns, `file`, and lists of texts, spans and places."""
    head, *lines = (payload if isinstance(payload, str) else str(payload, "utf-8")).split("\n")
    values: dict[str, Any] = json.loads(head)
    spans = values["spans"]
    count = len(spans) // 2
    values["spans"] = list(zip(spans[::2], spans[1::2], strict=True))
    values["texts"], values["places"] = lines[:count], lines[count:]
    return values
