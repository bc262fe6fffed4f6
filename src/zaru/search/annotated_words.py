"""Words out of what an annotator says of a sentence: its lines read back, whatever its scheme."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from zaru.search.folding import fold_word, to_hiragana
from zaru.search.words import LINES_KEPT, Line

# Parts of speech whose words carry no meaning of their own: they are found, but by no reading.
_FUNCTION = frozenset("助詞 助動詞 判定詞 ADP AUX SCONJ CCONJ PART".split())
# Marks alone are no words: nobody looks for 。 and a quotation may have other ones.
_MARKS = frozenset("特殊 補助記号 記号 空白 PUNCT SYM SPACE".split())
_CANONICAL = "代表表記:"
_HIRAGANA = re.compile("[ぁ-ゖー]+")


class Said(NamedTuple):
    """What one line of an answer says of its word."""

    width: int  # of what stands in the sentence, with the blank behind it
    length: int  # of the word alone
    term: str  # empty for marks
    reading: str


_NO_WORD = Said(0, 0, "", "")


def read_annotation(scheme: str, answer: str) -> Line:
    """Return the words of a sentence by the *answer* of the annotator *scheme*.

    Words follow each other as in the sentence, so their lengths are their places.
    """
    read_line = find_reader(scheme)
    terms: list[str] = []
    readings: list[str] = []
    places: list[int] = []
    begin = 0
    for width, length, term, reading in map(read_line, answer.split("\n")):
        if term:
            terms.append(term)
            readings.append(reading)
            places.append(begin)
            places.append(begin + length)
        begin += width
    return Line(terms, readings, places)


def find_reader(scheme: str) -> Callable[[str], Said]:
    """Return what reads a line of an answer of the annotator *scheme*."""
    return _READERS.get(scheme, _read_juman)


def choose_scheme(schemes: Iterable[str]) -> str | None:
    """Return the scheme of *schemes* whose words are the best to find, None when there is none.

    Short units come first: what is one word of Sudachi or GiNZA may be several of JUMAN's.
    """
    known = [scheme for scheme in _READERS if scheme in set(schemes)]
    return known[0] if known else None


@lru_cache(maxsize=LINES_KEPT)
def _read_juman(line: str) -> Said:
    """Read `surface reading base part-of-speech …`, of JUMAN, Juman++ and KNP."""
    fields = line.split(" ", 11)
    if len(fields) < 11 or not fields[4].isdigit():  # EOS, other readings (@), phrases of KNP
        return _NO_WORD
    surface, reading, base, part = fields[:4]
    if surface == "\\␣":
        return Said(1, 0, "", "")
    _, mark, canonical = line.partition(_CANONICAL)
    if mark:
        said = canonical.partition(" ")[0].rstrip('"')
        base, _, reading = said.partition("/")
    elif base != surface:
        reading = ""  # that of the form which stands here, not of the word
    return _say(surface, part, base, reading)


@lru_cache(maxsize=LINES_KEPT)
def _read_sudachi(line: str) -> Said:
    """Read `surface, part of speech, normalised form, dictionary form, reading`, between tabs."""
    fields = line.split("\t")
    if len(fields) < 5:  # EOS
        return _NO_WORD
    surface, part, normal, base, reading = fields[:5]
    return _say(surface, part.partition(",")[0], normal, reading if base == surface else "")


@lru_cache(maxsize=LINES_KEPT)
def _read_conllu(line: str) -> Said:
    """Read a word of CoNLL-U, with the reading that GiNZA writes in its last column."""
    fields = line.split("\t")
    if len(fields) < 10 or not fields[0].isdigit():  # comments, ends
        return _NO_WORD
    surface, base, part, misc = fields[1], fields[2], fields[3], fields[9]
    _, mark, rest = misc.partition("Reading=")
    reading = rest.partition("|")[0] if mark and base == surface else ""
    blank = 0 if "SpaceAfter=No" in misc.split("|") else 1
    return _say(surface, part, base, reading, blank)


def _say(surface: str, part: str, base: str, reading: str, blank: int = 0) -> Said:
    width = len(surface) + blank
    if part in _MARKS:
        return Said(width, 0, "", "")
    term, reading = fold_word(base), to_hiragana(fold_word(reading))
    is_needed = part not in _FUNCTION and reading != term and _HIRAGANA.fullmatch(reading)
    return Said(width, len(surface), term, reading if is_needed else "")


_READERS: dict[str, Callable[[str], Said]] = {
    "JUMAN": _read_juman,
    "JUMAN++": _read_juman,
    "KNP": _read_juman,
    "JUMAN-MeCab": _read_juman,
    "GiNZA": _read_juman,
    "GiNZA-CoNLLU": _read_conllu,
    "Sudachi": _read_sudachi,
}
