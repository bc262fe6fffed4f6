"""What an annotator says of a sentence, word by word, whatever its scheme."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple
from unicodedata import normalize

from zaru.corpus.sentence import Annotation
from zaru.text.japanese import KANJI

_KANJI = re.compile(f"[{KANJI}]")
_HIRAGANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}


class AnnotatedWord(NamedTuple):
    """One word of a sentence."""

    surface: str
    reading: str  # in hiragana; empty where it says nothing new
    base: str  # empty where it is the surface
    part: str  # of speech, as the scheme calls it


class AnnotationView(NamedTuple):
    """All that one annotator says of a sentence."""

    scheme: str
    words: tuple[AnnotatedWord, ...]  # none when the scheme is not known
    text: str  # its answer as it is


def view_annotation(annotation: Annotation) -> AnnotationView:
    """Return an annotation for people.

    >>> line = "再開 さいかい 再開 名詞 6 サ変名詞 2 * 0 * 0 NIL"
    >>> view_annotation(Annotation("JUMAN", line)).words
    (AnnotatedWord(surface='再開', reading='さいかい', base='', part='名詞'),)
    """
    read = _READERS.get(annotation.scheme)
    words = map(read, annotation.text.split("\n")) if read else ()
    return AnnotationView(annotation.scheme, tuple(filter(None, words)), annotation.text)


def _read_juman(line: str) -> AnnotatedWord | None:
    fields = line.split(" ", 11)
    if len(fields) < 11 or not fields[4].isdigit():  # EOS, other readings (@), phrases of KNP
        return None
    return _make_word(*fields[:4])


def _read_sudachi(line: str) -> AnnotatedWord | None:
    fields = line.split("\t")
    if len(fields) < 5:
        return None
    return _make_word(fields[0], fields[4], fields[3], fields[1].partition(",")[0])


def _read_conllu(line: str) -> AnnotatedWord | None:
    fields = line.split("\t")
    if len(fields) < 10 or not fields[0].isdigit():
        return None
    reading = fields[9].partition("Reading=")[2].partition("|")[0]
    return _make_word(fields[1], reading, fields[2], fields[3])


def _make_word(surface: str, reading: str, base: str, part: str) -> AnnotatedWord:
    says_more = _KANJI.search(surface) is not None and reading != surface
    is_same = normalize("NFKC", base) == normalize("NFKC", surface)  # 16 and １６
    hiragana = reading.translate(_HIRAGANA) if says_more else ""
    return AnnotatedWord(surface, hiragana, "" if is_same else base, part)


_READERS: dict[str, Callable[[str], AnnotatedWord | None]] = {
    "JUMAN": _read_juman,
    "JUMAN++": _read_juman,
    "KNP": _read_juman,
    "JUMAN-MeCab": _read_juman,
    "GiNZA": _read_juman,
    "GiNZA-CoNLLU": _read_conllu,
    "Sudachi": _read_sudachi,
}
