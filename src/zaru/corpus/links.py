"""The links of a page to others, by their texts."""

from __future__ import annotations

from zaru.corpus.identity import address_of, document_id, find_target, is_file_address
from zaru.corpus.standard_format import Link, Target
from zaru.corpus.xml.writing import clean
from zaru.dom import Tree
from zaru.layout.head import Head
from zaru.page import Page

_MAX_ROWS = 1000  # that are read of a link: links may stand in links
_MAX_TEXT = 1000  # characters of a link's text; what has more is a page in a link


def find_links(page: Page) -> tuple[Link, ...]:
    """Return the links of *page* to other pages: one for each text, in order.

    The text of a link without text is that of its image.
    """
    base = Head(page.tree).base(address_of(page)) or address_of(page)
    own = document_id(address_of(page))
    found: dict[str, dict[str, Target]] = {}  # by text, then by id
    ids: dict[str, tuple[str, str] | None] = {}  # id and address by href: pages repeat their links
    for row in page.tree.rows_of("a", "area"):
        href = page.tree.attribute(row, "href")
        if not href:
            continue
        if href not in ids:
            target = find_target(base, href)
            ids[href] = None if target is None else (document_id(target), target)
        known = ids[href]
        if known is None or known[0] == own:
            continue
        text, span = _read_link(page.tree, row)
        targets = found.setdefault(text, {})
        if known[0] not in targets:
            address = None if is_file_address(known[1]) else clean(known[1])
            targets[known[0]] = Target(known[0], address, span)
    return tuple(Link(text, tuple(targets.values())) for text, targets in found.items())


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
