"""Pages of a corpus as tantivy gets them, out of columns: no object of Python for a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from zaru.io.corpus import Corpus
from zaru.search.analysis import cut_address
from zaru.search.annotated_words import find_reader
from zaru.search.document import (
    MIN_COMPOUND_CHARS,
    DocumentMaker,
    find_family,
    find_languages,
    find_site,
    to_day,
)
from zaru.search.kept_line import KeptLine
from zaru.search.kept_pages import Findable, Keep
from zaru.search.payload import SHOWN
from zaru.search.words import pair_kanji

try:
    from zaru.search import _kernel
except ImportError:  # installed without a compiler
    _kernel = None  # type: ignore[assignment]

PAGE_COLUMNS = (*SHOWN, "blocks")
_SENTENCE_COLUMNS = ("page", "text", "span", "is_content")
_PLAIN_COLUMNS = ("url", "language", "date", "time", "duplicate_of")
_PAGE_ROWS, _SENTENCE_ROWS = 64, 1024  # that are read at once


class PageColumns:
    """Reads files of a corpus; what comes of them is what `DocumentMaker.make` makes."""

    def __init__(self, corpus: Corpus, scheme: str | None, maker: DocumentMaker) -> None:
        """Words are those of the annotator *scheme*; what it has not cut is cut by *maker*."""
        self._corpus = corpus
        self._scheme = None if scheme is None else scheme.encode()
        self._sentences = (*_SENTENCE_COLUMNS, *(() if scheme is None else ("annotations",)))
        self._maker = maker
        if _kernel is not None:
            self._lines = _kernel.LineReader(find_reader(scheme or ""), KeptLine)
            self._runs = _kernel.LineReader(_pair_run, KeptLine)

    def can_read(self, file: str) -> bool:
        """Say whether *file* can be read: there is a kernel, and its tables have our types."""
        return (
            _kernel is not None
            and self._corpus.has_shape("pages", file, PAGE_COLUMNS)
            and self._corpus.has_shape("sentences", file, self._sentences)
        )

    def read(self, file: str, keep: Keep) -> Iterator[tuple[Findable, str]]:
        """Yield the pages of *file*, each with the first part of the tag of its language."""
        rows = self._corpus.batches("sentences", file, self._sentences, _SENTENCE_ROWS)
        sentences = _read_ahead(rows)
        cut = self._maker.cut_block, self._maker.cut
        reader = _kernel.PageReader(self._lines, self._runs, *cut, file, sentences, self._scheme)
        for batch in self._corpus.batches("pages", file, PAGE_COLUMNS, _PAGE_ROWS):
            reader.open(batch, SHOWN)
            plain = (batch.column(name).to_pylist() for name in _PLAIN_COLUMNS)
            for row, values in enumerate(zip(*plain, strict=True)):
                url, language, date, time, first = values
                words, readings, compounds, title, data = reader.make(row)
                yield (
                    Findable(
                        file=file,
                        words=words,
                        readings=readings,
                        compounds=compounds,
                        title=title,
                        site=find_site(url or ""),
                        url=" ".join(cut_address(url or "")),
                        language=find_languages(language),
                        day=to_day(date or time),
                        is_duplicate=first is not None,
                        place=keep(len(words), len(readings), data),
                    ),
                    find_family(language),
                )


def _read_ahead(batches: Iterator[Any]) -> Iterator[Any]:
    """Yield *batches*; a thread reads the next while one is in use, for Arrow needs no lock."""
    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(next, batches, None)
        while (batch := coming.result()) is not None:
            coming = pool.submit(next, batches, None)
            yield batch


def _pair_run(run: str) -> tuple[int, int, str, str]:
    """Say the pairs of a run of kanji as words of a line are said."""
    return 0, 0, " ".join(pair_kanji(run, MIN_COMPOUND_CHARS)), ""
