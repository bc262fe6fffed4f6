"""Words of a text: where each stands, and by which spelling and reading it is found."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from operator import add
from typing import NamedTuple

from zaru.search.folding import fold, fold_word
from zaru.text.japanese import KANA, KANJI

try:
    from zaru.search import _kernel
except ImportError:  # installed without a compiler
    _kernel = None  # type: ignore[assignment]

LINES_KEPT = 16_384  # words of a corpus that are read once; some 400 bytes each

# A kana, kanji or hangul syllable is a word by itself; other letters, digits and marks make runs.
_CHARACTER = f"[{KANA}{KANJI}\uac00-\ud7a3]"
_RUNS = re.compile(r"[\w\u0300-\u036f]+")  # the same where there is no such character
_WORDS = re.compile(rf"{_CHARACTER}|(?:(?!{_CHARACTER})[\w\u0300-\u036f])+")
_IDEOGRAPHIC = re.compile(_CHARACTER)


class Line(NamedTuple):
    """The words of a text as an index keeps them; characters are counted in that text."""

    terms: list[str]  # the spellings that they are found by
    readings: list[str]  # one for each term, in hiragana; empty for most
    places: list[int]  # begin and end of each


def cut_plain(text: str, language: str | None = None) -> Line:
    """Return the words of a text that no annotator has seen; stems, where a library makes them.

    >>> cut_plain("Running shoes 3.5", "en").terms
    ['run', 'shoe', '3', '5']
    >>> cut_plain("京都 Café").terms
    ['京', '都', 'café']
    """
    spell = _find_speller(language)
    terms: list[str] = []
    places: list[int] = []
    for found in (_WORDS if is_ideographic(text) else _RUNS).finditer(text):
        if term := spell(found[0]):
            terms.append(term)
            places += found.span()
    return Line(terms, [""] * len(terms), places)


def pair_kanji(text: str, least: int) -> list[str]:
    """Return the pairs of neighbours in each run of *least* or more kanji, a mark between runs.

    In long runs of kanji annotators may err: 参政権 is in 外国/人参/政権 by its characters alone.

    >>> pair_kanji("外国人参政権の会", 4)
    ['外国', '国人', '人参', '参政', '政権', '·']
    """
    pairs: list[str] = []
    for found in find_runs(text, least):
        run = fold(found)
        pairs += map(add, run, run[1:])
        pairs.append("·")
    return pairs


def find_runs(text: str, least: int) -> list[str]:
    """Return the runs of *least* or more kanji."""
    if _kernel is not None:
        return _kernel.find_runs(text, least)
    return _build_runs(least).findall(text)


@cache
def _build_runs(least: int) -> re.Pattern[str]:
    return re.compile(f"[{KANJI}]{{{least},}}")


def is_ideographic(text: str) -> bool:
    """Say whether *text* has characters that are written without blanks between words."""
    return _IDEOGRAPHIC.search(text) is not None


@lru_cache(maxsize=64)
def _find_speller(language: str | None) -> Callable[[str], str]:
    """Return what makes a word of *language* the term that it is found by; most are known."""
    stem = find_stemmer(language)

    def spell(word: str) -> str:
        folded = fold_word(word)
        return stem(folded) if folded.isalpha() else folded

    return lru_cache(maxsize=LINES_KEPT)(spell)


def find_stemmer(language: str | None) -> Callable[[str], str]:
    """Return what cuts endings in *language* (a BCP 47 tag); words stay as they are in others."""
    name = _STEMMED.get((language or "").partition("-")[0].lower())
    if name is None:
        return str
    try:
        import snowballstemmer
    except ImportError:
        return str
    stem: Callable[[str], str] = snowballstemmer.stemmer(name).stemWord
    return stem


_STEMMED = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "es": "spanish", "et": "estonian", "eu": "basque", "fi": "finnish",
    "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian", "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch",
    "no": "norwegian", "nb": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
STEMMED_LANGUAGES = frozenset(_STEMMED)
