"""What an engine is asked: terms that pages have, and which pages count; the same for all engines.

Engines get words from us, never text: what a page or a query says is cut in `words` and `analysis`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

# Fields of the index that hold words. `words` is the text with the title before it.
WORDS, TITLE, READINGS, SITE, URL = "words", "title", "readings", "site", "url"
COMPOUNDS = "compounds"  # pairs of kanji, of long runs
# A word in the title counts as once more in the text; not found on any data.
TITLE_BOOST = 1.0


@dataclass(frozen=True, slots=True)
class Match:
    """Terms that follow each other in a field; one is a word, several are a phrase."""

    field: str
    terms: tuple[str, ...]


# Ways to find one unit of a query: the score of a page is that of its best one.
Ways = tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Filters:
    """Which pages count, whatever words they have."""

    site: str | None = None  # a host, with those below it
    language: str | None = None  # a BCP 47 tag; "zh" is "zh-Hans", too
    days: tuple[int, int] | None = None  # yyyymmdd, inclusive; a page without a date is in none
    duplicates: bool = False  # count pages that nearly repeat another, too


@dataclass(frozen=True, slots=True)
class Wanted:
    """A query in terms: each group is ways of units of which one must be there."""

    groups: tuple[tuple[Ways, ...], ...]
    excluded: tuple[Ways, ...] = ()
    is_any: bool = False  # one group is enough
    filters: Filters = field(default_factory=Filters)


@dataclass(frozen=True, slots=True)
class Found:
    """A page that an engine has found."""

    score: float
    words: str  # as `Document.words`
    readings: str
    payload: str  # as `Document.payload`


class Document(NamedTuple):
    """A page as an engine keeps it; words have blanks between them, passages line ends."""

    id: str
    file: str  # of the corpus: all pages of one are replaced together
    words: str
    readings: str  # one for each word, empty for most
    compounds: str
    title: str
    site: str  # the host and all that it is below
    url: str
    language: str
    day: int | None  # yyyymmdd
    is_duplicate: bool
    payload: str  # JSON: what is shown of the page, and where its words stand


class Engine(Protocol):
    """An index, opened for reading. Its scores are Okapi BM25's."""

    def search(self, wanted: Wanted, *, offset: int, limit: int) -> tuple[int, list[Found]]:
        """Return how many pages there are, and *limit* of them from *offset* on, best first."""

    def count(self, wanted: Wanted) -> int:
        """Return how many pages there are."""

    def frequencies(self, field: str, terms: Sequence[str]) -> list[int]:
        """Return in how many pages each of *terms* stands."""

    def close(self) -> None:
        """Give back what is held open; it may be called twice."""
