"""The index in this process: tantivy, on a folder of this machine.

Its BM25 has K1 = 1.2 and b = 0.75, which cannot be changed, and counts over all segments.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from zaru.errors import OutputFailed, RunLocked, ToolMissing
from zaru.search.kept_pages import FOLDER, Findable, KeptPages
from zaru.search.wanted import (
    COMPOUNDS,
    READINGS,
    SITE,
    TITLE,
    TITLE_BOOST,
    URL,
    WORDS,
    Filters,
    Found,
    Match,
    Wanted,
    Ways,
)

_TOKENS = "zaru"  # our words, with blanks between them
_PLACE = "place"  # of what is kept of a page; the only thing that is stored with it
# A thread of tantivy's keeps up with three processes that cut words. It writes a segment when it
# has so many bytes: with more, memory grows with the corpus for longer, and no time is gained.
_CPUS_OF_THREAD, _THREAD_BYTES = 3, 24_000_000


def import_tantivy() -> Any:
    """Return tantivy; raises `ToolMissing`, which says how to install it."""
    try:
        import tantivy
    except ImportError as error:
        raise ToolMissing("search needs tantivy; run: pip install 'zaru[search]'") from error
    return tantivy


class TantivyEngine:
    """An index of this machine, opened for reading. Each search sees the newest commit."""

    def __init__(self, folder: Path) -> None:
        self._tantivy = import_tantivy()
        self._index = _open(folder)
        self._kept = KeptPages(folder / FOLDER)

    def search(self, wanted: Wanted, *, offset: int, limit: int) -> tuple[int, list[Found]]:
        """Return how many pages there are, and *limit* of them from *offset* on, best first."""
        try:
            return self._search(wanted, offset, limit)
        except FileNotFoundError:  # what is kept of a file went with a commit a moment ago
            self.reload()
            return self._search(wanted, offset, limit)

    def _search(self, wanted: Wanted, offset: int, limit: int) -> tuple[int, list[Found]]:
        searcher = self._index.searcher()
        result = searcher.search(self._translate(wanted), limit=limit, offset=offset)
        return result.count, [self._to_found(searcher, *hit) for hit in result.hits]

    def count(self, wanted: Wanted) -> int:
        """Return how many pages there are."""
        count: int = self._index.searcher().search(self._translate(wanted), limit=1).count
        return count

    def frequencies(self, field: str, terms: Sequence[str]) -> list[int]:
        """Return in how many pages each of *terms* stands."""
        searcher = self._index.searcher()
        return [searcher.doc_freq(field, term) for term in terms]

    def reload(self) -> None:
        """See what was committed since."""
        self._index.reload()

    def close(self) -> None:
        """Give back what is held open."""

    def _to_found(self, searcher: Any, score: float, address: Any) -> Found:
        place = bytes(searcher.doc(address).get_first(_PLACE))
        return Found(score, *self._kept.read(str(place, "utf-8")))

    def _translate(self, wanted: Wanted) -> Any:
        """Return the query in tantivy's own terms."""
        query, occur = self._tantivy.Query, self._tantivy.Occur
        if not wanted.groups:
            return query.empty_query()
        groups = [self._any_of(group) for group in wanted.groups]
        parts = [(occur.Must, _or(query, occur, groups))] if wanted.is_any else []
        parts = parts or [(occur.Must, group) for group in groups]
        parts += [(occur.MustNot, self._best_of(ways)) for ways in wanted.excluded]
        parts += [
            (occur.Must, query.const_score_query(one, 0.0)) for one in self._filter(wanted.filters)
        ]
        if not wanted.filters.duplicates:
            parts.append((occur.MustNot, self._term("duplicate", "1")))
        return query.boolean_query(parts)

    def _any_of(self, group: Iterable[Ways]) -> Any:
        choices = [self._best_of(ways) for ways in group]
        return _or(self._tantivy.Query, self._tantivy.Occur, choices)

    def _best_of(self, ways: Ways) -> Any:
        """Return what finds a unit by its best way, and counts its words in the title again."""
        query, occur = self._tantivy.Query, self._tantivy.Occur
        found = [self._match(match) for match in ways]
        if not found:
            return query.empty_query()
        best = found[0] if len(found) == 1 else query.disjunction_max_query(found)
        if any(match.field in (SITE, URL) for match in ways):
            return query.const_score_query(best, 0.0)
        titles = [self._match(Match(TITLE, one.terms)) for one in ways if one.field == WORDS]
        if not titles:
            return best
        title = titles[0] if len(titles) == 1 else query.disjunction_max_query(titles)
        boosted = query.boost_query(title, TITLE_BOOST)
        return query.boolean_query([(occur.Must, best), (occur.Should, boosted)])

    def _match(self, match: Match) -> Any:
        if len(match.terms) == 1:
            option = "freq" if match.field == READINGS else "position"
            return self._term(match.field, match.terms[0], option)
        return self._tantivy.Query.phrase_query(self._index.schema, match.field, list(match.terms))

    def _term(self, field: str, term: str, option: str = "basic") -> Any:
        return self._tantivy.Query.term_query(self._index.schema, field, term, option)

    def _filter(self, filters: Filters) -> Iterable[Any]:
        """Yield what pages must have beside words."""
        if filters.site is not None:
            yield self._term(SITE, filters.site.lower())
        if filters.language is not None:
            yield self._term("language", filters.language.lower())
        if filters.days is not None:
            number = self._tantivy.FieldType.Unsigned
            yield self._tantivy.Query.range_query(self._index.schema, "day", number, *filters.days)


