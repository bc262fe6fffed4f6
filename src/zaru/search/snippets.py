"""Why a page was found: its passages that have the most of a query, with the words marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from zaru.corpus.sentence import Span
from zaru.search.kept_line import read_place
from zaru.search.wanted import COMPOUNDS, READINGS, TITLE, WORDS, Found, Wanted, Ways
from zaru.search.words import Line

MAX_PASSAGES = 2
MAX_CHARS = 160  # of a passage that is shown; a longer one is cut around its first mark
_LEAD_CHARS = 40  # before that mark
_MAX_WORD_CHARS = 16  # that may be left out, so that no word is cut

Places = tuple[tuple[int, int], ...]  # begin and end, in characters


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A passage of a page, or a part of it, with what was looked for."""

    text: str
    marks: Places  # in `text`
    passage: str  # the whole passage
    begin: int  # of `text` in it
    span: Span  # of the passage in the original file


# Begin and end of each mark, and the unit of the query that it is of, by line; 0 is the title.
Marks = dict[int, dict[tuple[int, int], int]]
_Needle = tuple[int, str]  # the number of a unit, and its words as a line has them
_BETWEEN = ("", " ", "\n")  # words
_MAX_MARKS = 24  # of a page from which passages are chosen: the first ones say enough


class Marker:
    """Finds the words of one query in the pages that an engine has found."""

    def __init__(self, wanted: Wanted) -> None:
        units = [ways for group in wanted.groups for ways in group]
        self._words = _find_needles(units, (WORDS, TITLE))
        self._readings = _find_needles(units, (READINGS,))
        self._compounds = _find_needles(units, (COMPOUNDS,))

    def mark(self, found: Found, payload: dict[str, Any]) -> tuple[Places, list[Excerpt]]:
        """Return the marks in the title of a page, and the passages that say the most."""
        marked = self.find_marks(found, payload, most=_MAX_MARKS)
        title = join_places(marked.pop(0, ()))
        return title, [_cut_excerpt(payload, line, marked) for line in _choose(marked, payload)]

    def find_marks(
        self, found: Found, payload: dict[str, Any], *, most: int | None = None
    ) -> Marks:
        """Return where the query stands in the title and in the passages of a page.

        Of words, and of readings, the first *most*; of compounds all.
        """
        marked: Marks = {}
        for needles, words in ((self._words, found.words), (self._readings, found.readings)):
            for unit, line, number, count in islice(_find(needles, words), most):
                places = payload["places"][line]
                begin, end = read_place(places, number)[0], read_place(places, number + count)[1]
                marked.setdefault(line, {})[begin, end] = unit
        if self._compounds:
            for line, text in enumerate([payload["title"] or "", *payload["texts"]]):
                for place, unit in _find_compounds(self._compounds, text):
                    marked.setdefault(line, {})[place] = unit
        return marked

    def mark_line(self, text: str, line: Line) -> Places:
        """Return where the query stands in a *text*, a title say, whose words are given."""
        pairs = ((self._words, line.terms), (self._readings, line.readings))
        places = [
            (line.places[2 * number], line.places[2 * (number + count) + 1])
            for needles, words in pairs
            for _, _, number, count in _find(needles, " ".join(words))
        ]
        compounds = (place for place, _ in _find_compounds(self._compounds, text))
        return join_places([*places, *compounds])


def _choose(marked: Marks, payload: dict[str, Any]) -> list[int]:
    """Return the lines of the passages that are shown, in their order: most units, then first."""
    title = (payload["title"] or "").split()
    repeats = {line for line in marked if payload["texts"][line - 1].split() == title}
    units = {line: len({*marked[line].values()}) for line in marked.keys() - repeats}
    best = sorted(units, key=lambda line: (-units[line], line))[:MAX_PASSAGES]
    return sorted(best or repeats) or list(range(1, 1 + bool(payload["texts"])))


def _find_needles(units: Iterable[Ways], fields: Sequence[str]) -> list[_Needle]:
    """Return what is looked for in *fields*, each with the number of its unit."""
    return [
        (unit, _undo_pairs(match.terms) if match.field == COMPOUNDS else " ".join(match.terms))
        for unit, ways in enumerate(units)
        for match in ways
        if match.field in fields
    ]


def _undo_pairs(pairs: Sequence[str]) -> str:
    """Return the kanji of which *pairs* of neighbours were made."""
    return pairs[0] + "".join(pair[1] for pair in pairs[1:])


def _find(needles: Iterable[_Needle], words: str) -> Iterator[tuple[int, int, int, int]]:
    """Yield unit, line, number of the first word, and how many follow it, of what is found."""
    for unit, needle in needles:
        begin = words.find(needle)
        while begin >= 0:
            end = begin + len(needle)
            if words[begin - 1 : begin] in _BETWEEN and words[end : end + 1] in _BETWEEN:
                number = words.count(" ", words.rfind("\n", 0, begin) + 1, begin)
                yield unit, words.count("\n", 0, begin), number, needle.count(" ")
            begin = words.find(needle, end)


def _find_compounds(needles: Iterable[_Needle], text: str) -> Iterator[tuple[tuple[int, int], int]]:
    for unit, needle in needles:
        begin = text.find(needle)
        while begin >= 0:
            end = begin + len(needle)
            yield (begin, end), unit
            begin = text.find(needle, end)


def _cut_excerpt(payload: dict[str, Any], line: int, marked: Marks) -> Excerpt:
    text, marks = payload["texts"][line - 1], join_places(marked.get(line, ()))
    begin, end = _choose_window(text, marks[0] if marks else (0, 0))
    inside = tuple(
        (one - begin, other - begin) for one, other in marks if begin <= one and other <= end
    )
    span = payload["spans"][line - 1]
    return Excerpt(text[begin:end], inside, text, begin, (span[0], span[1]))


def _choose_window(text: str, mark: tuple[int, int]) -> tuple[int, int]:
    """Return the part of a passage that is shown: around its first *mark*, no word cut in two."""
    if len(text) <= MAX_CHARS:
        return 0, len(text)
    begin = min(max(0, mark[0] - _LEAD_CHARS), len(text) - MAX_CHARS)
    end = begin + MAX_CHARS
    if 0 < begin < mark[0] and not text[begin - 1].isspace():
        begin = 1 + text.find(" ", begin, min(mark[0], begin + _MAX_WORD_CHARS)) or begin
    if mark[1] < end < len(text) and not text[end].isspace():
        blank = text.rfind(" ", max(mark[1], end - _MAX_WORD_CHARS), end)
        end = blank if blank >= 0 else end
    return begin, end


def join_places(places: Iterable[tuple[int, int]]) -> Places:
    """Return *places* in order, those that overlap as one."""
    joined: list[tuple[int, int]] = []
    for begin, end in sorted(places):
        if joined and begin < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((begin, end))
    return tuple(joined)
