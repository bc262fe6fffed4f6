"""Values that a page gives, and where; the texts of its elements as one line."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from html import escape

from zaru.dom import BLOCK_TAGS, UNSEEN_TAGS, Tree

_MAX_TEXT = 400  # characters of an element that are read; titles and names are shorter
_NO_ROW = -1
_GAP = re.compile(r"(?:\s|<[^>]{0,300}>)+")  # between two words of a text in the page's source


@dataclass(frozen=True, slots=True)
class Part:
    """What a page says of an article or a post: a title, a date, a name."""

    text: str  # a link or image: absolute where the page's address is known; a date: ISO 8601
    span: tuple[int, int] | None  # of what the page writes; None where it writes nothing (a base)


@dataclass(frozen=True, slots=True)
class Value:
    """A value that a page gives, and where: in an attribute or in the text of a row."""

    text: str
    tree: Tree = field(repr=False, compare=False)
    row: int = field(default=_NO_ROW, compare=False)  # -1: from no place of the page
    attribute: str | None = field(default=None, compare=False)
    source: str | None = field(default=None, compare=False)  # as the page writes it, if not `text`

    @property
    def span(self) -> tuple[int, int] | None:
        """Byte offset and length in the file, None for a value that stands nowhere.

        The exact place when it can be told, else the attribute or the text that holds it.
        Found when asked for: an attribute's place costs a second parse of the page.
        """
        tree = self.tree
        if self.row < 0:
            return None
        if self.attribute is not None:
            whole = tree.attribute_span(self.row, self.attribute)
        else:
            whole = tree.run_span(range(self.row, tree.end(self.row)))
        return None if whole is None else self._narrow(whole)

    def saying(self, text: str, source: str | None = None) -> Value:
        """Return a value of the same place that is *text*, which the page writes as *source*."""
        return Value(text, self.tree, self.row, self.attribute, source or self.source)

    @property
    def part(self) -> Part:
        """The value without its tree."""
        return Part(self.text, self.span)

    def _narrow(self, span: tuple[int, int]) -> tuple[int, int]:
        """Return the part of a span that is the value, the span itself when it is not found."""
        tree, wanted = self.tree, self.source or self.text
        if tree.decoded.codec == "utf-8" and wanted and wanted.isascii():  # as most are
            place = tree.raw.find(wanted.encode(), span[0], sum(span))
            if place >= 0:
                return place, len(wanted)
        written = tree.read(span)
        escaped = json.dumps(wanted)[1:-1]  # JSON has two ways
        for form in (wanted, escaped, escaped.replace("/", "\\/")):
            place = written.find(form) if form else -1
            if place >= 0:
                return self.tree.part(span, written, place, place + len(form))
        return narrow(self.tree, span, wanted)


def narrow(tree: Tree, span: tuple[int, int], text: str) -> tuple[int, int]:
    """Return the part of a span that is *text*, the span itself when it is in pieces.

    Tags and white space may stand between its words.
    """
    written = tree.read(span)
    for words in (escape(text, quote=False).split(), text.split()):
        start = written.find(words[0]) if words else -1
        while start >= 0:
            end = start + len(words[0])
            for word in words[1:]:
                gap = _GAP.match(written, end)
                if gap is None or not written.startswith(word, gap.end()):
                    break
                end = gap.end() + len(word)
            else:
                return tree.part(span, written, start, end)
            start = written.find(words[0], start + 1)
    return span


def collapse(text: str) -> str:
    """Return *text* with each stretch of white space as one space, without soft hyphens."""
    return " ".join(text.replace("\xad", "").split())


def element_text(tree: Tree, row: int, gap: str = "") -> str:
    """Return the text of a text run or below an element, cut when it is long.

    *gap* stands between the texts of inline elements, which `</span><span>` does not part.
    """
    return tree.columns.line_text(row, gap, _MAX_TEXT, BLOCK_TAGS, UNSEEN_TAGS)
