"""The inline markup of a block: which of its words are links, strong, code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from zaru.content.content import Content, ContentBlock
from zaru.text.urls import resolve

BREAK = "\n"
_LONG_LINK = 300  # characters; such a link is written once, where several paragraphs stand in it
_WHITE = re.compile(r"(?: (?=[\t\n\f\r ])|[\t\n\f\r])[\t\n\f\r ]*")  # but for a single blank
_STYLES = {
    "b": "strong", "strong": "strong", "i": "em", "em": "em", "cite": "em", "code": "code",
    "kbd": "code", "samp": "code", "tt": "code", "sub": "sub", "sup": "sup",
}  # fmt: skip


_NO_STYLES: frozenset[str] = frozenset()


class Phrase(NamedTuple):
    """A stretch of a block's text in one style."""

    text: str  # "\n" alone is a line end; it has no styles
    styles: frozenset[str]  # of "strong", "em", "code", "sub", "sup"
    link: str | None  # an absolute http(s) URL


def iter_phrases(content: Content, block: ContentBlock) -> Iterator[Phrase]:
    """Yield the phrases of *block*; white space is as a reader sees it.

    No two phrases of one style and link follow each other; line ends are between texts.
    """
    runs = _iter_runs(content, block)
    if len(block.rows) == 1:
        yield from runs
        return
    for (is_break, *style), group in groupby(runs, lambda run: (run.text == BREAK, *run[1:])):
        yield Phrase(BREAK if is_break else "".join(run.text for run in group), *style)


def image_link(content: Content, row: int) -> str | None:
    """Return the absolute http(s) address of the image *row*, None when it has none."""
    return resolve(content.base, content.tree.attribute(row, "src") or "")


def _iter_runs(content: Content, block: ContentBlock) -> Iterator[Phrase]:
    tree = content.tree
    ends_white = True  # nothing before it needs a space
    for row in block.rows:
        is_text = tree.is_text(row)
        text = _WHITE.sub(" ", tree.text(row)) if is_text else BREAK
        if ends_white and is_text:
            text = text.lstrip(" ")
        if text:
            ends_white = text[-1] in (" ", BREAK)
            styles, link = _style(content, row, block)
            yield Phrase(text, styles if is_text else _NO_STYLES, link)


def _style(content: Content, row: int, block: ContentBlock) -> tuple[frozenset[str], str | None]:
    tree = content.tree
    if tree.parents[row] <= block.row:  # in no inline element, as most
        return _NO_STYLES, None
    styles, link = set(), None
    for above in tree.ancestors(row):
        if above <= block.row:
            break
        tag = tree.tags[above]
        if tag in _STYLES:
            styles.add(_STYLES[tag])
        elif tag == "a" and link is None:
            link = resolve(content.base, tree.attribute(above, "href") or "")
            before = range(block.rows[0] - 1, above, -1)  # the texts of the link before this block
            if link and len(link) > _LONG_LINK and any(row in tree.spans for row in before):
                link = None
    return frozenset(styles), link
