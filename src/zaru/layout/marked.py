"""A page's tree written anew as safe HTML, with marks around bytes of the page."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import inf
from typing import NamedTuple

from zaru.dom import TEXT, UNREAD_TAGS
from zaru.page import Page
from zaru.text.urls import resolve

MAX_NESTED = 4  # marks around one character, so that the output stays in proportion to its marks

# The second lock, behind the tags and attributes that are left out below: nothing runs, nothing is
# framed, sent or fetched. Style sheets in the page itself and pictures in `data:` addresses count.
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; "
    "base-uri 'none'"
)
# What is not read on the page is left out with all that is in it, but for styles and controls.
_REMOVED_TAGS = frozenset(
    {"base", "frame", "frameset", "link", "meta", *UNREAD_TAGS}
    - {"style", "button", "select", "option", "textarea", "title"}
)
# A browser with scripts reads what `noscript` holds as raw text, and raw text cannot be escaped.
_RENAMED_TAGS = {"noscript": "div", "xmp": "pre", "listing": "pre", "plaintext": "pre"}
_UNMARKED_TAGS = frozenset({"style", "title", "textarea", "option"})  # tags in them would be text
_VOID_TAGS = frozenset("area br col hr img input source track wbr".split())
# Attributes that say what an element looks like and do nothing.
_ATTRIBUTES = frozenset(
    """
    align alt bgcolor border cellpadding cellspacing class color cols colspan dir face height hidden
    id lang nowrap open placeholder rows rowspan size start style title type valign value width
    """.split()
)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9:_.-]*\Z")
_PICTURE = re.compile(r"data:image/(?:png|gif|jpeg|webp|avif);")
_OUR_PREFIX = "zaru-"


@dataclass(frozen=True, slots=True)
class Mark:
    """What is written around the text of some bytes of a page."""

    span: tuple[int, int]  # offset and length in bytes
    name: str  # the class, which begins with "zaru-", so that no page can have it
    title: str = ""  # what a reader is told who points at it
    id: str | None = None  # an anchor, on the first piece of the mark; begins with "zaru-", too


class _Piece(NamedTuple):
    """Bytes that are in the same marks, from the outermost to the innermost."""

    start: int
    end: int
    marks: tuple[Mark, ...]


def write_marked(
    page: Page,
    marks: Sequence[Mark],
    *,
    style: str = "",
    keep_links: bool = True,
    elements: Mapping[int, str] | None = None,
    behind: str = "",
) -> str:
    """Return the page's tree as HTML with *marks* in it, `span` elements that *style* describes.

    It is written anew, so that each `<` in it opens a tag of ours: tags that run, load or move,
    handlers and addresses are left out, links lead to http and https only, or nowhere. The
    elements of an XML page, whose names mean something else in HTML, become `div`.

    A mark that goes over several elements is written in pieces, one in each text run. Of two
    that overlap, the one that begins later is inside the other one (of two that begin together
    the shorter), in pieces where it goes on behind its end; inside of `MAX_NESTED` others a mark
    is left out. A text whose bytes cannot be followed is marked where a mark covers all of it.
    *elements* are rows of the tree that get classes of ours: a picture has no text to be marked.

    *behind* is HTML of the caller's own that follows the page, a legend for instance.
    """
    writer = _Writer(page, marks, keep_links=keep_links, elements=elements or {})
    policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    head = f'<!doctype html><meta charset="utf-8">{policy}<style>{style}</style>\n'
    return head + "".join(writer.write()) + behind


class _Writer:
    """The tree of a page on its way to HTML."""

    def __init__(
        self, page: Page, marks: Sequence[Mark], *, keep_links: bool, elements: Mapping[int, str]
    ) -> None:
        self.page, self.tree = page, page.tree
        self.keep_links = keep_links
        self.elements = elements
        self.pieces = list(_cut(marks))
        self.piece_ends = [piece.end for piece in self.pieces]
        self.anchored: set[str] = set()  # ids that are written

    def write(self) -> Iterator[str]:
        tree = self.tree
        ends: list[tuple[int, str]] = []  # depth and end tag of the open elements
        hidden = len(tree)  # the depth of the element that is left out; deeper ones are, too
        for row, (tag, depth) in enumerate(zip(tree.tags, tree.depths, strict=True)):
            while ends and ends[-1][0] >= depth:
                yield ends.pop()[1]
            if depth > hidden:
                continue
            hidden = len(tree)
            name = _RENAMED_TAGS.get(tag, tag) if _NAME.match(tag) else "span"
            name = "div" if tree.is_xml else name
            if tag == TEXT:
                yield from self.write_text(row)
            elif name in _REMOVED_TAGS:
                hidden = depth
            else:
                yield f"<{name}{self.write_attributes(row)}>" + "\n" * (name == "pre")
                if name not in _VOID_TAGS:
                    ends.append((depth, f"</{name}>"))
        yield from (end for _, end in reversed(ends))

    def write_text(self, row: int) -> Iterator[str]:
        """Yield a text run with its marks.

        In a style sheet nothing can be escaped, so one with a `<` is left out.
        """
        tree, text = self.tree, self.tree.text(row)
        parent = "" if tree.is_xml else tree.tags[tree.parents[row]]
        if parent.endswith("style"):
            yield "" if "<" in text else text
        elif parent in _UNMARKED_TAGS or row not in tree.spans:
            yield escape(text)
        else:
            done = 0
            for begin, end, marks in self.find_marked(row):
                yield escape(text[done:begin])
                yield "".join(map(self.open_mark, marks))
                yield escape(text[begin:end]) + "</span>" * len(marks)
                done = end
            yield escape(text[done:])

    def find_marked(self, row: int) -> list[tuple[int, int, tuple[Mark, ...]]]:
        """Return the parts of a text run that are marked: their characters and their marks."""
        (start, end), size = self.tree.spans[row], len(self.tree.text(row))
        first = bisect_right(self.piece_ends, start)
        last = first
        while last < len(self.pieces) and self.pieces[last].start < end:
            last += 1
        found = self.pieces[first:last]
        if len(found) == 1 and found[0].start <= start and end <= found[0].end:
            return [(0, size, found[0].marks)]
        if not found:
            return []
        places = self.tree.places_of(row, range(size + 1))
        if places is None:
            around = [m for m in found[0].marks if m.span[0] <= start and end <= sum(m.span)]
            return [(0, size, tuple(around))]
        # A character is where its first byte is: a cut inside of it is a cut behind it.
        cuts = ((bisect_left(places, p.start), bisect_left(places, p.end), p) for p in found)
        return [(begin, stop, piece.marks) for begin, stop, piece in cuts if begin < stop]

    def open_mark(self, mark: Mark) -> str:
        """Return the start tag of a piece of a mark; only the first one is an anchor."""
        words = f' class="{escape(mark.name)}"'
        if mark.id is not None and mark.id not in self.anchored:
            self.anchored.add(mark.id)
            words += f' id="{escape(mark.id)}"'
        if mark.title:
            words += f' title="{escape(mark.title)}"'
        return f"<span{words}>"

    def write_attributes(self, row: int) -> str:
        """Return what an HTML element looks like, the address of a link, the bytes of a picture."""
        words, tag = [], self.tree.tags[row]
        attributes = self.tree.attributes(row)
        if row in self.elements:
            words.append(f' class="{escape(self.elements[row])}"')
            attributes.pop("class", None)
        for name, value in attributes.items():
            kept: str | None = value if name in _ATTRIBUTES or name.startswith("data-") else None
            if name in ("class", "id") and _OUR_PREFIX in value:
                kept = None
            elif tag == "a" and name == "href":
                kept = (resolve(self.page.url, value) or "#") if self.keep_links else None
            elif tag == "img" and name == "src" and _PICTURE.match(value):
                kept = value
            if kept is not None and _NAME.match(name):
                words.append(f' {name}="{escape(kept)}"')
        return "" if self.tree.is_xml else "".join(words)


def _cut(marks: Sequence[Mark]) -> Iterator[_Piece]:
    """Yield the marks as pieces that do not overlap, in the order of their bytes."""
    known = (mark for mark in marks if mark.span[1] > 0)
    waiting = sorted(known, key=lambda mark: (-mark.span[0], mark.span[1]))  # the next one is last
    opened: list[Mark] = []  # at `place`, from the outermost to the innermost
    place = 0
    while waiting or opened:
        begin = waiting[-1].span[0] if waiting else inf
        until = int(min(begin, *(sum(mark.span) for mark in opened), inf))
        if opened and place < until:
            yield _Piece(place, until, tuple(opened))
        place, opened = until, [mark for mark in opened if sum(mark.span) > until]
        if begin == until:
            mark = waiting.pop()
            if len(opened) < MAX_NESTED:
                opened.append(mark)
