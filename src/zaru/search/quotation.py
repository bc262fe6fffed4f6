"""Whether a page, or any page of a corpus, says what is quoted from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from heapq import nlargest
from itertools import islice
from typing import Any

from zaru.citations.flat import flatten
from zaru.citations.verification import Status, Verdict, check_quote, verify_page
from zaru.errors import InputError, ToolMissing, UsageError
from zaru.io.corpus import Corpus
from zaru.io.corpus_page import CorpusPage
from zaru.io.spoken import Answers
from zaru.page import Page
from zaru.search.searching import Searcher
from zaru.search.wanted import Filters

MAX_PAGES = 20  # of a corpus that are read in full
_MAX_PHRASES = 3  # of a quotation that an index is asked for at once
_PHRASE_CHARS = 24
_MAX_PIECES = 16  # of a quotation that texts are searched for without an index
_PIECE_CHARS = 6
_CLAUSE = re.compile(r"[^\s\"“”、。，．,.!?！？「」『』（）()\[\]:;：；…・\-]+")


@dataclass(frozen=True, slots=True)
class Finding:
    """What one page says of a quotation."""

    page: str  # its id
    url: str | None
    verdict: Verdict

    def to_json(self) -> dict[str, Any]:
        """Return JSON values; keys in this order."""
        return {"page": self.page, "url": self.url, **self.verdict.to_json()}


@dataclass(frozen=True, slots=True)
class Quotation:
    """A quotation, and what is known of it: the pages that have it, or the one most like it."""

    quote: str
    status: Status
    findings: tuple[Finding, ...]

    @property
    def is_proven(self) -> bool:
        """Say whether a page has the text as it is quoted."""
        return self.status == "proven"

    def to_json(self) -> dict[str, Any]:
        """Return JSON values; keys in this order."""
        findings = [finding.to_json() for finding in self.findings]
        return {"quote": self.quote, "status": self.status, "findings": findings}


def verify(quote: str, where: Page | Corpus | Searcher) -> Quotation:
    """Say whether a page has the text *quote*, and in which bytes: proven, changed or absent.

    In a corpus the pages that may have it are found by its index, or by reading all texts when
    there is none that fits it; up to 20 of them are read in full. Raises `UsageError` when
    nothing is quoted.
    """
    check_quote(quote)
    if isinstance(where, Page):
        pages: Iterable[tuple[str, Page]] = [(where.id, where)]
    else:
        pages = _find_pages(quote, where)
    found = list(_ask(quote, pages))
    proven = tuple(finding for finding in found if finding.verdict.is_proven)
    if proven:
        return Quotation(quote, "proven", proven)
    changed = [finding for finding in found if finding.verdict.status == "changed"]
    if changed:
        return Quotation(quote, "changed", (min(changed, key=_distance),))
    return Quotation(quote, "absent", ())


def _ask(quote: str, pages: Iterable[tuple[str, Page]]) -> Iterator[Finding]:
    for id_, page in pages:
        with suppress(InputError):  # a page without a tree has no text
            yield Finding(id_, page.url, verify_page(quote, page))


def _distance(finding: Finding) -> int:
    return finding.verdict.distance


def _find_pages(quote: str, where: Corpus | Searcher) -> Iterator[tuple[str, Page]]:
    """Yield ids and original pages of a corpus that may have a quotation."""
    corpus, searcher = (where, None) if isinstance(where, Corpus) else (where.corpus, where)
    opened = None
    if searcher is None:
        searcher = opened = _open_index(corpus)
    try:
        if searcher is None:
            found = {page: corpus[page] for page in _scan(quote, corpus)}
        else:
            found = {page.id: page for page in _search(quote, searcher)}
        for id_, page in islice(found.items(), MAX_PAGES):
            yield id_, corpus.original(page)
    finally:
        if opened is not None:
            opened.close()


def _open_index(corpus: Corpus) -> Searcher | None:
    """Return the index of *corpus*, None when there is none that can be used and fits it."""
    try:
        searcher = Searcher(corpus)
    except (UsageError, ToolMissing, InputError):
        return None
    if searcher.is_stale:
        searcher.close()
        return None
    return searcher


def _search(quote: str, searcher: Searcher) -> Iterator[CorpusPage]:
    """Yield the pages that have phrases of *quote*, then those with some of its words."""
    clauses = sorted(_CLAUSE.findall(quote), key=len, reverse=True)[:_MAX_PHRASES]
    phrases = [clause[:_PHRASE_CHARS] for clause in clauses]
    queries = [(" ".join(f'"{phrase}"' for phrase in phrases), False)]
    queries += [(f'"{phrase}"', False) for phrase in phrases]
    queries.append((" ".join(phrases), True))
    for query, is_any in queries if phrases else ():
        with suppress(UsageError):  # nothing in it that can be looked for
            filters = Filters(duplicates=True)
            results = searcher.search(query, filters=filters, is_any=is_any, limit=MAX_PAGES)
            yield from (hit.page for hit in results.hits)


def _scan(quote: str, corpus: Corpus) -> list[str]:
    """Return ids of pages whose texts have most pieces of *quote*; all texts are read."""
    wanted = flatten(quote).text
    step = max(_PIECE_CHARS // 2, len(wanted) // _MAX_PIECES)
    pieces = {wanted[at : at + _PIECE_CHARS] for at in range(0, len(wanted), step)}

    def count(text: str) -> int:
        """Return how many pieces *text* has, and more than all when it has the whole."""
        return len(pieces) + 1 if wanted in text else sum(piece in text for piece in pieces)

    counted = ((max(map(count, texts)), page) for page, texts in _read_texts(corpus))
    return [page for _, page in nlargest(MAX_PAGES, (one for one in counted if one[0]))]


def _read_texts(corpus: Corpus) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield ids of pages with what they say: their content, and all of their sentences."""
    nothing: Answers[str] | None = None
    for file in corpus.files():
        for page, sentences in corpus.with_sentences(file, ["id", "text"], nothing):
            said = "\n".join(sentences.texts)
            yield page["id"], (flatten(page["text"] or "").text, flatten(said).text)
