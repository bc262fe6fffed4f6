"""What a page's markup says about itself, gathered in one pass over its tree."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from itertools import compress, count
from typing import cast

from zaru.dom import BLOCK_TAGS, TEXT, Tree
from zaru.dom.blocks import UNSEEN_TAGS
from zaru.layout.jsonld import Facts, read_facts

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_WANTED = _HEADINGS | {"html", "base", "title", "meta", "link", "script", "time"}
_WHITE = re.compile(r"\s+")
_MAX_TEXT = 400  # characters of an element that are read; titles and names are shorter
_MAX_HEADINGS = 30
_META_NAMES = frozenset({"property", "name", "itemprop", "http-equiv"})
_NO_ROW = -1

Pairs = tuple[tuple[str, str | None], ...]  # the attributes of an element


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
            whole = text_span(tree, self.row)
        return None if whole is None else self._narrow(*whole)

    def _narrow(self, offset: int, length: int) -> tuple[int, int]:
        """Return the part of a span that is the value, the span itself when it is not found."""
        codec = self.tree.decoded.codec
        text = self.tree.raw[offset : offset + length].decode(codec, "replace")
        wanted = self.source or self.text
        escaped = json.dumps(wanted)[1:-1]
        for form in (wanted, escaped, escaped.replace("/", "\\/")):
            place = text.find(form) if form else -1
            if place >= 0:
                break
        else:
            return offset, length
        start = offset + len(text[:place].encode(codec, "replace"))
        size = len(form.encode(codec, "replace"))
        found = self.tree.raw[start : start + size].decode(codec, "replace")
        return (start, size) if found == form else (offset, length)


@dataclass(slots=True)
class Clues:
    """The rows that may name a title, an author, a date and so on, in document order."""

    tree: Tree
    metas: dict[str, int] = field(default_factory=dict)  # the first row of each name
    authors: list[int] = field(default_factory=list)  # citation_author may stand many times
    links: dict[str, int] = field(default_factory=dict)  # the first row of each rel
    base: str = ""
    language: Value | None = None
    title: Value | None = None
    headings: list[int] = field(default_factory=list)
    times: dict[str, list[int]] = field(default_factory=dict)  # rows of time, by their itemprop
    scripts: list[tuple[Facts, int]] = field(default_factory=list)  # JSON-LD, and its text run

    def first_meta(self, *names: str) -> Value | None:
        """Return the first of the meta values *names* that the page has."""
        for name in names:
            if name in self.metas:
                return self.attribute_value(self.metas[name], "content")
        return None

    def link(self, rel: str) -> Value | None:
        """Return the address of the first link element of that kind."""
        return self.attribute_value(self.links[rel], "href") if rel in self.links else None

    def lone_time(self, itemprop: str) -> Value | None:
        """Return what the time elements of that kind say, if they say one thing: no list."""
        values = [self.attribute_value(row, "datetime") for row in self.times.get(itemprop, ())]
        return values[0] if values and all(value == values[0] for value in values) else None

    def attribute_value(self, row: int, name: str) -> Value:
        """Return the value of an attribute that the page has."""
        return Value(collapse(self.tree.attribute(row, name) or ""), self.tree, row, name)

    def fact(self, name: str) -> Value | None:
        """Return the first value of that name in the page's JSON-LD."""
        for facts, row in self.scripts:
            text = getattr(facts, name)
            if text:
                return Value(text, self.tree, row)
        return None


def gather_clues(tree: Tree) -> Clues:
    """Return the clues of *tree*."""
    clues = Clues(tree)
    for row in compress(count(), map(_WANTED.__contains__, tree.tags)):
        tag = tree.tags[row]
        if tag == "script":
            _add_script(clues, row)
        elif tag == "meta":
            _add_meta(clues, row)
        elif tag == "link":
            _add_link(clues, row)
        elif tag in _HEADINGS:
            if len(clues.headings) < _MAX_HEADINGS:
                clues.headings.append(row)
        elif tag == "time":
            itemprop = (tree.attribute(row, "itemprop") or "").lower()
            clues.times.setdefault(itemprop, []).append(row)
        elif tag == "title":
            if clues.title is None and (text := element_text(tree, row)):
                clues.title = Value(text, tree, row)
        elif tag == "base":
            clues.base = clues.base or tree.attribute(row, "href") or ""
        else:
            _add_language(clues, row)
    return clues


def _add_meta(clues: Clues, row: int) -> None:
    names, has_content = "", False
    for key, value in cast(Pairs, clues.tree.values[row]):
        if key in _META_NAMES:
            names += f" {value}"
        elif key == "content":
            has_content = bool(value and value.strip())
    if has_content:
        for name in names.lower().split():
            clues.metas.setdefault(name, row)
            if name == "citation_author":
                clues.authors.append(row)


def _add_link(clues: Clues, row: int) -> None:
    for key, value in cast(Pairs, clues.tree.values[row]):
        if key == "rel" and value and "stylesheet" not in value:
            for rel in value.lower().split():
                clues.links.setdefault(rel, row)


def _add_script(clues: Clues, row: int) -> None:
    tree = clues.tree
    for key, value in cast(Pairs, tree.values[row]):
        if key == "type" and value and "ld+json" in value.lower():
            break
    else:
        return
    run = row + 1
    if run < len(tree) and tree.is_text(run):
        facts = read_facts(tree.text(run))
        if any(facts):
            clues.scripts.append((facts, run))


def _add_language(clues: Clues, row: int) -> None:
    for name in ("lang", "xml:lang"):
        text = (clues.tree.attribute(row, name) or "").strip()
        if text and clues.language is None:
            clues.language = Value(text, clues.tree, row, name)


def collapse(text: str) -> str:
    """Return *text* with each stretch of white space as one space, without soft hyphens."""
    return _WHITE.sub(" ", text.replace("\xad", "")).strip()


def subtree_end(tree: Tree, row: int) -> int:
    """Return the row behind the last one below *row*."""
    depths, depth = tree.depths, tree.depths[row]
    end = row + 1
    while end < len(depths) and depths[end] > depth:
        end += 1
    return end


def element_text(tree: Tree, row: int, gap: str = "") -> str:
    """Return the text of a text run or below an element, cut when it is long.

    *gap* stands between the texts of inline elements, which `</span><span>` does not part.
    """
    if tree.is_text(row):
        return collapse(tree.text(row)[:_MAX_TEXT])
    depths, tags, depth = tree.depths, tree.tags, tree.depths[row]
    parts: list[str] = []
    size = 0
    for place in range(row + 1, len(tags)):
        if depths[place] <= depth or size > _MAX_TEXT:
            break
        tag = tags[place]
        if tag != TEXT:
            parts.append(" " if tag == "br" or tag in BLOCK_TAGS else gap)
        elif tags[tree.parents[place]] not in UNSEEN_TAGS:
            parts.append(tree.text(place)[:_MAX_TEXT])
            size += len(parts[-1])
    return collapse("".join(parts))


def text_span(tree: Tree, row: int) -> tuple[int, int] | None:
    """Return offset and length from the first to the last text run of *row*; None without."""
    if tree.is_text(row):
        return tree.span(row)
    found = [tree.spans[run] for run in range(row + 1, subtree_end(tree, row)) if run in tree.spans]
    if not found:
        return None
    start = min(begin for begin, _ in found)
    return start, max(end for _, end in found) - start
