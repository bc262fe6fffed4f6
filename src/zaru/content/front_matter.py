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


def write_front_matter(content: Content) -> str:
    """Return title, URL, date, author, language and source of *content* as YAML between `---`.

    `source` is the file, `offset` the byte of the record in it when it is an archive: with them the
    spans of the page can be followed.
    """
    origin = content.page.origin
    return write_values(
        {
            "title": content.title,
            "url": content.url,
            "date": content.date,
            "author": content.author,
            "language": content.language,
            "source": origin.source,
            "offset": origin.offset,
        }
    )


def write_row(row: Mapping[str, Any]) -> str:
    """Return the same for *row*, which is as `Content.to_json` makes them, and its id, if any."""
    return write_values(
        {
            "id": row.get("id"),
            **{name: row[name] for name in ("title", "url", "date", "author", "language")},
            "url": row["canonical"] or row["url"],
            "source": row["page"],
            "offset": row["offset"],
        }
    )


def write_values(values: Mapping[str, str | int | None]) -> str:
    """Return *values* as YAML between `---`, without those that are absent.

    Every text is a quoted JSON string, which YAML reads as the same text, whatever it holds.
    """
    lines = [f"{name}: {_quote(value)}" for name, value in values.items() if value is not None]
    return "\n".join(["---", *lines, "---", "", ""])


def _quote(value: str | int) -> str:
    quoted = json.dumps(value, ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)
