"""What a corpus holds, at a glance: for a visitor who has not asked for anything yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from threading import Lock

from zaru.search.searching import Searcher
from zaru.search.words import Line
from zaru.server.state import View

MAX_SITES = 100  # that are offered as filters
_TITLES = 400  # that are looked at for examples
_EXAMPLES = 6
_LETTERS = re.compile(r"[A-Za-zÀ-ɏ]{4,}")  # shorter words are "and", "der", "pour"


@dataclass(frozen=True, slots=True)
class Survey:
    """A corpus in numbers, the most frequent first."""

    pages: int
    sites: tuple[tuple[str, int], ...]  # with their pages; at most MAX_SITES
    site_count: int
    languages: tuple[tuple[str, int], ...]
    examples: tuple[str, ...]  # queries that find something


class Surveys:
    """The survey of the corpus that is served: made when first asked for, again when it changes."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: tuple[str, Survey] | None = None

    def of(self, view: View) -> Survey:
        """Return the survey of the corpus as it is in *view*."""
        with self._lock:
            if self._kept is None or self._kept[0] != view.generation:
                self._kept = view.generation, make_survey(view)
            return self._kept[1]


def make_survey(view: View) -> Survey:
    """Look at all pages: two of their columns, and at the titles of some."""
    corpus = view.corpus
    sites, languages = corpus.tally("site"), corpus.tally("language")
    rows = islice(corpus.columns("title", "language"), _TITLES)
    titles = [(str(row["title"]), row["language"]) for row in rows if row["title"]]
    found = find_examples(view.searcher, titles)
    return Survey(
        pages=len(corpus),
        sites=tuple(sites[:MAX_SITES]),
        site_count=len(sites),
        languages=tuple(languages),
        examples=tuple(islice(found, _EXAMPLES)),
    )


def find_examples(searcher: Searcher, titles: list[tuple[str, str | None]]) -> Iterator[str]:
    """Yield queries of one or two words of *titles*, taken from all over them."""
    step = max(1, len(titles) // _EXAMPLES)
    seen: set[str] = set()
    for title, language in (*titles[step // 2 :: step], *titles):
        words = _choose_words(title, searcher.cut(title, language))
        query = " ".join(words)
        if words and query not in seen and searcher.count(query):
            yield query
        seen.add(query)


def _choose_words(title: str, line: Line) -> list[str]:
    """Return the two longest words of a *title* that mean something, in their order."""
    words = zip(line.terms, line.readings, line.places[::2], line.places[1::2], strict=True)
    texts = [
        (begin, title[begin:end])
        for term, reading, begin, end in words
        if (reading and end - begin > 1) or (_LETTERS.fullmatch(term) is not None)
    ]
    longest = sorted(texts, key=lambda text: -len(text[1]))[:2]
    return [text for _, text in sorted(longest)]
