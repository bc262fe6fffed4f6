"""What an engine keeps with a page and never reads: what is shown of it, where its words stand.

It is lines: one of JSON, then one for each passage, then one for the places of each. JSON would
look at every character of these, when it is written and when it is read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from zaru.text.json_lines import to_line

# Columns of a page that come with it when it is found: what is shown, and where its bytes are.
SHOWN = (
    "id", "url", "title", "site", "language", "date", "time", "size", "duplicate_of", "encoding",
    "codec", "page", "offset", "charset", "is_truncated", "original",
)  # fmt: skip
_find_shown = itemgetter(*SHOWN)


def write_payload(
    page: Mapping[str, Any],
    file: str,
    *,
    texts: Iterable[str],
    offsets: Sequence[int],
    lengths: Sequence[int],
    places: str,
) -> str:
    """Return a row of `pages` with its passages; *offsets* and *lengths* are those of their bytes.

    No text has a line end in it. *places* are lines: of the title's words, then of each passage.
    """
    head = to_line([*_find_shown(page), file, offsets, lengths])
    return str(head, "utf-8") + "\n".join([*texts, places])


def read_payload(payload: str) -> dict[str, Any]:
    """Return what was written: the columns, `file`, and lists of texts, spans and places."""
    head, *lines = payload.split("\n")
    *shown, file, offsets, lengths = json.loads(head)
    values: dict[str, Any] = dict(zip(SHOWN, shown, strict=True))
    values["file"] = file
    values["spans"] = list(zip(offsets, lengths, strict=True))
    values["texts"], values["places"] = lines[: len(offsets)], lines[len(offsets) :]
    return values
