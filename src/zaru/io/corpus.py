"""A corpus that `zaru build` made: its pages, their sentences and links, their original bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from zaru.corpus.identity import PAGE_ID_DIGITS
from zaru.corpus.sentence import Sentence, Span
from zaru.corpus.standard_format import StandardFormat
from zaru.errors import Failure, FormatError, InputError, UsageError
from zaru.io.schema import VERSION
from zaru.io.sentence_rows import from_sentence_row, to_standard_format
from zaru.io.store import Store
from zaru.io.tables import ByPage, Row, Table, Test
from zaru.io.warc import read_warc
from zaru.page import Origin, Page
from zaru.text.urls import normalise

ABOUT_NAME = "corpus.json"
_ID_BEGINNING = re.compile(rf"[0-9a-f]{{1,{PAGE_ID_DIGITS}}}")
_MAX_NAMED = 3  # of the pages that a name may mean


@dataclass(frozen=True, slots=True)
class CorpusPage:
    """A row of the table `pages`: every column by its name, the most used as attributes."""

    row: Row = field(repr=False)
    file: str = field(repr=False)  # of all tables, without the folder

    def __getitem__(self, column: str) -> Any:
        """Return the value of *column*; None when it is absent."""
        return self.row[column]

    @property
    def id(self) -> str:
        """The digest of its address and its bytes."""
        return str(self.row["id"])

    @property
    def url(self) -> str | None:
        """Where it was found."""
        return self._word("url")

    @property
    def title(self) -> str | None:
        """The title of its content."""
        return self._word("title")

    @property
    def language(self) -> str | None:
        """Its language as a BCP 47 tag."""
        return self._word("language")

    @property
    def text(self) -> str:
        """Its main content, a block a line."""
        return self._word("text") or ""

    @property
    def markdown(self) -> str:
        """Its main content as Markdown."""
        return self._word("markdown") or ""

    def _word(self, column: str) -> str | None:
        value: str | None = self.row[column]
        return value


@dataclass(frozen=True, slots=True)
class CorpusLink:
    """A row of the table `links`."""

    source: str  # the id of the page that has it
    target: str | None  # the id of the page that it leads to; None when the corpus has none there
    document: str  # the id of that address in the Standard Format
    url: str | None
    anchor: str
    span: Span | None  # of the anchor; None for an image's


class Corpus:
    """A corpus, opened for reading.

    Pages that were dropped or failed are not in it. Nothing is held but what is asked for: a look
    at one page by its id reads the column of all ids, some 30 bytes a page; what is asked of a
    `CorpusPage` reads the files that it stands in, and no other.
    """

    def __init__(self, path: str | Path) -> None:
        """Open the corpus at *path*; raises `UsageError` when there is none that can be read."""
        self._store = Store.at(path)
        self.about = _read_about(self._store)  # what corpus.json says
        self._pages = Table(self._store, "pages")
        self._sentences = Table(self._store, "sentences")
        self._links = Table(self._store, "links")

    def __len__(self) -> int:
        """Return the number of pages."""
        return self._pages.count()

    def __iter__(self) -> Iterator[CorpusPage]:
        return self.pages()

    def files(self) -> list[str]:
        """Return the names of the files that each table is cut into."""
        return self._pages.files()

    def pages(self, file: str | None = None) -> Iterator[CorpusPage]:
        """Yield all pages in their order, those of *file* only when it is given."""
        for name in self.files() if file is None else [file]:
            for row in self._pages.rows(name):
                yield CorpusPage(row, name)

    def __getitem__(self, page: str) -> CorpusPage:
        """Return the page with the id *page*; raises `UsageError` when there is none."""
        return self._find_one(page, "id", lambda compute, ids: compute.equal(ids, page))

    def find(self, name: str) -> CorpusPage:
        """Return the page that *name* means: its URL, its id, or the beginning of its id.

        Raises `UsageError` when there is none, and when there are several.
        """
        if _ID_BEGINNING.fullmatch(name):
            return self._find_one(name, "id", lambda compute, ids: compute.starts_with(ids, name))
        import pyarrow

        urls = pyarrow.array([name, normalise(name)], pyarrow.string())
        return self._find_one(name, "url", lambda compute, all_: compute.is_in(all_, urls))

    def original(self, page: CorpusPage | str) -> Page:
        """Return the page as it was received: every span of the corpus counts bytes of its `raw`.

        Raises `FormatError` when its bytes are not where the corpus says.
        """
        row = self._find_row(page)
        place = row["original"]
        try:
            with self._store.open(place["file"]) as file:
                raw = _read_record(file, place["offset"]).raw
            if len(raw) != row["size"]:
                raise FormatError(f"a record of {len(raw)} bytes; the page has {row['size']}")
        except (InputError, OSError) as error:
            words = error.args[0] if isinstance(error, InputError) else error.strerror
            name = f"{self._store.place}/{place['file']}"
            message = f"the original of {row['id']} cannot be read: {words}"
            raise FormatError(message, source=name, offset=place["offset"]) from error
        return Page(
            raw,
            Origin(row["page"], row["offset"]),
            url=row["url"],
            time=row["time"],
            charset=row["charset"],
            truncated=bool(row["is_truncated"]),
        )

    def sentences(self, page: CorpusPage | str) -> list[Sentence]:
        """Return the sentences of a page in their order."""
        return [from_sentence_row(row) for row in self._rows_of(self._sentences, "page", page)]

    def links_from(self, page: CorpusPage | str) -> list[CorpusLink]:
        """Return the links of a page to others, in their order."""
        return [_to_link(row) for row in self._rows_of(self._links, "from", page)]

    def links_to(self, page: CorpusPage | str) -> list[CorpusLink]:
        """Return the links of other pages to this one; reads the column `to` of all links."""
        wanted = page if isinstance(page, str) else page.id
        return [
            _to_link(row)
            for file in self._links.files()
            for row in self._links.find(file, "to", lambda compute, ids: compute.equal(ids, wanted))
        ]

    def standard_format(self, page: CorpusPage | str) -> StandardFormat | None:
        """Return a page in the Standard Format; None for one without Japanese sentences."""
        found = self[page] if isinstance(page, str) else page
        sentences = self._rows_of(self._sentences, "page", found)
        return _rebuild(found, sentences, self._rows_of(self._links, "from", found))

    def standard_formats(
        self, file: str | None = None
    ) -> Iterator[tuple[CorpusPage, StandardFormat | None]]:
        """Yield each page of *file*, or of all, with what `standard_format` says; one pass."""
        for name in self.files() if file is None else [file]:
            sentences = ByPage(self._sentences, name, "page")
            links = ByPage(self._links, name, "from")
            for page in self.pages(name):
                yield page, _rebuild(page, sentences.take(page.id), links.take(page.id))
            sentences.finish()
            links.finish()

    def _rows_of(self, table: Table, column: str, page: CorpusPage | str) -> list[Row]:
        found = self[page] if isinstance(page, str) else page
        return list(
            table.find(found.file, column, lambda compute, ids: compute.equal(ids, found.id))
        )

    def _find_row(self, page: CorpusPage | str) -> Row:
        return (self[page] if isinstance(page, str) else page).row

    def _find_one(self, name: str, column: str, test: Test) -> CorpusPage:
        hits = (
            CorpusPage(row, file)
            for file in self.files()
            for row in self._pages.find(file, column, test)
        )
        found = list(islice(hits, _MAX_NAMED + 1))
        place = self._store.place
        if not found:
            message = f"{place}: no page {name!r}; name it by its URL or its id"
            raise UsageError(f"{message}, as the columns `url` and `id` of its pages have them")
        if len(found) > 1:
            ids = ", ".join(page.id for page in found[:_MAX_NAMED])
            more = ", …" if len(found) > _MAX_NAMED else ""
            raise UsageError(f"{place}: {name!r} may be {ids}{more}; give the whole id of one")
        return found[0]


def _read_about(store: Store) -> dict[str, Any]:
    """Return what corpus.json says; raises `UsageError` when it is not that of a corpus."""
    try:
        about = json.loads(store.read(ABOUT_NAME))
        version = about["schema"]
    except (FileNotFoundError, NotADirectoryError):
        raise UsageError(f"{store.place}: {_describe_missing(store)}") from None
    except (ValueError, TypeError, KeyError, RecursionError):
        message = f"{ABOUT_NAME} is not what `zaru build` writes; run it again"
        raise UsageError(f"{store.place}: {message}") from None
    if not isinstance(version, int) or version > VERSION:
        message = f"has schema {version}, and this zaru reads up to {VERSION}; install a newer one"
        raise UsageError(f"{store.place}: {message}")
    assert isinstance(about, dict)
    return about


def _describe_missing(store: Store) -> str:
    """Return why there is no corpus.json, in words."""
    if any(store.names(folder) for folder in ("pages", "originals", "work")):
        return "a corpus that is not finished; run the same `zaru build` again, and it goes on"
    return "not a corpus: no corpus.json; make one with: zaru build SOURCES… -o CORPUS"


class _Tail:
    """A file from an offset on."""

    def __init__(self, file: BinaryIO, offset: int) -> None:
        self._file, self._start = file, offset

    def seek(self, offset: int, /) -> int:
        return self._file.seek(self._start + offset) - self._start

    def read(self, size: int, /) -> bytes:
        return self._file.read(size)


def _read_record(file: BinaryIO, offset: int) -> Page:
    found = next(read_warc(_Tail(file, offset), source=""), None)
    if found is None or isinstance(found, Failure):
        raise FormatError("no record of a page" if found is None else found.message)
    return found


def _rebuild(page: CorpusPage, sentences: list[Row], links: list[Row]) -> StandardFormat | None:
    is_ours = page["is_japanese"] and sentences
    return to_standard_format(page.row, sentences, links) if is_ours else None


def _to_link(row: Row) -> CorpusLink:
    span = None if row["span"] is None else (row["span"][0], row["span"][1])
    return CorpusLink(row["from"], row["to"], row["target"], row["url"], row["anchor"], span)
