"""Signals: what a page says about itself in its head and in JSON-LD."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import cast

from zaru.dom import TEXT, Tree

Attributes = tuple[tuple[str, str | None], ...]

_LINKED_DATA = "application/ld+json"
_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"(\w{1,60})"')
_BODY = re.compile(r'"(?:articleBody|reviewBody|text)"\s*:\s*("(?:[^"\\]|\\.)*")')
_MAX_TYPE_CHARS = 20_000  # types stand at the beginning; a script may be megabytes
_MAX_BODY_CHARS = 200_000
_MAX_TITLE_CHARS = 2000  # every segment is looked for in it


def find_rows(tags: list[str], wanted: str, /) -> list[int]:
    """Return the rows of *tags* that are *wanted*; `kernel/` does the same in C."""
    return [row for row, tag in enumerate(tags) if tag == wanted]


try:
    from zaru.content._kernel import find_rows as _find_rows
except ImportError:  # installed without a compiler
    _find_rows = find_rows


@dataclass(frozen=True, slots=True)
class Signals:
    """Title, description and kind of a page by its markup; empty where it says nothing."""

    titles: tuple[str, ...]  # of <title> and OpenGraph
    about: str  # the descriptions
    kind: str  # OpenGraph's og:type
    types: frozenset[str]  # JSON-LD's @type, lower-cased
    body: str  # JSON-LD's texts of articles, without white space

    @classmethod
    def of(cls, tree: Tree) -> Signals:
        """Return the signals of *tree*."""
        meta, title = _read_head(tree)
        types, body = _read_linked_data(tree)
        titles = (title, meta.get("og:title", ""))
        about = "\n".join((meta.get("description", ""), meta.get("og:description", "")))
        return cls(
            titles=tuple(" ".join(text[:_MAX_TITLE_CHARS].split()) for text in titles),
            about=" ".join(about.split()),
            kind=meta.get("og:type", "").lower(),
            types=types,
            body=body,
        )


def _read_head(tree: Tree) -> tuple[dict[str, str], str]:
    """Return the named `<meta>` values and the title, both from before the body."""
    tags, values = tree.tags, tree.values
    meta: dict[str, str] = {}
    title = ""
    end = tags.index("body") if "body" in tags else len(tags)
    for row in range(end):
        tag = tags[row]
        if tag == "meta":
            pairs = dict(cast(Attributes, values[row]))
            name = pairs.get("property") or pairs.get("name")
            if name:
                meta.setdefault(name.lower(), pairs.get("content") or "")
        elif tag == "title" and not title and tags[row + 1 : row + 2] == [TEXT]:
            title = cast(str, values[row + 1])
    return meta, title


def _read_linked_data(tree: Tree) -> tuple[frozenset[str], str]:
    """Return the types and the article texts of the page's JSON-LD, which may be broken."""
    tags, values = tree.tags, tree.values
    types: set[str] = set()
    bodies: list[str] = []
    if _LINKED_DATA not in tree.decoded.text:
        return frozenset(), ""
    for row in _find_rows(tags, "script"):
        if ("type", _LINKED_DATA) in values[row] and tags[row + 1 : row + 2] == [TEXT]:
            script = cast(str, values[row + 1])
            types.update(name.lower() for name in _TYPE.findall(script[:_MAX_TYPE_CHARS]))
            bodies += map(_unquote, _BODY.findall(script[:_MAX_BODY_CHARS]))
    return frozenset(types), "".join("".join(bodies).split())


def _unquote(literal: str) -> str:
    try:
        return cast(str, json.loads(literal, strict=False))
    except ValueError:
        return literal
