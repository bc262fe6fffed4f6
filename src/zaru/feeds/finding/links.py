"""Links of a list's articles: the title's own, else the permalink in another line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from zaru.dom import TEXT
from zaru.dom.keeping import once
from zaru.layout.lines import rows_between
from zaru.layout.outline import Outline
from zaru.layout.records import Record
from zaru.text.urls import is_home, resolve

_NOWHERE = "http://zaru.invalid/page"  # stands for the address of a page that has none
# What the text of a permalink is, the surest first.
_PERMALINKS = (
    re.compile(r"perma|固定リンク|パーマリンク|この記事の?(UR[LI]|リンク|アドレス)", re.IGNORECASE),
    re.compile(
        r"\W{0,3}(続き|つづき|全文|詳細|詳しく|閱讀|阅读|read more|continue|more|weiterlesen|mehr)"
        r"|.{1,80}(続き|つづき)を",
        re.IGNORECASE,
    ),
    re.compile(
        r"[0-9/.年月日() -]{0,20}[0-9]{1,2}[:時][0-9]{2}.{0,6}\Z"
        r"|\W{0,3}[0-9]{4}\W[0-9/.年月日 -]{3,20}\W{0,3}\Z"
    ),
    re.compile(r"[#¶■●◆§∞]\Z"),
)
# Links to the comments below an article lead to its page.
_BELOW = re.compile(
    r"\W{0,3}(comment|trackback|コメント|トラックバック|留言|评论|評論|댓글)", re.IGNORECASE
)
_MAX_PERMALINK = 100  # characters of a permalink's text
MIN_SHARE = 0.5  # of the articles that must have a link of one kind


class Addresses:
    """Where the links of one page lead."""

    def __init__(self, outline: Outline, base: str | None) -> None:
        self.outline = outline
        self.base = base
        self._page = (base or _NOWHERE).split("#")[0]
        self.kept: dict[object, object] = {}  # articles of many lists are asked for the same links

    @once
    def resolve(self, row: int) -> str | None:
        """Return where the link *row* leads; as it is written on a page without an address.

        A link to the comments of an article leads to the article.
        """
        href = self.outline.tree.attribute(row, "href") or ""
        return self.complete(href.partition("#")[0] if self.is_below(row) else href)

    def complete(self, href: str) -> str | None:
        """Return an address of the page as an absolute one; None when it is none of the web.

        As it is written on a page without an address.
        """
        if self.base:
            return resolve(self.base, href)
        return href.strip() if resolve(_NOWHERE, href) else None

    @once
    def text(self, row: int) -> str:
        """Return the text of the link *row*."""
        return self.outline.text(row, self.outline.ends[row])

    @once
    def _url(self, row: int) -> str | None:
        return resolve(self.base or _NOWHERE, self.outline.tree.attribute(row, "href") or "")

    def leads_elsewhere(self, row: int) -> bool:
        """Say whether a link leads neither to this page as a whole nor to the front page."""
        url = self._url(row)
        if url is None:
            return False
        page, _, fragment = url.partition("#")
        return bool(fragment) or (page != self._page and not is_home(page))

    def leads_away(self, row: int) -> bool:
        """Say whether a link leads to another page."""
        url = self._url(row)
        return url is not None and url.partition("#")[0] != self._page

    def is_below(self, row: int) -> bool:
        """Say whether a link leads to the comments of an article, on that article's page."""
        href = self.outline.tree.attribute(row, "href") or ""
        return "#" in href[1:] and _BELOW.match(self.text(row)) is not None

    @cached_property
    def signed(self) -> list[list[int]]:
        """The links that a sign says are permalinks of their articles, the surest sign first."""
        links, tree = self.outline.links, self.outline.tree
        texts = {row: text for row in links if len(text := self.text(row)) <= _MAX_PERMALINK}
        return [
            [row for row in links if "bookmark" in (tree.attribute(row, "rel") or "")],
            *([row for row in texts if pattern.match(texts[row])] for pattern in _PERMALINKS),
            [row for row in links if self.is_below(row)],
        ]

    def find_places(self) -> dict[str, int]:
        """Return the rows of the page's links to its own places, by the names of these."""
        tree = self.outline.tree
        name = _file_name(self._page)
        found: dict[str, int] = {}
        for row in tree.rows_of("a"):
            page, _, fragment = (tree.attribute(row, "href") or "").partition("#")
            if fragment and (not page or _file_name(page) == name):
                found.setdefault(fragment, row)
        return found

    def find_links(self, records: Sequence[Record]) -> list[int | None]:
        """Return the row of the link of each article; None where there is none.

        Without permalinks that is the only page that an article leads to, or its place on this one.
        """
        found = self.find_permalinks(records)
        if any(row is not None for row in found):
            return found
        only = [self._find_only(record) for record in records]
        anchors = self._find_anchors(records)
        return next((way for way in (only, anchors) if self._are_links(way)), found)

    def find_permalinks(self, records: Sequence[Record]) -> list[int | None]:
        """Return the row of the title's own link, or of one that says it is the article's."""
        own = [record.title.link for record in records]
        if sum(row is not None for row in own) >= MIN_SHARE * len(own):
            return own
        for rows in filter(None, self.signed):
            found = [next(iter(rows_between(rows, one.start, one.end)), None) for one in records]
            if self._are_links(found):
                pairs = zip(own, found, strict=True)
                return [other if row is None else row for row, other in pairs]
        return own

    def _are_links(self, found: Sequence[int | None]) -> bool:
        """Say whether rows are the links of a list: many, and each to another place."""
        rows = [row for row in found if row is not None]
        if len(rows) < 2:
            return False
        urls = {self.resolve(row) for row in rows} - {None}
        return len(urls) >= max(2, MIN_SHARE * len(found))

    def _find_only(self, record: Record) -> int | None:
        """Return the link of an article all of whose links lead to one other page."""
        links = self.outline.links_between(record.start, record.end)
        rows = [row for row in links if self.leads_away(row)]
        pages = {(self.resolve(row) or "").partition("#")[0] for row in rows}
        return rows[0] if len(pages) == 1 else None

    def _find_anchors(self, records: Sequence[Record]) -> list[int | None]:
        """Return the page's own links to the articles: to the last anchor up to each title."""
        tree, places = self.outline.tree, self.find_places()
        result: list[int | None] = []
        start = 0
        for record in records:
            names = [
                value
                for row in range(start, record.title.end)
                if tree.tags[row] != TEXT
                for name, value in tree.pairs(row)
                if value in places and (name == "id" or name == "name")
            ]
            result.append(places[names[-1] or ""] if names else None)
            start = record.title.end
        return result


def _file_name(url: str) -> str:
    """Return the last part of an address, without `.html`, which copies of a site add."""
    return re.sub(r"\.html?\Z", "", url.rsplit("/", 1)[-1])
