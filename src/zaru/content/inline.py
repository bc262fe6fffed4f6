"""The inline markup of a block: which of its words are links, strong, code."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from zaru.content.content import Content, ContentBlock
from zaru.dom import TEXT, Tree
from zaru.dom.scan import WHITE

BREAK = "\n"
_LONG_LINK = 300  # characters; such a link is written once, where several paragraphs stand in it
_OTHER_WHITE = WHITE.replace(" ", "")
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


def read_phrases(content: Content, block: ContentBlock) -> list[Phrase]:
    """Return the phrases of *block*; white space is as a reader sees it.

    No two phrases of one style and link follow each other; line ends are between texts.
    """
    tree = content.tree
    tags, parents = tree.tags, tree.parents
    runs: list[tuple[bool, frozenset[str], str | None, str]] = []  # is it text, …, its text
    ends_white = True  # nothing before it needs a space
    for row in block.rows:
        is_text = tags[row] == TEXT
        text = collapse_white(tree.text(row)) if is_text else BREAK
        if ends_white and is_text:
            text = text.lstrip(" ")
        if text:
            ends_white = text[-1] in (" ", BREAK)
            styles, link = _NO_STYLES, None
            if parents[row] > block.row:  # else it is in no inline element, as most
                styles, link = _read_style(content, row, block)
            runs.append((is_text, styles if is_text else _NO_STYLES, link, text))
    return [
        Phrase("".join([run[-1] for run in same]) if is_text else BREAK, styles, link)
        for (is_text, styles, link), same in groupby(runs, itemgetter(0, 1, 2))
    ]


def read_plain(tree: Tree, block: ContentBlock) -> str | None:
    """Return the text of a *block* without inline markup and line ends; None of another one.

    Most blocks are one text run.
    """
    if len(block.rows) > 1 or tree.parents[block.rows[0]] > block.row:
        return None
    text = collapse_white(block.text) if block.role == "code" else block.text
    return text.strip()


def image_link(content: Content, row: int) -> str | None:
    """Return the absolute http(s) address of the image *row*, None when it has none."""
    return content.resolve(content.tree.attribute(row, "src") or "")


def collapse_white(text: str) -> str:
    r"""Return *text* with each stretch of what HTML calls white space as one blank.

    >>> collapse_white("a\n  b ")
    'a b '
    """
    for white in _OTHER_WHITE:
        if white in text:
            text = text.replace(white, " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text


def _read_style(
    content: Content, row: int, block: ContentBlock
) -> tuple[frozenset[str], str | None]:
    """Return the styles and the link of the elements between *block* and the text run *row*."""
    tree = content.tree
    styles, link = _NO_STYLES, None
    above = tree.parents[row]
    while above > block.row:
        tag = tree.tags[above]
        if tag in _STYLES:
            styles |= {_STYLES[tag]}
        elif tag == "a" and link is None:
            link = content.resolve(tree.attribute(above, "href") or "")
            if link and len(link) > _LONG_LINK and _has_text(tree, above, block.rows[0]):
                link = None
        above = tree.parents[above]
    return styles, link


def _has_text(tree: Tree, first: int, last: int) -> bool:
    """Say whether there is a text between the rows *first* and *last*."""
    return any(tree.is_text(row) and tree.span(row) for row in range(first + 1, last))
