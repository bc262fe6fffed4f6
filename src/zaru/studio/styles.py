"""Style sheets of the sources, so that pages look like themselves though nothing is fetched."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path, PurePath
from urllib.parse import unquote, urlsplit

from zaru.errors import Failure, InputError
from zaru.io.fields import media_type
from zaru.io.files import open_source
from zaru.io.inflate import undo_codings
from zaru.io.listing import list_files
from zaru.io.records import Record, read_records
from zaru.io.response import join_chunks, parse_response
from zaru.io.sources import ARCHIVE_SUFFIXES
from zaru.io.tape import Tape
from zaru.io.warc import is_gzip_file
from zaru.layout.head import Head
from zaru.limits import DEFAULT_LIMITS
from zaru.page import Page
from zaru.studio.database import Database
from zaru.text.urls import resolve

_MAX_BYTES = 2**20  # of a sheet
_MAX_SHEETS = 2_000  # of a workspace
_TYPE = "text/css"


class Styles:
    """The style sheets of a workspace, by address or file."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, sheets: Iterable[tuple[str, str]]) -> None:
        """Keep *sheets*, each with its address or file."""
        with self._database.write() as base:
            base.executemany("INSERT OR REPLACE INTO style (place, text) VALUES (?, ?)", sheets)

    def of(self, page: Page) -> str:
        """Return the sheets that *page* links to, in their order, as far as they are known.

        One with a `<` is left out, for it could end the element that it is put into.
        """
        places = [place for names in find_places(page) for place in names]
        with self._database.read() as base:
            found = {
                place: base.execute("SELECT text FROM style WHERE place = ?", (place,)).fetchone()
                for place in places
            }
        texts = (
            next((found[place][0] for place in names if found[place]), "")
            for names in find_places(page)
        )
        return "\n".join(text for text in texts if "<" not in text)


def find_places(page: Page) -> list[list[str]]:
    """Return where each sheet that *page* links to may be: its address, and files beside it."""
    base = Head(page.tree).base(page.url)
    tree = page.tree
    found = []
    for row in tree.rows_of("link"):
        rels = (tree.attribute(row, "rel") or "").lower().split()
        href = (tree.attribute(row, "href") or "").strip()
        if href and "stylesheet" in rels and "alternate" not in rels:
            address = resolve(base, href)
            found.append([*([address] if address else []), *_find_files(page, href)])
    return found


def _find_files(page: Page, href: str) -> Iterator[str]:
    """Yield the files that *href* may mean: from the page's own folder, or from one above it."""
    path = unquote(urlsplit(href).path) if not urlsplit(href).scheme else ""
    if not path or page.origin.offset is not None:
        return
    folder = PurePath(page.origin.source).parent
    if not path.startswith("/"):
        yield _normal(folder / path)
        return
    for above in (folder, *folder.parents):
        yield _normal(above / path.lstrip("/"))


def _normal(path: PurePath) -> str:
    return posixpath.normpath(path.as_posix())


def find_sheets(sources: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the style sheets that lie in folders and archives among *sources*."""
    for place, raw in islice(_read_sheets(sources), _MAX_SHEETS):
        yield place, raw.decode("utf-8", "replace")


def _read_sheets(sources: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    for source in sources:
        if Path(source).is_dir():
            yield from _read_folder(source)
        else:
            for found in list_files([source]):
                if not isinstance(found, Failure) and found.path.endswith(ARCHIVE_SUFFIXES):
                    yield from _read_archive(found.path)


def _read_folder(folder: str) -> Iterator[tuple[str, bytes]]:
    for parent, _, names in os.walk(folder):
        for name in sorted(names):
            path = Path(parent, name)
            with suppress(OSError):
                if path.suffix == ".css" and path.stat().st_size <= _MAX_BYTES:
                    yield _normal(path), path.read_bytes()


def _read_archive(source: str) -> Iterator[tuple[str, bytes]]:
    try:
        with open_source(source) as file:
            tape = Tape(file, gzipped=is_gzip_file(file))
            for record in read_records(tape, source=source, limits=DEFAULT_LIMITS):
                if isinstance(record, Record) and record.kind == "response":
                    yield from _read_response(record, source)
    except (OSError, InputError):
        return  # what is wrong with it is told by whoever reads its pages


def _read_response(record: Record, source: str) -> Iterator[tuple[str, bytes]]:
    with suppress(InputError):
        response = parse_response(record.block)
        if media_type(response.fields.get("content-type", "")) != _TYPE:
            return
        body = join_chunks(response.body)[0] if response.is_chunked else response.body
        body = undo_codings(body, response.codings, limit=_MAX_BYTES, source=source, allow_cut=True)
        url = record.fields.get("warc-target-uri", "").strip("<>")
        if url and response.status == 200:
            yield url, body
