"""What an engine keeps with a page and never reads: what is shown of it, where its words stand.

Passages are kept as one text with line ends between them, their spans as one list of numbers: JSON
of few long values is written and read in a third of the time of many short ones.
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
    passages = {"texts": "\n".join(texts), "spans": spans, "places": "\n".join(places)}
    return _write({**shown, "file": file, **passages})


def read_payload(payload: str | bytes) -> dict[str, Any]:
    """Return what was written: the columns, `file`, and lists of texts, spans and places."""
    values: dict[str, Any] = json.loads(payload)
    spans = values["spans"]
    values["spans"] = list(zip(spans[::2], spans[1::2], strict=True))
    values["texts"] = values["texts"].split("\n") if spans else []
    values["places"] = values["places"].split("\n")
    return values
