"""Why a page was found: its passages that have the most of a query, with the words marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from zaru.corpus.sentence import Span
from zaru.search.document import read_place
from zaru.search.wanted import COMPOUNDS, READINGS, TITLE, WORDS, Found, Wanted, Ways
from zaru.search.words import Line

MAX_PASSAGES = 2
MAX_CHARS = 160  # of a passage that is shown; a longer one is cut around its first mark
_LEAD_CHARS = 40  # before that mark

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
_Marks = dict[int, dict[tuple[int, int], int]]


class Marker:
    """Finds the words of one query in the pages that an engine has found."""

    def __init__(self, wanted: Wanted) -> None:
        units = [ways for group in wanted.groups for ways in group]
        self._words = _compile(units, (WORDS, TITLE))
        self._readings = _compile(units, (READINGS,))
        self._compounds = _compile_compounds(units)

    def mark(self, found: Found, payload: dict[str, Any]) -> tuple[Places, list[Excerpt]]:
        """Return the marks in the title of a page, and the passages that say the most."""
        marked = self._find_marks(found, payload)
        title = _join(marked.pop(0, ()))
        return title, [_cut_excerpt(payload, line, marked) for line in _choose(marked, payload)]

    def _find_marks(self, found: Found, payload: dict[str, Any]) -> _Marks:
        marked: _Marks = {}
        for pattern, words in ((self._words, found.words), (self._readings, found.readings)):
            for line, number, count, unit in _find(pattern, words):
                places = payload["places"][line]
                begin, end = read_place(places, number)[0], read_place(places, number + count)[1]
                marked.setdefault(line, {})[begin, end] = unit
        if self._compounds is not None:
            for line, text in enumerate([payload["title"] or "", *payload["texts"]]):
                for match in self._compounds.finditer(text):
                    marked.setdefault(line, {})[match.span()] = match.lastindex or 0
        return marked

    def mark_line(self, line: Line) -> Places:
        """Return where the query stands in a text, a title say, whose words are given."""
        pairs = ((self._words, line.terms), (self._readings, line.readings))
        return _join(
            (line.places[2 * number], line.places[2 * (number + count) + 1])
            for pattern, words in pairs
            for _, number, count, _ in _find(pattern, " ".join(words))
        )


def _choose(marked: _Marks, payload: dict[str, Any]) -> list[int]:
    """Return the lines of the passages that are shown, in their order: most units, then first."""
    title = (payload["title"] or "").split()
    repeats = {line for line in marked if payload["texts"][line - 1].split() == title}
    units = {line: len({*marked[line].values()}) for line in marked.keys() - repeats}
    best = sorted(units, key=lambda line: (-units[line], line))[:MAX_PASSAGES]
    return sorted(best or repeats) or list(range(1, 1 + bool(payload["texts"])))


def _compile_compounds(units: Iterable[Ways]) -> re.Pattern[str] | None:
    """Return the pattern that finds units of kanji in texts, None when there are none."""
    groups = [
        "|".join(
            re.escape(match.terms[0] + "".join(pair[1] for pair in match.terms[1:]))
            for match in ways
            if match.field == COMPOUNDS
        )
        for ways in units
    ]
    if not any(groups):
        return None
    return re.compile("|".join(f"({group or '(?!)'})" for group in groups))


def _compile(units: Iterable[Ways], fields: Sequence[str]) -> re.Pattern[str] | None:
    """Return the pattern that finds what is wanted among words; a group for each unit."""
    groups = []
    for ways in units:
        cuts = {" ".join(match.terms) for match in ways if match.field in fields}
        longest = sorted(cuts, key=len, reverse=True)
        groups.append("|".join(map(re.escape, longest)) or "(?!)")
    if all(group == "(?!)" for group in groups):
        return None
    return re.compile(rf"(?<!\S)(?:{'|'.join(f'({group})' for group in groups)})(?!\S)")


def _find(pattern: re.Pattern[str] | None, words: str) -> Iterator[tuple[int, int, int, int]]:
    """Yield line, number of the first word, how many follow it, and unit of what is found."""
    if pattern is None:
        return
    for found in pattern.finditer(words):
        begin = found.start()
        line_begin = words.rfind("\n", 0, begin) + 1
        number = words.count(" ", line_begin, begin)
        yield words.count("\n", 0, begin), number, found[0].count(" "), found.lastindex or 0


def _cut_excerpt(payload: dict[str, Any], line: int, marked: _Marks) -> Excerpt:
    text, marks = payload["texts"][line - 1], _join(marked.get(line, ()))
    begin = 0
    if len(text) > MAX_CHARS:
        first = marks[0][0] if marks else 0
        begin = min(max(0, first - _LEAD_CHARS), len(text) - MAX_CHARS)
    end = min(len(text), begin + MAX_CHARS)
    inside = tuple(
        (one - begin, other - begin) for one, other in marks if begin <= one and other <= end
    )
    span = payload["spans"][line - 1]
    return Excerpt(text[begin:end], inside, text, begin, (span[0], span[1]))


def _join(places: Iterable[tuple[int, int]]) -> Places:
    """Return *places* in order, those that overlap as one."""
    joined: list[tuple[int, int]] = []
    for begin, end in sorted(places):
        if joined and begin < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((begin, end))
    return tuple(joined)
