"""The pages of a workspace: copied into it once, so that labels keep the bytes they are about."""

from __future__ import annotations

import sqlite3
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import PurePath
from threading import Lock
from typing import NamedTuple
from urllib.parse import urlsplit

from zaru.errors import Failure, NotFound
from zaru.page import Origin, Page
from zaru.studio.database import Database

_KEPT_BYTES = 64 * 2**20  # of pages that stay parsed; a tree is about as large as its page
_COLUMNS = 'number, id, source, "offset", url, folder, title, doubt, size'


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page of the workspace, without its bytes."""

    number: int
    id: str
    source: str
    offset: int | None
    url: str | None
    folder: str  # pages of one folder are listed and learnt from together
    title: str | None
    doubt: float  # how unsure the extractor is of it, from 0 to 1
    size: int

    @property
    def name(self) -> str:
        """What lists call it: the last part of its address or file."""
        place = urlsplit(self.url).path if self.url else self.source
        return PurePath(place).name or place or self.source


class Described(NamedTuple):
    """What is found out about a page when it comes into a workspace."""

    title: str | None
    doubt: float


class Copy(NamedTuple):
    """A page at an address, as it was at some time."""

    id: str
    time: str | None  # when it was fetched, as its source says
    added: str  # when it came into the workspace, ISO 8601 in UTC


class Pages:
    """All pages of a workspace; those that were used last stay parsed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = Lock()
        self._kept: OrderedDict[str, Page] = OrderedDict()
        self._kept_bytes = 0

    def add(
        self, stream: Iterable[Page | Failure], describe: Callable[[Page], Described]
    ) -> Iterator[Page | Failure]:
        """Copy each page of *stream* that is not there yet, and pass it on; so are failures."""
        for item in stream:
            if isinstance(item, Page) and not self._has(item.id):
                self._insert(item, describe(item))
            yield item

    def __len__(self) -> int:
        """Return the number of pages."""
        with self._database.read() as base:
            return int(base.execute("SELECT count(*) FROM page").fetchone()[0])

    def entries(self, folder: str | None = None) -> list[PageEntry]:
        """Return the pages, or those of a folder, in the order in which they came."""
        with self._database.read() as base:
            rows = base.execute(
                f"SELECT {_COLUMNS} FROM page WHERE folder = coalesce(?, folder) ORDER BY number",
                (folder,),
            ).fetchall()
        return [PageEntry(*row) for row in rows]

    def neighbours(self, id: str) -> list[str]:  # noqa: A002
        """Return the ids of the pages of a page's site, or of its folder, itself among them.

        They are in the order in which they came. Raises `NotFound`.
        """
        entry = self.entry(id)
        site = entry.folder.partition("/")[0] if entry.url else entry.folder
        with self._database.read() as base:
            rows = base.execute(
                "SELECT id FROM page WHERE (url IS NULL) = ? AND (folder = ? OR url IS NOT NULL"
                " AND substr(folder, 1, ?) = ?) ORDER BY number",
                (entry.url is None, site, len(site) + 1, f"{site}/"),
            )
            return [id for (id,) in rows]  # noqa: A001

    def folders(self) -> list[tuple[str, int]]:
        """Return the folders and how many pages each has, in the order of their first pages."""
        with self._database.read() as base:
            return base.execute(
                "SELECT folder, count(*) FROM page GROUP BY folder ORDER BY min(number)"
            ).fetchall()

    def entry(self, id: str) -> PageEntry:  # noqa: A002
        """Return the page of that id; raises `NotFound`."""
        with self._database.read() as base:
            row = base.execute(f"SELECT {_COLUMNS} FROM page WHERE id = ?", (id,)).fetchone()
        if row is None:
            raise NotFound(f"no page {id[:40]!r} is in the workspace")
        return PageEntry(*row)

    def copies(self, entry: PageEntry) -> list[Copy]:
        """Return a page and all others of its address, in the order in which they came."""
        with self._database.read() as base:
            rows = base.execute(
                "SELECT id, time, added FROM page WHERE id = ? OR url = ? ORDER BY number",
                (entry.id, entry.url),
            ).fetchall()
        return [Copy(*row) for row in rows]

    def page(self, id: str) -> Page:  # noqa: A002
        """Return the page with its bytes; raises `NotFound`."""
        with self._lock:
            if id in self._kept:
                self._kept.move_to_end(id)
                return self._kept[id]
        page = self._load(id)
        with self._lock:
            if id not in self._kept:
                self._kept[id] = page
                self._kept_bytes += len(page.raw)
            while self._kept_bytes > _KEPT_BYTES and len(self._kept) > 1:
                self._kept_bytes -= len(self._kept.popitem(last=False)[1].raw)
        return page

    def _load(self, id: str) -> Page:  # noqa: A002
        with self._database.read() as base:
            row = base.execute(
                'SELECT source, "offset", url, time, charset, raw FROM page WHERE id = ?', (id,)
            ).fetchone()
        if row is None:
            raise NotFound(f"no page {id[:40]!r} is in the workspace")
        source, offset, url, time, charset, raw = row
        return Page(zlib.decompress(raw), Origin(source, offset), url, time, charset)

    def _has(self, id: str) -> bool:  # noqa: A002
        with self._database.read() as base:
            return base.execute("SELECT 1 FROM page WHERE id = ?", (id,)).fetchone() is not None

    def _insert(self, page: Page, described: Described) -> None:
        values = (
            page.id, page.origin.source, page.origin.offset, page.url, page.time, page.charset,
            find_folder(page), described.title, described.doubt, len(page.raw),
            zlib.compress(page.raw, 1), datetime.now(UTC).isoformat(timespec="seconds"),
        )  # fmt: skip
        with self._database.write() as base:
            _insert_row(base, values)


def _insert_row(base: sqlite3.Connection, values: tuple[object, ...]) -> None:
    base.execute(
        'INSERT OR IGNORE INTO page (id, source, "offset", url, time, charset, folder, title,'
        " doubt, size, raw, added) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        values,
    )


def find_folder(page: Page) -> str:
    """Return where a page lies: the folder of its address, else of its file.

    >>> find_folder(Page.from_bytes(b"", url="https://www.example.org/news/1.html"))
    'www.example.org/news'
    """
    if page.url:
        parts = urlsplit(page.url)
        folder, _, _ = parts.path.rpartition("/")
        return f"{parts.hostname or ''}{folder}"
    return str(PurePath(page.origin.source).parent)
