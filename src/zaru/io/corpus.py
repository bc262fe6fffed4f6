"""A corpus that `zaru build` made: its pages, their sentences and links, their original bytes."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any

from zaru.content.content import Content, ContentBlock
from zaru.content.extraction import restore_content
from zaru.corpus.identity import PAGE_ID_DIGITS
from zaru.corpus.sentence import Sentence
from zaru.corpus.standard_format import StandardFormat
from zaru.errors import FormatError, InputError, NotFound, UsageError
from zaru.io.corpus_page import Answer, CorpusLink, CorpusPage, SpokenPage
from zaru.io.parquet import import_arrow
from zaru.io.schema import VERSION
from zaru.io.sentence_rows import from_sentence_row, to_standard_format
from zaru.io.spoken import Answers, read_spoken
from zaru.io.store import Store
from zaru.io.tables import ByPage, Row, Table, Test
from zaru.io.warc_writing import read_record
from zaru.page import Origin, Page
from zaru.text.urls import normalise

ABOUT_NAME = "corpus.json"
_ID_BEGINNING = re.compile(rf"[0-9a-f]{{1,{PAGE_ID_DIGITS}}}")
# A corpus may come from anybody: no other file is read in the name of an original.
_ORIGINAL = re.compile(r"originals/\d+\.warc\.gz", re.ASCII)
_BATCH_ROWS = 8192  # whose values are Python objects at once
_MAX_NAMED = 3  # of the pages that a name may mean


class Corpus:
    """A corpus, opened for reading.

    Pages that were dropped or failed are not in it. Nothing is held but what is asked for: a look
    at one page by its id reads the column of all ids, some 30 bytes a page; what is asked of a
    `CorpusPage` reads the files that it stands in, and no other.
    """

    def __init__(self, path: str | Path) -> None:
        """Open the corpus at *path*; raises `UsageError` when there is none that can be read."""
        self.place = str(path)
        self._store = Store.at(path)
        self.about = _read_about(self._store)  # what corpus.json says
        self._pages = Table(self._store, "pages")
        self._sentences = Table(self._store, "sentences")
        self._links = Table(self._store, "links")

    def __len__(self) -> int:
        """Return the number of pages."""
        return sum(map(self.count, self.files()))

    def __iter__(self) -> Iterator[CorpusPage]:
        return self.pages()

    def files(self) -> list[str]:
        """Return the names of the files that each table is cut into."""
        return self._pages.files()

    def count(self, file: str) -> int:
        """Return the number of pages in *file*."""
        return self._pages.count(file)

    def pages(self, file: str | None = None) -> Iterator[CorpusPage]:
        """Yield all pages in their order, those of *file* only when it is given."""
        for name in self.files() if file is None else [file]:
            for row in self._pages.rows(name):
                yield CorpusPage(row, name)

    def __getitem__(self, page: str) -> CorpusPage:
        """Return the page with the id *page*; raises `NotFound` when there is none."""
        found = self._find_all("id", lambda compute, ids: compute.equal(ids, page))
        return self._choose(page, found)

    def find(self, name: str) -> CorpusPage:
        """Return the page that *name* means: its id, the beginning of it, its URL, or its file.

        Raises `NotFound` when there is none, and `UsageError` when there are several.
        """
        if _ID_BEGINNING.fullmatch(name):
            hits = self._find_all("id", lambda compute, ids: compute.starts_with(ids, name))
            return self._choose(name, hits)
        pyarrow = import_arrow()
        names = pyarrow.array([name, normalise(name)], pyarrow.string())
        hits = self._find_all("url", lambda compute, urls: compute.is_in(urls, names))
        hits = hits or self._find_all("page", lambda compute, files: compute.equal(files, name))
        return self._choose(name, hits)

    def ids(self, file: str) -> Iterator[str]:
        """Yield the ids of the pages of *file* in their order."""
        for batch in self._pages.batches(file, ["id"], _BATCH_ROWS):
            yield from batch.column(0).to_pylist()

    def find_in(self, file: str, beginning: str) -> Iterator[CorpusPage]:
        """Yield the pages of *file* whose ids begin with *beginning*."""
        for row in self._pages.find(file, "id", lambda c, ids: c.starts_with(ids, beginning)):
            yield CorpusPage(row, file)

    def original(self, page: CorpusPage | str) -> Page:
        """Return the page as it was received: every span of the corpus counts bytes of its `raw`.

        Raises `FormatError` when its bytes are not where the corpus says.
        """
        row = self._find_page(page).row
        place = row["original"]
        try:
            if not _ORIGINAL.fullmatch(place["file"]):
                raise FormatError("not the name of a file of originals")
            with self._store.open(place["file"]) as file:
                raw = read_record(file, place["offset"]).raw
            if len(raw) != row["size"]:
                raise FormatError(f"its record has {len(raw)} bytes, not {row['size']}")
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

    def content(self, page: CorpusPage | str) -> Content:
        """Return the content of a page as it was chosen when the corpus was made.

        Blocks, Markdown and chunks of it come from the original; only the texts of blocks are
        masked where those of the corpus are. Raises `FormatError` when the original says another.
        """
        found = self._find_page(page)
        if "blocks" not in found.row:  # a search has found it, with the columns that it shows
            rows = self._find_rows(self._pages, "id", found)
            found = self._choose(found.id, [CorpusPage(row, found.file) for row in rows])
        blocks = [
            ContentBlock(block["role"], block["text"], (block["span"][0], block["span"][1]))
            for block in found["blocks"] or ()
        ]
        return restore_content(self.original(found), blocks, found.text)

    def sentences(self, page: CorpusPage | str) -> list[Sentence]:
        """Return the sentences of a page in their order."""
        return list(map(from_sentence_row, self.sentence_rows(page)))

    def sentence_rows(self, page: CorpusPage | str) -> list[Row]:
        """Return the rows of `sentences` of a page in their order."""
        return self._find_rows(self._sentences, "page", self._find_page(page))

    def links_from(self, page: CorpusPage | str) -> list[CorpusLink]:
        """Return the links of a page to others, in their order."""
        rows = self._find_rows(self._links, "from", self._find_page(page))
        return list(map(CorpusLink.of, rows))

    def links_to(self, page: CorpusPage | str) -> list[CorpusLink]:
        """Return the links of other pages to this one; reads the column `to` of all links."""
        own = self._find_page(page).id
        return [
            CorpusLink.of(row)
            for file in self._links.files()
            for row in self._links.find(file, "to", lambda c, ids: c.equal(ids, own))
        ]

    def repeats(self, page: CorpusPage | str) -> Iterator[CorpusPage]:
        """Yield the other pages that nearly repeat the one that this page repeats, or itself.

        The page that the others repeat comes first; reads the column `duplicate_of` of all pages.
        """
        own = self._find_page(page)
        first = own["duplicate_of"] or own.id
        if first != own.id:
            yield self[first]
        for file in self.files():
            for row in self._pages.find(file, "duplicate_of", lambda c, ids: c.equal(ids, first)):
                if row["id"] != own.id:
                    yield CorpusPage(row, file)

    def standard_format(self, page: CorpusPage | str) -> StandardFormat | None:
        """Return a page in the Standard Format; None for one without Japanese sentences."""
        found = self._find_page(page)
        if not found.is_standard:
            return None
        links = self._find_rows(self._links, "from", found)
        return to_standard_format(found.row, self._find_rows(self._sentences, "page", found), links)

    def standard_formats(self, file: str) -> Iterator[tuple[CorpusPage, StandardFormat | None]]:
        """Yield each page of *file* with what `standard_format` says of it, in one pass."""
        sentences = ByPage(self._sentences, file, "page")
        links = ByPage(self._links, file, "from")
        for page in self.pages(file):
            parts = sentences.take(page.id), links.take(page.id)
            yield page, to_standard_format(page.row, *parts) if page.is_standard else None
        sentences.finish()
        links.finish()

    def columns(self, *names: str) -> Iterator[Row]:
        """Yield the rows of all pages with the columns *names* alone."""
        for file in self.files():
            yield from self._pages.rows(file, names)

    def look_up(self, ids: Iterable[str], *columns: str) -> dict[str, Row]:
        """Return some *columns* of the pages with these *ids*, by id; absent pages are left out."""
        pyarrow = import_arrow()
        wanted = pyarrow.array(list(ids), pyarrow.string())
        return {
            row["id"]: row
            for file in self.files()
            for row in self._pages.find(
                file, "id", lambda c, own: c.is_in(own, wanted), ["id", *columns]
            )
        }

    def tally(self, column: str) -> list[tuple[str, int]]:
        """Return how many pages have each value of a *column* of words, the most frequent first.

        Pages without one are not counted.
        """
        counts: Counter[str] = Counter()
        for file in self.files():
            counts.update(self._pages.tally(file, column))
        return sorted(counts.items(), key=lambda item: (-item[1], item[0]))

    def with_sentences(
        self,
        file: str,
        columns: Sequence[str],
        answers: Answers[Answer] | None,
        *,
        content_only: bool = False,
    ) -> Iterator[tuple[Row, SpokenPage[Answer]]]:
        """Yield each page of *file*, with some columns, and its sentences with these *answers*.

        In a fifth of the time of rows with all columns. With *content_only* sentences outside of
        the content are left out.
        """
        spoken = read_spoken(self._sentences, file, answers, content_only=content_only)
        page, sentences = next(spoken, (None, None))
        for row in self._pages.rows(file, columns):
            if sentences is not None and row["id"] == page:
                yield row, sentences
                page, sentences = next(spoken, (None, None))
            else:
                yield row, SpokenPage([], [], [], [])

    def batches(self, table: str, file: str, columns: Sequence[str], rows: int) -> Iterator[Any]:
        """Yield some *columns* of *file* of `pages` or `sentences` as Arrow has them."""
        return Table(self._store, table).batches(file, columns, rows)

    def has_shape(self, table: str, file: str, columns: Sequence[str]) -> bool:
        """Say whether *columns* of a *file* are such as `zaru build` writes them."""
        return Table(self._store, table).has_shape(file, columns)

    def schemes(self) -> list[str]:
        """Return the schemes of its annotations, by the first sentence that has some."""
        for file in self.files():
            for batch in self._sentences.batches(file, ["annotations"], _BATCH_ROWS):
                annotations = batch.column("annotations")
                if len(annotations.flatten()):  # most corpora have them everywhere, or nowhere
                    first = next(filter(None, annotations.to_pylist()))
                    return [said["scheme"] for said in first]
        return []

    def digest(self, file: str) -> str:
        """Return a digest of the pages and sentences of *file*, as their tables have them."""
        digest = blake2b(digest_size=16)
        for table in (self._pages, self._sentences):
            digest.update(table.digest(file))
        return digest.hexdigest()

    def _find_page(self, page: CorpusPage | str) -> CorpusPage:
        return self[page] if isinstance(page, str) else page

    def _find_rows(self, table: Table, column: str, page: CorpusPage) -> list[Row]:
        """Return the rows of *page*; they stand in the file of its own number."""
        return list(table.find(page.file, column, lambda c, ids: c.equal(ids, page.id)))

    def _find_all(self, column: str, test: Test) -> list[CorpusPage]:
        """Return the pages whose *column* passes *test*; no more than can be named."""
        hits = (
            CorpusPage(row, file)
            for file in self.files()
            for row in self._pages.find(file, column, test)
        )
        return list(islice(hits, _MAX_NAMED + 1))

    def _choose(self, name: str, hits: list[CorpusPage]) -> CorpusPage:
        """Return the one page that *name* means."""
        place = self._store.place
        if not hits:
            message = f"{place}: no page {name!r}; name it by its URL or its id"
            raise NotFound(f"{message}, as the columns `url` and `id` of its pages have them")
        if len(hits) > 1:
            ids = ", ".join(page.id for page in hits[:_MAX_NAMED])
            more = ", …" if len(hits) > _MAX_NAMED else ""
            raise UsageError(f"{place}: {name!r} may be {ids}{more}; give the whole id of one")
        return hits[0]


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
