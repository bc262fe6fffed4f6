"""Bylines: the dates and names that a page shows near its title."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache, partial
from itertools import chain
from typing import NamedTuple

from zaru.content.compiled import _kernel
from zaru.dom import TEXT, Tree
from zaru.dom.scan import WHITE
from zaru.layout.bylines import clean_name
from zaru.layout.head import Head
from zaru.layout.value import Value, element_text
from zaru.text.dates import Found, find_dates, parse_date

# Rows before and behind the title that are searched: about a screen of a blog. On 304 pages of
# the bench (2026-11) 200 rows behind gave one date more than 150; farther ones were of side bars.
_ROWS_BEFORE, _ROWS_BEHIND = 30, 150
_MAX_RUN = 120  # characters of a text run that may be a byline; longer ones are paragraphs
_MAX_DATES = 6
# The next five were set by hand while reading the disagreements with trafilatura on those pages.
_NEAR = 3  # text runs behind the title where a date needs no other sign
_FAR_BEFORE = 8  # text runs before the title beyond which a date is the site's
_FAR_BEHIND = 20  # text runs behind the title beyond which only markup makes a date the page's
_STEP_BEFORE = 2  # a text run before the title counts as so many behind it
_MAX_BESIDE = 30  # characters beside a date in a text run that is nothing else
_MAX_NAME_ROWS = 40

_UNREAD = frozenset({"script", "style", "option", "textarea", "noscript", "template"})
_ASIDE_TAGS = frozenset({"nav", "blockquote", "figure", "figcaption"})
_TELLING_TAGS = _ASIDE_TAGS | {"time"}
_ASIDE = re.compile(
    r"comment|related|sidebar|widget|recommend|popular|copyright|breadcrumb|reviews|review__"
)
_UPDATED = re.compile(r"updat|modif|更新|修正|改訂|aktualis|actuali|aggiorn|обновл|à jour|수정")
_MARKS = frozenset({"class", "id", "itemprop", "rel"})
_KINDS = (
    ("aside", _ASIDE),
    ("updated", _UPDATED),
    (
        "author",
        re.compile(r"(?<![a-z])(?:author|byline|writer|creator)(?!i)|(?:author|byline)(?![a-z])"),
    ),
    (
        "date",
        re.compile(r"(?<![a-z])(?:date|time|publish|posted|timestamp)|(?:date|time)(?![a-z])"),
    ),
)
_MAYBE_DATE = re.compile(
    r"[12１２][0-9０-９]{3}|[月월前전]|[0-9]/[0-9]|[SHRＳＨＲ][0-9０-９]|[0-9]\.[0-9]{1,2}\.[0-9]"
    r"|ago|yester|昨"
)
_DIGIT = re.compile(r"[0-9０-９]")
_AUTHOR_PAGE = "/author/"  # in the address of a link: WordPress and many others
_DATED = ("datetime", "content", "title")  # attributes that may be a date, the best first
_HIDDEN = _UNREAD | {"title"}
# What is to be read of a row; READ_LONG is where the text begins.
READ_DATE, READ_NAME, READ_RUN, READ_LONG = range(4)
# One of these, the row, its kind, its distance from the title in text runs, the text run before.
Step = tuple[int, int, str, int, int]


@dataclass(frozen=True, slots=True)
class ShownDate:
    """A date that the page shows."""

    value: Value
    found: Found
    is_updated: bool
    is_strong: bool  # markup or its place next to the title says that it is the page's
    distance: int  # in text runs from the title


@dataclass(frozen=True, slots=True)
class ShownName:
    """A name that the page shows as its author's."""

    value: Value
    is_strong: bool  # the markup says "author", not only a class


class Byline(NamedTuple):
    """The dates and names near a title, the most likely first."""

    dates: list[ShownDate]
    names: list[ShownName]


