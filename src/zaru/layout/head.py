"""The head: what a page says about itself in its markup, read once for all that ask."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import compress
from typing import Any

from zaru.dom import HEADINGS, Tree
from zaru.dom.keeping import once
from zaru.layout.jsonld import Facts, read_facts
from zaru.layout.value import Value, collapse, element_text
from zaru.text.urls import resolve

_META_NAMES = ("property", "name", "itemprop", "http-equiv")
_FEED_TYPES = frozenset(
    {"application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"}
)

Rows = dict[str, list[int]]


@dataclass(frozen=True, slots=True)
class Head:
    """What the markup of a page says about it, wherever it stands, in document order.

    A view: what it reads is kept by the tree, in rows and texts, so that no room reads it again.
    """

    tree: Tree = field(repr=False)

    @property
    def kept(self) -> dict[object, Any]:
        """What was read of the page: kept by its tree."""
        return self.tree.kept

    @property
    @once
    def headings(self) -> list[int]:
        """The rows of h1 to h6."""
        return self.tree.rows_of(*HEADINGS)

    @property
    @once
    def metas(self) -> Rows:
        """The rows of the meta elements by their names, which are in lower case."""
        return self.tree.columns.words_of(self.tree.rows_of("meta"), *_META_NAMES)

    @property
    @once
    def links(self) -> Rows:
        """The rows of the link elements by their kinds, without style sheets."""
        links = self.tree.columns.words_of(self.tree.rows_of("link"), "rel")
        sheets = {row for word, rows in links.items() if "stylesheet" in word for row in rows}
        others = {word: [row for row in links[word] if row not in sheets] for word in links}
        return {word: rows for word, rows in others.items() if rows}

    @property
    @once
    def scripts(self) -> list[int]:
        """The text runs that are JSON-LD."""
        types = self.tree.columns.words_of(self.tree.rows_of("script"), "type")
        rows = {row for word in types if "ld+json" in word for row in types[word]}
        return self._find_runs(sorted(rows))

    @property
    @once
    def facts(self) -> list[tuple[Facts, int]]:
        """What each script of JSON-LD says, if anything, and its text run."""
        facts = ((read_facts(self.tree.text(run)), run) for run in self.scripts)
        return [(said, run) for said, run in facts if any(said)]

    @property
    def titles(self) -> list[int]:
        """The text runs that are titles: one for each `<title>` with text."""
        return self._find_runs(self.tree.rows_of("title"))

    @property
    def title(self) -> Value | None:
        """The text of the first `<title>` that has one."""
        for row in self.tree.rows_of("title"):
            if text := element_text(self.tree, row):
                return Value(text, self.tree, row)
        return None

    @property
    def language(self) -> Value | None:
        """The language that the root declares, as it is written."""
        for row in self.tree.rows_of("html"):
            for name in ("lang", "xml:lang"):
                if text := (self.tree.attribute(row, name) or "").strip():
                    return Value(text, self.tree, row, name)
        return None

    def base(self, url: str | None) -> str | None:
        """Return what the links of the page, found at *url*, are relative to; None if unknown."""
        hrefs = (self.tree.attribute(row, "href") for row in self.tree.rows_of("base"))
        href = next(filter(None, hrefs), None)
        return (resolve(url, href) if href else None) or url

    def feeds(self, url: str | None) -> tuple[str, ...]:
        """Return the addresses of the feeds that the page, found at *url*, names."""
        base, tree = self.base(url), self.tree
        rows = self.links.get("alternate", ())
        kinds = ((tree.attribute(row, "type") or "").strip().lower() for row in rows)
        feeds = compress(rows, map(_FEED_TYPES.__contains__, kinds))
        found = (resolve(base, tree.attribute(row, "href") or "") for row in feeds)
        return tuple(dict.fromkeys(filter(None, found)))

    def meta(self, *names: str) -> Value | None:
        """Return the first of the meta values *names* that the page has."""
        metas = self.metas
        for name in names:
            for row in metas.get(name, ()):
                if text := collapse(self.tree.attribute(row, "content") or ""):
                    return Value(text, self.tree, row, "content")
        return None

    def contents(self, name: str) -> list[str]:
        """Return what all meta elements of one name say."""
        return [self.tree.attribute(row, "content") or "" for row in self.metas.get(name, ())]

    def link(self, rel: str) -> Value | None:
        """Return the address of the first link element of that kind."""
        return self.attribute_value(self.links[rel][0], "href") if rel in self.links else None

    def lone_time(self, itemprop: str) -> Value | None:
        """Return what the time elements of that kind say, if they say one thing: no list."""
        values = {
            self.attribute_value(row, "datetime")
            for row in self.tree.rows_of("time")
            if (self.tree.attribute(row, "itemprop") or "").lower() == itemprop
        }
        return values.pop() if len(values) == 1 else None

    def attribute_value(self, row: int, name: str) -> Value:
        """Return the value of an attribute that the page has."""
        return Value(collapse(self.tree.attribute(row, name) or ""), self.tree, row, name)

    def fact(self, name: str) -> Value | None:
        """Return the first value of that name in the page's JSON-LD."""
        for facts, row in self.facts:
            if text := getattr(facts, name):
                return Value(text, self.tree, row)
        return None

    def _find_runs(self, rows: list[int]) -> list[int]:
        """Return the text runs that stand right below *rows*."""
        tree = self.tree
        return [row + 1 for row in rows if row + 1 < len(tree) and tree.is_text(row + 1)]
