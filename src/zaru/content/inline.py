"""The inline markup of a block: which of its words are links, strong, code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from zaru.content.content import Content, ContentBlock
from zaru.text.urls import resolve

BREAK = "\n"
_WHITE = re.compile(r"[\t\n\f\r ]+")
_STYLES = {
    "b": "strong", "strong": "strong", "i": "em", "em": "em", "cite": "em", "code": "code",
    "kbd": "code", "samp": "code", "tt": "code", "sub": "sub", "sup": "sup",
}  # fmt: skip


class Phrase(NamedTuple):
    """A stretch of a block's text in one style."""

    text: str  # "\n" alone is a line end
    styles: frozenset[str] = frozenset()  # of "strong", "em", "code", "sub", "sup"
    link: str | None = None  # an absolute http(s) URL


def iter_phrases(content: Content, block: ContentBlock) -> Iterator[Phrase]:
    """Yield the phrases of *block*; white space is as a reader sees it.

    No two phrases of one style and link follow each other; line ends are between texts.
    """
    for (is_break, styles, link), group in groupby(
        _iter_runs(content, block), lambda phrase: (phrase.text == BREAK, *phrase[1:])
    ):
        text = BREAK if is_break else "".join(phrase.text for phrase in group)
        yield Phrase(text, styles, link)


def image_link(content: Content, row: int) -> str | None:
    """Return the absolute http(s) address of the image *row*, None when it has none."""
    source = content.tree.attribute(row, "src") or ""
    return resolve(content.page.url or content.url, source)


def _iter_runs(content: Content, block: ContentBlock) -> Iterator[Phrase]:
    tree = content.tree
    base = content.page.url or content.url
    ends_white = True  # nothing before it needs a space
    for row in block.rows:
        if not tree.is_text(row):
            yield Phrase(BREAK)
            ends_white = True
            continue
        text = _WHITE.sub(" ", tree.text(row))
        if ends_white:
            text = text.lstrip(" ")
        if text:
            ends_white = text.endswith(" ")
            yield Phrase(text, *_style(content, row, block.row, base))


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
