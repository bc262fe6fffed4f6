"""Texts and queries in words: by an annotator where one is there, else by what Unicode says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from zaru.corpus.sentence import Annotator
from zaru.errors import ToolError
from zaru.search.annotated_words import read_annotation
from zaru.search.folding import fold, fold_word, to_hiragana
from zaru.search.query import Query, Unit
from zaru.search.wanted import COMPOUNDS, READINGS, SITE, URL, WORDS, Filters, Match, Wanted, Ways
from zaru.search.words import Line, cut_plain, find_stemmer, is_ideographic, pair_kanji

# How many terms stand in how many pages, by an engine.
Frequencies = Callable[[str, Sequence[str]], list[int]]

_MAX_CUT_CHARS = 24  # of a unit that is cut in other ways than the annotator's; longer are phrases
_MAX_TERM_CHARS = 10  # of a word in such a cut
# Of verbs that are written with one kanji: 打つ, 食べる, 起きる.
_VERB_ENDINGS = (
    "う く ぐ す つ ぬ ぶ む る える ける げる せる てる でる ねる べる める れる いる きる ぎる "
    "しる じる ちる びる みる りる"
).split()
_ASCII_WORDS = re.compile(r"\w+", re.ASCII)
_MAX_CUTS = 8  # that are tried, those of the fewest words first


def cut_text(text: str, language: str | None, annotator: Annotator | None) -> Line:
    """Return the words of *text*; those of Japanese by *annotator*, when there is one."""
    if annotator is not None and is_ideographic(text) and not _is_other(language):
        answer = annotator.annotate([text])[0]
        if not isinstance(answer, ToolError):
            return read_annotation(annotator.scheme, answer)
    return cut_plain(text, language)


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
        """Return *query* in terms; what has no word in it, a lone mark say, asks for nothing."""
        groups = (tuple(filter(None, map(self._find_ways, group))) for group in query.groups)
        excluded = tuple(filter(None, map(self._find_ways, query.excluded)))
        return Wanted(tuple(filter(None, groups)), excluded, query.is_any, filters)

    def _find_ways(self, unit: Unit) -> Ways:
        """Return the ways to find *unit*; none when it has no word in it."""
        if unit.field == SITE:
            return (Match(SITE, (fold(unit.text).strip("/."),)),)
        if unit.field == URL:
            return (Match(URL, tuple(cut_address(unit.text))),)
        field = unit.field or WORDS
        line = cut_text(unit.text, None, self._annotator)
        cuts = dict.fromkeys([tuple(line.terms)])
        cuts |= dict.fromkeys(self._cut_otherwise(unit.text, line.terms, field))
        cuts |= dict.fromkeys(self._stem(unit.text))
        ways = [Match(field, cut) for cut in cuts if cut]
        if field == WORDS and not unit.is_phrase:
            ways += [Match(READINGS, (reading,)) for reading in _readings(unit.text, line)]
            ways += _find_compounds(unit.text)
        return tuple(ways)

    def _stem(self, text: str) -> Iterator[tuple[str, ...]]:
        """Yield the words of a *text* in letters as each language of the index has them."""
        if not is_ideographic(text):
            terms = cut_plain(text).terms
            for stem in self._stemmers:
                yield tuple(stem(term) if term.isalpha() else term for term in terms)

    def _cut_otherwise(
        self, text: str, terms: Sequence[str], field: str
    ) -> Iterator[tuple[str, ...]]:
        """Yield other cuts of a unit into words that the index has.

        A text may have been cut differently: 外国/人参/政権 for 外国人/参政/権. Begin and end are
        always borders of words, so that 京都 is not found in 東京/都.
        """
        if not is_ideographic(text):
            return
        spellings = {"".join(terms), fold_word(text)}
        for spelling in sorted(spellings):
            if 1 < len(spelling) <= _MAX_CUT_CHARS:
                yield from self._cut(spelling, field)

    def _cut(self, spelling: str, field: str) -> Iterator[tuple[str, ...]]:
        borders = [0, *filter(lambda at: _may_part(spelling, at), range(1, len(spelling)))]
        borders.append(len(spelling))
        pieces = [
            (begin, end, term)
            for begin in borders
            for end in borders
            if begin < end <= begin + _MAX_TERM_CHARS
            for term in _spellings(spelling, begin, end)
        ]
        counts = self._frequencies(field, [term for _, _, term in pieces])
        steps: dict[int, list[tuple[int, str]]] = {}
        for (begin, end, term), count in zip(pieces, counts, strict=True):
            if count:
                steps.setdefault(begin, []).append((end, term))
        return _shortest_cuts(steps, len(spelling))


def _spellings(spelling: str, begin: int, end: int) -> Iterator[str]:
    """Yield the words that a piece of a unit may be: 打 of 打込む is 打つ where 打ち込む stands."""
    piece = spelling[begin:end]
    yield piece
    is_verb = "ぁ" <= spelling[-1] <= "ゖ"
    if is_verb and len(piece) == 1 and end < len(spelling) and pair_kanji(spelling[begin:], 2):
        yield from (piece + ending for ending in _VERB_ENDINGS)


def _find_compounds(text: str) -> list[Match]:
    """Return the way to find a unit of three or more kanji inside of a longer run of them.

    Not for two: 京都 is in 東京都 by its characters, and nobody means that.
    """
    spelling = fold(text)
    pairs = pair_kanji(spelling, 3)
    if len(pairs) != len(spelling):  # not one run of kanji alone
        return []
    return [Match(COMPOUNDS, tuple(pairs[:-1]))]


def _may_part(spelling: str, at: int) -> bool:
    """Say whether a word may end before the character *at*: not inside a run of letters."""
    return is_ideographic(spelling[at - 1 : at + 1])


def _shortest_cuts(steps: dict[int, list[tuple[int, str]]], goal: int) -> Iterator[tuple[str, ...]]:
    """Yield up to `_MAX_CUTS` ways from 0 to *goal* as their words, those of the fewest first."""
    cuts: list[tuple[int, tuple[str, ...]]] = [(0, ())]
    found = 0
    while cuts and found < _MAX_CUTS:
        longer = []
        for at, terms in cuts:
            for end, term in sorted(steps.get(at, []), reverse=True):
                if end < goal:
                    longer.append((end, (*terms, term)))
                elif found < _MAX_CUTS:
                    yield (*terms, term)
                    found += 1
        cuts = longer[: _MAX_CUTS * 16]  # wide enough; a query must not grow like 2 ** n


def _readings(text: str, line: Line) -> Iterator[str]:
    """Yield the readings by which a unit in kana is looked for: as typed, and of its word."""
    typed = to_hiragana(fold_word(text))
    if typed and all("ぁ" <= character <= "ゖ" or character == "ー" for character in typed):
        yield typed
        if len(line.readings) == 1 and line.readings[0] not in ("", typed):
            yield line.readings[0]


def cut_address(url: str) -> list[str]:
    """Return the parts of an address that can be looked for.

    >>> cut_address("https://www.example.jp/news/2009-01.html")
    ['www', 'example', 'jp', 'news', '2009', '01', 'html']
    """
    scheme, mark, rest = url.partition("://")
    words = rest if mark else scheme
    if words.isascii():  # in a tenth of the time
        return _ASCII_WORDS.findall(words.lower())
    return cut_plain(words).terms