def read_byline(
    head: Head,
    title: Value | None,
    *,
    language: str | None = None,
    now: datetime | None = None,
    year: int | None = None,
) -> Byline:
    """Return what stands near the title; *now* and *year* settle dates that say too little."""
    tree = head.tree
    anchor = _anchor_row(tree, title)
    reader = _Reader(tree, partial(find_dates, language=language, now=now, year=year))
    if anchor is not None:
        reader.read(_list_steps(tree, anchor, is_now_known=now is not None))
    reader.dates.sort(key=lambda shown: (not shown.is_strong, shown.distance))
    return Byline(reader.dates, reader.names)


class _Reader:
    """Reads the rows near one title."""

    def __init__(self, tree: Tree, find: Callable[[str], list[Found]]) -> None:
        self.tree, self.find = tree, find
        self.dates: list[ShownDate] = []
        self.names: list[ShownName] = []
        self.dated: set[int] = set()  # elements whose date is read from an attribute
        self.has_strong_date = False

    def read(self, steps: Iterable[Step]) -> None:
        """Take *steps* one after the other."""
        for what, row, kind, distance, before in steps:
            if what == READ_RUN:
                self._read_run(row, kind, distance, before)
            elif what == READ_DATE:
                self._read_date_attribute(row, kind, distance)
            elif what == READ_NAME:
                self._read_name(row)
            elif self.has_strong_date:
                return  # the text has begun: its byline is behind us

    def _read_date_attribute(self, row: int, kind: str, distance: int) -> None:
        """Add the date that an element of kind "date" or "updated" has as an attribute."""
        attributes = self.tree.attributes(row)
        for name in _DATED:
            found = parse_date(attributes[name]) if name in attributes else None
            if found is not None:
                source = attributes[name][found.start : found.end]
                value = Value(found.iso, self.tree, row, name, source)
                self._add_date(value, found, kind == "updated", True, distance + 1)
                self.dated.add(row)
                return

    def _read_run(self, row: int, kind: str, distance: int, before: int) -> None:
        tree = self.tree
        text = tree.text(row)
        if not _MAYBE_DATE.search(text) or "://" in text:
            return
        if len(self.dates) >= _MAX_DATES or tree.parent(row) in self.dated:
            return
        label = tree.text(before) if before >= 0 else ""
        label = label if len(label) <= _MAX_BESIDE else ""
        start = 0
        for found in self.find(text):
            label += text[start : found.start]
            start = found.end
            is_pure = len(text.strip()) - (found.end - found.start) <= _MAX_BESIDE
            is_strong = kind in ("date", "updated") or (is_pure and 0 <= distance <= _NEAR)
            if not is_strong and not (is_pure and distance <= _FAR_BEHIND):
                continue
            is_updated = kind == "updated" or bool(_UPDATED.search(label.lower()))
            value = Value(found.iso, tree, row, source=text[found.start : found.end])
            self._add_date(value, found, is_updated, is_strong, distance)
            label = ""

    def _add_date(
        self, value: Value, found: Found, is_updated: bool, is_strong: bool, distance: int
    ) -> None:
        if distance < 0:
            distance = -distance * _STEP_BEFORE
            if distance > _FAR_BEFORE:
                return
        self.has_strong_date |= is_strong and not is_updated
        self.dates.append(ShownDate(value, found, is_updated, is_strong, distance))

    def _read_name(self, row: int) -> None:
        """Add the name that an author's element holds: its link's or its own text."""
        tree = self.tree
        attributes = tree.attributes(row)
        marks = f"{attributes.get('rel', '')} {attributes.get('itemprop', '')}".lower()
        rows = range(row + 1, min(tree.end(row), row + _MAX_NAME_ROWS))
        named = (one for one in rows if not tree.is_text(one) and _is_name(tree, one))
        links = (one for one in rows if tree.tag(one) == "a")
        for place in chain(named, links, [row]):
            text = clean_name(element_text(tree, place, " "))
            if text:
                value = Value(text, tree, place)
                self.names.append(ShownName(value, "author" in marks))
                return


