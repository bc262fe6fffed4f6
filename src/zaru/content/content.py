"""Content: what a page is about, as blocks with roles, and what it says about itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zaru.content.clues import Value
from zaru.content.metadata import Metadata
from zaru.dom import Tree
from zaru.page import Page

ROLES = (
    "title", "heading", "paragraph", "list", "table", "code", "quote", "caption", "image", "date",
    "author", "credit",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ContentBlock:
    """One paragraph, heading, list item, table cell or image of the content."""

    role: str  # one of ROLES
    text: str  # an image's is its alternative text
    span: tuple[int, int]  # byte offset and length, from the first to the last byte
    level: int = 0  # of a heading: 1 to 6; of a list item or quote: how deep
    row: int = field(default=-1, repr=False)  # the element in the tree
    rows: tuple[int, ...] = field(default=(), repr=False)  # text runs and single <br>


@dataclass(frozen=True)
class Content:
    """The main content of a page. None stands for what the page does not say."""

    page: Page
    blocks: tuple[ContentBlock, ...]
    metadata: Metadata = field(repr=False)

    @property
    def tree(self) -> Tree:
        """The tree of the page."""
        return self.page.tree

    @property
    def title(self) -> str | None:
        """The title of the content, not the site's name."""
        return _text(self.metadata.title)

    @property
    def author(self) -> str | None:
        """Who wrote it."""
        return _text(self.metadata.author)

    @property
    def date(self) -> str | None:
        """When it was published, ISO 8601."""
        return _text(self.metadata.date)

    @property
    def updated(self) -> str | None:
        """When it was last changed, ISO 8601."""
        return _text(self.metadata.updated)

    @property
    def language(self) -> str | None:
        """Its language as a BCP 47 tag: "ja"."""
        return _text(self.metadata.language)

    @property
    def site_name(self) -> str | None:
        """The name of the site."""
        return _text(self.metadata.site_name)

    @property
    def url(self) -> str | None:
        """The canonical URL if the page gives one, else where the page was found."""
        return _text(self.metadata.url) or self.page.url

    @property
    def image(self) -> str | None:
        """The URL of the image that stands for the page."""
        return _text(self.metadata.image)

    @property
    def text(self) -> str:
        """The blocks' texts, one a line; images are left out."""
        return "\n".join(block.text for block in self.blocks if block.role != "image")

    def to_markdown(self) -> str:
        """Return the content as Markdown (CommonMark with tables)."""
        from zaru.content.markdown import write_markdown

        return write_markdown(self)

    def to_html(self) -> str:
        """Return the content as one safe `<article>`: no attribute of the page's but http links."""
        from zaru.content.markup import write_html

        return write_html(self)

    def to_json(self) -> dict[str, Any]:
        """Return the content as a JSON object; keys are always there and in this order."""
        return {
            "page": self.page.origin.source,
            "url": self.page.url,
            "encoding": self.page.encoding,
            "language": self.language,
            "title": self.title,
            "author": self.author,
            "date": self.date,
            "text": self.text,
            "blocks": [
                {"role": block.role, "text": block.text, "span": list(block.span)}
                for block in self.blocks
            ],
            "updated": self.updated,
            "site_name": self.site_name,
            "canonical": _text(self.metadata.url),
            "image": self.image,
            "spans": {name: _span(getattr(self.metadata, name)) for name in _SPANNED},
        }


_SPANNED = ("title", "author", "date", "updated", "language", "site_name", "image")


def _text(value: Value | None) -> str | None:
    return None if value is None else value.text


def _span(value: Value | None) -> list[int] | None:
    span = None if value is None else value.span
    return None if span is None else list(span)
