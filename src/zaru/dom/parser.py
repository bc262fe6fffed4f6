"""The one HTML5 parser behind `dom`, and the columns that it fills.

turbohtml hands over its finished tree node by node (`parse_into`), in document order, without
making an object for each. docs/architecture.md has the figures that chose it.
"""

from __future__ import annotations

from typing import NamedTuple

from turbohtml.treebuild import parse_into

from zaru.errors import LimitExceeded
from zaru.limits import Limits

TEXT = "#text"  # the tag of a row that is a text run

Attributes = tuple[tuple[str, str | None], ...]

_HTML_NAMESPACE = "http://www.w3.org/1999/xhtml"
_PREFIXES = {
    "http://www.w3.org/2000/svg": "svg:",
    "http://www.w3.org/1998/Math/MathML": "math:",
}
_NO_ROW = -1


class Columns(NamedTuple):
    """A parsed document as rows in document order; the root is row 0."""

    tags: list[str]
    parents: list[int]
    values: list[str | Attributes]  # a text run's text, an element's attributes
    texts: list[str]  # the texts alone, in order


class _Builder:
    """What turbohtml calls for each node: first `create_…`, then `append`, in document order."""

    __slots__ = ("limit", "parents", "tags", "texts", "values")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.tags: list[str] = []
        self.parents: list[int] = []
        self.values: list[str | Attributes] = []
        self.texts: list[str] = []

    def create_document(self) -> int:
        return _NO_ROW

    def create_doctype(self, name: str, public_id: str | None, system_id: str | None) -> int:
        return _NO_ROW

    def create_comment(self, data: str) -> int:
        return _NO_ROW

    def create_pi(self, target: str, data: str) -> int:
        return _NO_ROW

    def create_element(self, name: str, namespace: str, attributes: Attributes) -> int:
        tags = self.tags
        row = len(tags)
        if namespace != _HTML_NAMESPACE:
            name = _PREFIXES.get(namespace, "") + name
        tags.append(name)
        self.values.append(attributes)
        return row

    def create_text(self, data: str) -> int:
        tags = self.tags
        row = len(tags)
        if row > self.limit:
            raise LimitExceeded(f"more than {self.limit} elements and texts")
        tags.append(TEXT)
        self.values.append(data)
        self.texts.append(data)
        return row

    def append(self, parent: int, child: int) -> None:
        if child >= 0:
            self.parents.append(parent)


def parse_html(html: str, limits: Limits) -> Columns:
    """Return the columns of the HTML5 document *html*, with scripting off.

    Comments, doctypes and processing instructions have no row. Elements of SVG and MathML
    have a prefix: `svg:a`. The content of a `<template>` stands under it.
    """
    builder = _Builder(limits.max_nodes)
    parse_into(html, builder)
    if len(builder.tags) > limits.max_nodes:
        raise LimitExceeded(f"more than {limits.max_nodes} elements and texts")
    return Columns(builder.tags, builder.parents, builder.values, builder.texts)
