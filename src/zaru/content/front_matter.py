"""What stands before a Markdown file: what the page says about itself, and where it is."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from zaru.content.content import Content

# YAML reads these as line ends or refuses them, even inside quotes; JSON leaves them as they are.
# https://yaml.org/spec/1.2.2/#51-character-set
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_SAID = ("title", "url", "date", "author", "language")  # in this order


def write_front_matter(content: Content) -> str:
    """Return title, URL, date, author, language and source of *content* as YAML between `---`.

    `source` is the file, `offset` the byte of the record in it when it is an archive: with them the
    spans of the page can be followed.
    """
    said = {name: getattr(content, name) for name in _SAID}
    return write_row({**content.page.about(), **said, "canonical": content.url})


def write_row(row: Mapping[str, Any]) -> str:
    """Return the same for *row*, which is as `Content.to_json` makes them, and its id, if any.

    What is absent is left out. Every text is a quoted JSON string, which YAML reads as the same
    text, whatever it holds.
    """
    values: dict[str, str | int | None] = {
        "id": row.get("id"),
        **{name: row[name] for name in _SAID},
        "url": row["canonical"] or row["url"],
        "source": row["page"],
        "offset": row["offset"],
    }
    lines = [f"{name}: {_quote(value)}" for name, value in values.items() if value is not None]
    return "\n".join(["---", *lines, "---", "", ""])


def _quote(value: str | int) -> str:
    quoted = json.dumps(value, ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)
