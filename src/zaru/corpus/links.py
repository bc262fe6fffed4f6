"""The links of a page to others, by their texts."""

from __future__ import annotations

from zaru.corpus.identity import address_of, document_id, find_target, is_file_address
from zaru.corpus.standard_format import Link, Target
from zaru.dom import Tree
from zaru.layout.head import Head
from zaru.page import Page
from zaru.text.xml import clean

_LINKS = frozenset({"a", "area"})
_MAX_ROWS = 1000  # that are read of a link: links may stand in links
_MAX_TEXT = 1000  # characters of a link's text; what has more is a page in a link


def find_links(page: Page) -> tuple[Link, ...]:
    """Return the links of *page* to other pages: one for each text, in order.

    The text of a link without text is that of its image.
    """
    tree, address = page.tree, address_of(page)
    base = Head(tree).base(address) or address
    own = document_id(address)
    found: dict[str, dict[str, Target]] = {}  # by text, then by id
    known: dict[str, tuple[str, str | None] | None] = {}  # by href: pages repeat their links
    tags = tree.tags
    for row, href in tree.having("href"):
        if not href or tags[row] not in _LINKS:
            continue
        if href not in known:
            known[href] = _identify(base, href, own)
        target = known[href]
        if target is not None:
            text, span = _read_link(tree, row)
            targets = found.setdefault(text, {})
            if target[0] not in targets:
                targets[target[0]] = Target(*target, span)
    return tuple(Link(text, tuple(targets.values())) for text, targets in found.items())


def _identify(base: str, href: str, own: str) -> tuple[str, str | None] | None:
    """Return id and address of what a link leads to; None for the page itself, or none."""
    address = find_target(base, href)
    if address is None or (target := document_id(address)) == own:
        return None
    return target, None if is_file_address(address) else clean(address)


def _read_link(tree: Tree, row: int) -> tuple[str, tuple[int, int] | None]:
    """Return the text of the link *row* and where it stands; no place for an image's."""
    inner = min(tree.ends[row], row + 1 + _MAX_ROWS)
    if inner == row + 2 and row + 1 in tree.spans:  # one text, as nearly always
        text = " ".join(tree.text(row + 1).split())[:_MAX_TEXT]
        return clean(text), tree.trim(*tree.spans[row + 1])
    rows = list(range(row + 1, inner))
    text = " ".join(tree.reader_text(rows).split())[:_MAX_TEXT]
    span = tree.run_span(rows)
    if text and span:
        return clean(text), span
    alternatives = (tree.attribute(inner, "alt") for inner in rows if tree.tags[inner] == "img")
    alternative = next(filter(None, alternatives), tree.attribute(row, "alt") or "")
    return clean(" ".join(alternative.split())[:_MAX_TEXT]), None