def _or(query: Any, occur: Any, choices: Sequence[Any]) -> Any:
    """Return what one of *choices* is enough for; their scores are added."""
    if len(choices) == 1:
        return choices[0]
    return query.boolean_query([(occur.Should, choice) for choice in choices])


class TantivyWriter:
    """An index of this machine, opened for writing; one at a time."""

    def __init__(self, folder: Path) -> None:
        self._tantivy = import_tantivy()
        try:
            (folder / FOLDER).mkdir(parents=True, exist_ok=True)
            self._index = _open(folder)
            self._writer = self._open_writer()
        except OSError as error:
            raise OutputFailed.of(error, folder) from error
        except ValueError as error:
            if "LockBusy" in str(error):
                raise RunLocked(f"{folder}: another process writes to this index") from error
            raise OutputFailed(f"{folder}: no index can be made here: {error}") from error

    def remove(self, file: str) -> None:
        """Take all pages of a *file* of the corpus out."""
        self._writer.delete_documents_by_term("file", file)

    def add(self, page: Findable) -> None:
        """Put a page in."""
        values: dict[str, Any] = {
            "file": page.file,
            WORDS: page.words,
            READINGS: page.readings,
            COMPOUNDS: page.compounds,
            TITLE: page.title,
            SITE: page.site,
            URL: page.url,
            "language": page.language,
            _PLACE: page.place.encode(),
        }
        if page.is_duplicate:
            values["duplicate"] = "1"
        if page.day is not None:
            values["day"] = page.day
        kept = self._tantivy.Document.from_dict(values, self._index.schema)
        self._call(self._writer.add_document, kept)

    def commit(self) -> None:
        """Let readers see all that was done since the last commit, at once."""
        self._call(self._writer.commit)
        self._writer.wait_merging_threads()

    def rest(self) -> None:
        """Commit, and go on when all is merged: a merge maps what it reads into memory."""
        self.commit()
        self._writer = self._call(self._open_writer)

    def close(self) -> None:
        """Give up what was not committed."""
        self._writer = None

    def _open_writer(self) -> Any:
        threads = max(1, (os.cpu_count() or 1) // _CPUS_OF_THREAD)
        return self._index.writer(threads * _THREAD_BYTES, threads)

    def _call(self, act: Any, *arguments: Any) -> Any:
        try:
            return act(*arguments)
        except (ValueError, OSError) as error:  # how tantivy says that a disk is full
            raise OutputFailed(f"the index cannot be written: {error}") from error


def _open(folder: Path) -> Any:
    """Open the index in *folder*, or make an empty one."""
    tantivy = import_tantivy()
    index = tantivy.Index(_build_schema(tantivy), str(folder))
    tokens = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
    index.register_tokenizer(_TOKENS, tokens)
    return index


def _build_schema(tantivy: Any) -> Any:
    builder = tantivy.SchemaBuilder()
    for name in ("file", "duplicate"):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    for name in (SITE, "language"):
        builder.add_text_field(name, tokenizer_name=_TOKENS, index_option="basic")
    builder.add_text_field(READINGS, tokenizer_name=_TOKENS, index_option="freq")
    for name in (WORDS, COMPOUNDS, TITLE, URL):
        builder.add_text_field(name, tokenizer_name=_TOKENS)
    builder.add_unsigned_field("day", indexed=True, fast=True)
    builder.add_bytes_field(_PLACE, stored=True)
    return builder.build()
