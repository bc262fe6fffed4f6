"""Texts and queries in words: by an annotator where one is there, else by what Unicode says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from zaru.corpus.annotator import Annotator
from zaru.errors import ToolError
from zaru.search.annotated_words import read_annotation
from zaru.search.folding import fold, fold_word, to_hiragana
from zaru.search.query import Query, Unit
from zaru.search.wanted import READINGS, SITE, TITLE, URL, WORDS, Filters, Match, Wanted, Ways
from zaru.search.words import Word, cut_plain, find_stemmer, is_ideographic

# How many terms stand in how many pages, by an engine.
Frequencies = Callable[[str, Sequence[str]], list[int]]

_MAX_CUT_CHARS = 24  # of a unit that is cut in other ways than the annotator's; longer are phrases
_MAX_TERM_CHARS = 10  # of a word in such a cut
_MAX_CUTS = 8  # that are tried, those of the fewest words first


def cut_text(text: str, language: str | None, annotator: Annotator | None) -> list[Word]:
    """Return the words of *text*; those of Japanese by *annotator*, when there is one."""
    if annotator is None or not is_ideographic(text) or _is_other(language):
        return cut_plain(text, language)
    answer = annotator.annotate([text])[0]
    if isinstance(answer, ToolError):
        return cut_plain(text, language)
    return read_annotation(annotator.scheme, answer)


def _is_other(language: str | None) -> bool:
    """Say whether ideographs of *language* are not for an annotator of Japanese."""
    return (language or "ja").partition("-")[0].lower() != "ja"


class QueryAnalysis:
    """How queries become terms of one index."""

    def __init__(
        self, frequencies: Frequencies, annotator: Annotator | None, languages: Iterable[str]
    ) -> None:
        self._frequencies = frequencies
        self._annotator = annotator
        self._stemmers = [find_stemmer(language) for language in sorted(languages)]

    def analyse(self, query: Query, filters: Filters) -> Wanted:
        """Return *query* in terms."""
        groups = (tuple(map(self._find_ways, group)) for group in query.groups)
        excluded = tuple(map(self._find_ways, query.excluded))
        return Wanted(tuple(groups), excluded, query.is_any, filters)

    def _find_ways(self, unit: Unit) -> Ways:
        """Return the ways to find *unit*; none when it has no word in it."""
        if unit.field == SITE:
            return (Match(SITE, (fold(unit.text).strip("/."),)),)
        if unit.field == URL:
            return (Match(URL, tuple(cut_address(unit.text))),)
        field = unit.field or WORDS
        words = cut_text(unit.text, None, self._annotator)
        cuts = dict.fromkeys([tuple(word.term for word in words)])
        cuts |= dict.fromkeys(self._cut_otherwise(unit.text, words, field))
        cuts |= dict.fromkeys(self._stem(unit.text))
        ways = [Match(field, cut) for cut in cuts if cut]
        if field != TITLE and not unit.is_phrase:
            ways += [Match(READINGS, (reading,)) for reading in _readings(unit.text, words)]
        return tuple(ways)

    def _stem(self, text: str) -> Iterator[tuple[str, ...]]:
        """Yield the words of a *text* in letters as each language of the index has them."""
        if not is_ideographic(text):
            terms = [word.term for word in cut_plain(text)]
            for stem in self._stemmers:
                yield tuple(stem(term) if term.isalpha() else term for term in terms)

    def _cut_otherwise(
        self, text: str, words: Sequence[Word], field: str
    ) -> Iterator[tuple[str, ...]]:
        """Yield other cuts of a unit into words that the index has.

        A text may have been cut differently: 外国/人参/政権 for 外国人/参政/権. Begin and end are
        always borders of words, so that 京都 is not found in 東京/都.
        """
        if not is_ideographic(text):
            return
        spellings = {"".join(word.term for word in words), fold_word(text)}
        for spelling in sorted(spellings):
            if 1 < len(spelling) <= _MAX_CUT_CHARS:
                yield from self._cut(spelling, field)

    def _cut(self, spelling: str, field: str) -> Iterator[tuple[str, ...]]:
        borders = [0, *filter(lambda at: _may_part(spelling, at), range(1, len(spelling)))]
        borders.append(len(spelling))
        pieces = [
            (begin, end)
            for begin in borders
            for end in borders
            if begin < end <= begin + _MAX_TERM_CHARS
        ]
        counts = self._frequencies(field, [spelling[begin:end] for begin, end in pieces])
        ends: dict[int, list[int]] = {}
        for (begin, end), count in zip(pieces, counts, strict=True):
            if count:
                ends.setdefault(begin, []).append(end)
        for path in _shortest_paths(ends, len(spelling)):
            yield tuple(spelling[begin:end] for begin, end in pairwise(path))


def _may_part(spelling: str, at: int) -> bool:
    """Say whether a word may end before the character *at*: not inside a run of letters."""
    return is_ideographic(spelling[at - 1 : at + 1])


def _shortest_paths(ends: dict[int, list[int]], goal: int) -> Iterator[tuple[int, ...]]:
    """Yield up to `_MAX_CUTS` ways from 0 to *goal*, those of the fewest steps first."""
    paths: list[tuple[int, ...]] = [(0,)]
    found = 0
    while paths and found < _MAX_CUTS:
        longer = []
        for path in paths:
            for end in sorted(ends.get(path[-1], []), reverse=True):
                if end == goal:
                    yield (*path, end)
                    found += 1
                    if found == _MAX_CUTS:
                        return
                else:
                    longer.append((*path, end))
        paths = longer[: _MAX_CUTS * 16]  # wide enough; a query must not grow like 2 ** n


def _readings(text: str, words: Sequence[Word]) -> Iterator[str]:
    """Yield the readings by which a unit in kana is looked for: as typed, and of its word."""
    typed = to_hiragana(fold_word(text))
    if typed and all("ぁ" <= character <= "ゖ" or character == "ー" for character in typed):
        yield typed
        if len(words) == 1 and words[0].reading not in ("", typed):
            yield words[0].reading


def cut_address(url: str) -> list[str]:
    """Return the parts of an address that can be looked for.

    >>> cut_address("https://www.example.jp/news/2009-01.html")
    ['www', 'example', 'jp', 'news', '2009', '01', 'html']
    """
    scheme, mark, rest = url.partition("://")
    return [word.term for word in cut_plain(rest if mark else scheme)]
