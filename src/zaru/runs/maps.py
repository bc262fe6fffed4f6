"""Which id is which, in files beside the outputs of a run: of its pages, and of their links.

`map.jsonl` has a line for each page with an output, `links.jsonl` one for each address that a page
links to. What `DocID` elements say is `doc_id` in both.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path, PurePosixPath
from typing import Any

from zaru.corpus.identity import document_id, file_address
from zaru.corpus.standard_format import StandardFormat
from zaru.errors import OutputFailed
from zaru.io.publish import publish
from zaru.runs.ledger import Entry, parse_line, read_lines
from zaru.runs.outputs import LINKS_NAME, MAP_NAME
from zaru.text.json_lines import to_line

_JOURNAL_NAME = ".zaru-links.jsonl"
# A line that is whole, as most are: it need not be parsed to tell.
_WHOLE = re.compile(rb'\{"doc_id": "[0-9a-f]+", "url": "[ !#-\[\]-~]*"\}\n')

Line = dict[str, Any]


def find_addresses(found: StandardFormat) -> dict[str, str]:
    """Return by their ids the addresses that a page links to; files of no address have none."""
    targets = (target for link in found.out_links for target in link.targets)
    return {target.id: target.url for target in targets if target.url is not None}


def describe_page(
    url: str | None, page: str, file: str | None, *, offset: int | None = None
) -> Line:
    """Return the line of a page; only that of an archive has an id, which names its output."""
    is_archived = offset is not None and file is not None
    return {
        "id": PurePosixPath(str(file)).name.partition(".")[0] if is_archived else None,
        "doc_id": document_id(url or file_address(page)),
        "url": url,
        "page": page,
        "offset": offset,
        "file": file,
    }


def describe_links(addresses: Mapping[str, str]) -> Iterator[Line]:
    """Yield the lines of addresses, by their ids."""
    for identity, url in addresses.items():
        yield {"doc_id": identity, "url": url}


def write_page_map(target: Path, entries: Iterable[Entry]) -> None:
    """List the pages that have an output in *target*."""
    with publish(target / MAP_NAME) as file:
        for entry in entries:
            if entry.output is not None:
                about = entry.url, entry.page, entry.output
                file.write(to_line(describe_page(*about, offset=entry.offset)))


class LinkMap:
    """The addresses of links, gathered in *target* while a run lasts.

    An id is made of its address alone, so what an earlier run has gathered stays true; one that
    was killed leaves its journal, which the next one goes on with.
    """

    def __init__(self, target: Path) -> None:
        self._path, self._journal = target / LINKS_NAME, target / _JOURNAL_NAME

    def add(self, addresses: Mapping[str, str]) -> None:
        """Write down what a page links to."""
        if addresses:
            # A line end first: a killed run may have left half a line.
            lines = b"\n" + b"".join(map(to_line, describe_links(addresses)))
            try:
                with self._journal.open("ab") as file:
                    file.write(lines)
            except OSError as error:
                raise OutputFailed.of(error, self._journal) from error

    def finish(self) -> None:
        """Write all addresses in the order of their ids, each once."""
        if not self._journal.exists():
            return
        try:
            with closing(sqlite3.connect("", isolation_level=None)) as base:
                _gather(base, (self._path, self._journal))
                with publish(self._path) as file:
                    for (line,) in base.execute("SELECT line FROM links ORDER BY line"):
                        file.write(line)
            self._journal.unlink()
        except sqlite3.Error as error:
            raise OutputFailed(f"no room to keep the links of the run: {error}") from error
        except OSError as error:
            raise OutputFailed.of(error, self._journal) from error


def _gather(base: sqlite3.Connection, paths: Iterable[Path]) -> None:
    """Fill SQLite's temporary storage, which moves to disk, with the lines of files."""
    base.execute("PRAGMA journal_mode = OFF")
    base.execute("CREATE TABLE links (line BLOB PRIMARY KEY) WITHOUT ROWID")
    lines = (line for path in paths for line in read_lines(path))
    whole = ((line,) for line in lines if _WHOLE.fullmatch(line) or parse_line(line))
    base.executemany("INSERT OR IGNORE INTO links VALUES (?)", whole)
