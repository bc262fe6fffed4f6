"""Links into the pages of a folder of Standard Format files, from each other's OutLinks."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import groupby
from pathlib import Path

from zaru.corpus.identity import document_id, file_address
from zaru.corpus.standard_format import Link, Target
from zaru.corpus.xml.editing import read_header, read_url, replace_in_links
from zaru.errors import Failure, FormatError, InputError, OutputFailed
from zaru.io.standard_format import read_head, read_xml, write_xml


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
        for name, path in pages():
            try:
                links.add_page(_identify(read_head(path), name, path))
            except (InputError, OSError) as error:
                tell(Failure.of(error, stage="link", source=str(path)))
        for name, path in pages():
            with suppress(InputError, OSError):  # told above
                data = read_head(path)
                links.add_links(_identify(data, name, path), _read_links(data, path))
        for name, path in pages():
            with suppress(InputError, OSError):
                changed += _rewrite(links, name, path)
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


def _identify(data: bytes, name: str, path: Path) -> str:
    return document_id(read_url(data, source=str(path)) or file_address(name))


def _rewrite(links: _Links, name: str, path: Path) -> bool:
    """Give *path* the links into it; say whether that changed it."""
    head = read_head(path)
    found = links.into(_identify(head, name, path))
    if not found and b"<InLinks>" not in head:
        return False
    data = read_xml(path)
    changed = replace_in_links(data, found, source=str(path))
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
            CREATE TABLE pages (id TEXT PRIMARY KEY) WITHOUT ROWID;
            CREATE TABLE links (target TEXT, text TEXT, source TEXT,
                                PRIMARY KEY (target, text, source)) WITHOUT ROWID;
            """
        )

    def add_page(self, identity: str) -> None:
        """Remember a page of the run."""
        self._base.execute("INSERT OR IGNORE INTO pages VALUES (?)", (identity,))

    def add_links(self, source: str, links: Iterable[Link]) -> None:
        """Keep those of the links of the page *source* that lead to a page of the run."""
        self._base.executemany(
            "INSERT OR IGNORE INTO links SELECT id, ?, ? FROM pages WHERE id = ?",
            ((link.text, source, target.id) for link in links for target in link.targets),
        )

    def into(self, identity: str) -> list[Link]:
        """Return the links into a page, sorted by text, then by source."""
        query = "SELECT text, source FROM links WHERE target = ? ORDER BY text, source"
        rows = self._base.execute(query, (identity,))
        return [
            Link(text, tuple(Target(source) for _, source in group))
            for text, group in groupby(rows, key=lambda row: str(row[0]))
        ]

    def close(self) -> None:
        """Give the disk space back."""
        self._base.close()
