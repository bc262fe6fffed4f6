"""The inline markup of a block: which of its words are links, strong, code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from zaru.content.content import Content, ContentBlock
from zaru.text.urls import resolve

BREAK = "\n"
_WHITE = re.compile(r"[\t\n\f\r ]+")
_STYLES = {
    "b": "strong", "strong": "strong", "i": "em", "em": "em", "cite": "em", "code": "code",
    "kbd": "code", "samp": "code", "tt": "code",
}  # fmt: skip


class Phrase(NamedTuple):
    """A stretch of a block's text in one style."""

    text: str  # "\n" alone is a line end
    styles: frozenset[str]  # of "strong", "em", "code"
    link: str | None  # an absolute http(s) URL


def iter_phrases(content: Content, block: ContentBlock) -> Iterator[Phrase]:
    """Yield the phrases of *block*; white space is as a reader sees it."""
    tree, is_pre = content.tree, block.role == "code"
    base = content.page.url or content.url
    ends_white = True  # nothing before it needs a space
    for row in block.rows:
        if not tree.is_text(row):
            yield Phrase(BREAK, frozenset(), None)
            ends_white = True
            continue
        text = tree.text(row) if is_pre else _WHITE.sub(" ", tree.text(row))
        if ends_white and not is_pre:
            text = text.lstrip(" ")
        if text:
            ends_white = text.endswith(" ")
            yield Phrase(text, *_style(content, row, block.row, base))


def image_link(content: Content, block: ContentBlock) -> str | None:
    """Return the absolute http(s) address of an image block, None when it has none."""
    source = content.tree.attribute(block.row, "src") or ""
    return resolve(content.page.url or content.url, source)


def _style(
    content: Content, row: int, block_row: int, base: str | None
) -> tuple[frozenset[str], str | None]:
    tree = content.tree
    styles, link = set(), None
    row = tree.parents[row]
    while row > block_row:
        tag = tree.tags[row]
        if tag in _STYLES:
            styles.add(_STYLES[tag])
        elif tag == "a" and link is None:
            link = resolve(base, tree.attribute(row, "href") or "")
        row = tree.parents[row]
    return frozenset(styles), link