def _list_steps(tree: Tree, anchor: int, *, is_now_known: bool) -> Iterable[Step]:
    first, last = max(0, anchor - _ROWS_BEFORE), min(len(tree), anchor + _ROWS_BEHIND)
    if _kernel is None:
        return find_steps(tree, first, anchor, last, is_now_known)
    return _kernel.find_steps(
        tree.columns,
        first,
        anchor,
        tree.end(anchor),
        last,
        is_now_known,
        _MAX_RUN,
        tree.limits.max_attribute_chars,
        _kind_of,
    )


def find_steps(
    tree: Tree, first: int, anchor: int, last: int, is_now_known: bool
) -> Iterator[Step]:
    """Yield what may hold dates and names in the rows from *first* to before *last*, in order.

    The reference of the kernel, and what is done without it.
    """
    tags, parents, anchor_end = tree.tags, tree.parents, tree.end(anchor)
    holders = set(tree.ancestors(anchor))  # what holds the title is no byline
    kinds: dict[int, str] = {}  # of the elements: "date", "updated", "author", "aside"
    runs = [row for row in range(first, anchor) if tags[row] == TEXT]
    distance = -sum(1 for row in runs if tree.text(row).strip(WHITE))
    before = -1  # the text run before
    for row in range(first, last):
        kind = kinds.get(parents[row], "")
        if tags[row] != TEXT:
            if kind == "aside" or row not in holders:
                own = kinds[row] = kind if kind == "aside" else _find_kind(tree, row, kind)
                for what in _read_element(tree, row, own, kind):
                    yield what, row, own, distance, -1
        elif (text := tree.text(row)).strip(WHITE):
            distance += row < anchor or row >= anchor_end
            if kind == "aside" or tags[parents[row]] in _UNREAD:
                continue
            if len(text) > _MAX_RUN and row > anchor:
                yield READ_LONG, row, kind, distance, before
            elif len(text) <= _MAX_RUN and (is_now_known or _DIGIT.search(text)):
                yield READ_RUN, row, kind, distance, before  # "yesterday", if that is known
            before = row


def _read_element(tree: Tree, row: int, kind: str, outer: str) -> Iterator[int]:
    """Yield what is to be read of an element of a *kind* in one of the kind *outer*."""
    if kind == "author" != outer:
        yield READ_NAME
    elif kind in ("date", "updated") and any(name in _DATED for name, _ in tree.pairs(row)):
        yield READ_DATE


def _is_name(tree: Tree, row: int) -> bool:
    """Say whether the markup calls an element inside an author's element the name."""
    names = (tree.attribute(row, name) or "" for name in ("itemprop", "rel"))
    return "name" in next(names) or "author" in next(names)


def _find_kind(tree: Tree, row: int, outer: str) -> str:
    """Return what the element *row* holds; *outer* is what the one above it does."""
    tag, pairs = tree.tags[row], tree.pairs(row)
    if not pairs and tag not in _TELLING_TAGS:
        return outer
    marks = " ".join(value for name, value in pairs if name in _MARKS and value)
    kind = (_kind_of(tag, marks) if marks or tag in _TELLING_TAGS else "") or outer
    if not kind and tag == "a" and _AUTHOR_PAGE in (tree.attribute(row, "href") or ""):
        return "author"
    return kind


@lru_cache(maxsize=4096)  # the same classes come again and again, on a page and on a site
def _kind_of(tag: str, marks: str) -> str:
    """Return what an element's tag, and its class, id, itemprop and rel, say that it holds."""
    if tag in _ASIDE_TAGS:
        return "aside"
    marks = marks.lower()
    for kind, pattern in _KINDS:
        if marks and pattern.search(marks):
            return kind
    return "date" if tag == "time" else ""


def _anchor_row(tree: Tree, title: Value | None) -> int | None:
    """Return the row of the title as the page shows it, else of the main part, else None."""
    if title is None:
        return None
    if title.attribute is None and tree.tag(title.row)[0] == "h":
        return title.row
    row = tree.columns.find_run(title.text, _HIDDEN)
    if row >= 0:
        return row
    return next(chain(tree.rows_of("article"), tree.rows_of("main")), None)
