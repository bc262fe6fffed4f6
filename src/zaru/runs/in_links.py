"""Links into the pages of a folder of Standard Format files, from each other's OutLinks."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import groupby
from pathlib import Path

from zaru.corpus.identity import document_id, file_address
from zaru.corpus.standard_format import Link, Target
from zaru.corpus.xml.editing import read_header, read_url, replace_in_links
from zaru.errors import Failure, FormatError, InputError, OutputFailed
from zaru.io.standard_format import read_head, read_xml, write_xml

_TARGET = re.compile(rb">([^<>]+)</DocID>")
_ASKED = 500  # ids that are asked for at once: SQLite once took no more than 999


def add_in_links(
    pages: Callable[[], Iterable[tuple[str, Path]]], *, tell: Callable[[Failure], None]
) -> int:
    """Write into each file which of the others link to it; return how many files changed.

    *pages* yields the name of each page, which stands for an address that it does not have, and
    its file, as often as it is called. A pure function of the files: a second time, nothing
    changes. What the links say is kept on disk, not in memory. *tell* gets a Failure for a file
    that cannot be read.
    """
    links = _Links()
    changed = 0
    try:
        for number, (name, path) in enumerate(pages()):
            try:
                head = read_head(path)
                identity = document_id(read_url(head, source=str(path)) or file_address(name))
                links.add_page(number, identity, has_links=b"<InLinks>" in head)
            except (InputError, OSError) as error:
                tell(Failure.of(error, stage="link", source=str(path)))
        for number, (_, path) in enumerate(pages()):
            with suppress(InputError, OSError):  # told above
                head = read_head(path)
                if links.has_any(_TARGET.findall(head)) or b"</Header>" not in head:
                    links.add_links(number, _read_links(head, path))
        wanted = links.find_linked()
        following = next(wanted, None)
        for number, (_, path) in enumerate(pages() if following is not None else ()):
            if number != following:  # as most
                continue
            with suppress(InputError, OSError):
                changed += _rewrite(links, number, path)
            following = next(wanted, None)
    except sqlite3.Error as error:
        raise OutputFailed(f"no room to keep the links of the run: {error}") from error
    finally:
        links.close()
    return changed


def _read_links(head: bytes, path: Path) -> list[Link]:
    """Return the OutLinks of a file, for whose header *head* may be too short."""
    try:
        return read_header(head, source=str(path)).out_links
    except FormatError:
        return read_header(read_xml(path), source=str(path)).out_links


def _rewrite(links: _Links, number: int, path: Path) -> bool:
    """Give *path* the links into it; say whether that changed it."""
    data = read_xml(path)
    changed = replace_in_links(data, links.into(number), source=str(path))
    if changed == data:
        return False
    write_xml(path, changed)
    return True


class _Links:
    """The links among the pages of a run, in SQLite's temporary storage, which moves to disk."""

    def __init__(self) -> None:
        self._base = sqlite3.connect("", isolation_level=None)
        self._base.executescript(
            """
            PRAGMA journal_mode = OFF;
            CREATE TABLE pages (number INTEGER PRIMARY KEY, id TEXT, has_links INTEGER);
            CREATE INDEX by_id ON pages (id);
            CREATE TABLE links (target TEXT, text TEXT, source TEXT,
                                PRIMARY KEY (target, text, source)) WITHOUT ROWID;
            """
        )

    def add_page(self, number: int, identity: str, *, has_links: bool) -> None:
        """Remember a page of the run, and whether its file has links into it already."""
        self._base.execute("INSERT INTO pages VALUES (?, ?, ?)", (number, identity, has_links))

    def has_any(self, targets: list[bytes]) -> bool:
        """Say whether one of the ids *targets* is of a page of the run; of most pages none is."""
        for start in range(0, len(targets), _ASKED):
            some = targets[start : start + _ASKED]
            wanted = ", ".join(["CAST(? AS TEXT)"] * len(some))
            query = f"SELECT 1 FROM pages WHERE id IN ({wanted}) LIMIT 1"
            if self._base.execute(query, some).fetchone():
                return True
        return False

    def find_linked(self) -> Iterator[int]:
        """Yield the pages that have links into them, or whose files had, in order."""
        query = """
            SELECT number FROM pages
            WHERE has_links OR id IN (SELECT DISTINCT target FROM links) ORDER BY number
            """
        for (number,) in self._base.execute(query):
            yield number

    def add_links(self, source: int, links: Iterable[Link]) -> None:
        """Keep those of the links of the page *source* that lead to a page of the run."""
        self._base.executemany(
            """
            INSERT OR IGNORE INTO links SELECT own.id, ?, other.id FROM pages own, pages other
            WHERE own.id = ? AND other.number = ?
            """,
            ((link.text, target.id, source) for link in links for target in link.targets),
        )

    def into(self, number: int) -> list[Link]:
        """Return the links into a page, sorted by text, then by source."""
        rows = self._base.execute(
            """
            SELECT text, source FROM links JOIN pages ON target = id WHERE number = ?
            ORDER BY text, source
            """,
            (number,),
        )
        return [
            Link(text, tuple(Target(source) for _, source in group))
            for text, group in groupby(rows, key=lambda row: str(row[0]))
        ]

    def close(self) -> None:
        """Give the disk space back."""
        self._base.close()
