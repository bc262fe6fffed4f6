"""The language of a page: what it declares, if the script of its text allows that."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import lru_cache

from zaru.dom import TEXT
from zaru.layout.head import Head
from zaru.layout.value import Value

_SAMPLE_CHARS = 1_000
_MIN_RUN = 20  # characters; shorter text runs are menus, often in English
_UNREAD = frozenset({"script", "style", "noscript", "title"})
_MIN_LETTERS = 40  # in the sample, before the script counts against what the page declares
_TAG = re.compile(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]{2,8}){0,3}\Z")
# Scripts with their first and last characters, and the languages that are written in them.
_SCRIPTS = {
    "kana": ("\u3041", "\u30fa", "ja"),
    "hangul": ("\uac00", "\ud7a3", "ko"),
    "han": ("\u4e00", "\u9fff", "zh ja yue"),
    "cyrillic": ("\u0400", "\u04ff", "ru uk bg be sr mk kk ky mn tg tt uz"),
    "greek": ("\u0370", "\u03ff", "el"),
    "arabic": ("\u0600", "\u06ff", "ar fa ur ps ckb ug sd"),
    "hebrew": ("\u0590", "\u05ff", "he iw yi"),
    "thai": ("\u0e00", "\u0e7f", "th"),
    "devanagari": ("\u0900", "\u097f", "hi mr ne sa kok"),
    "georgian": ("\u10a0", "\u10ff", "ka"),
    "armenian": ("\u0530", "\u058f", "hy"),
    "latin": ("A", "\u024f", ""),
}
_OTHER_SCRIPT = re.compile("[\u0370-\u1fff\u3041-\u9fff\uac00-\ud7a3]")
_ALSO_LATIN = frozenset({"sr", "uz", "kk", "mn", "ky", "tt"})
_NOT_LATIN = frozenset(" ".join(names for _, _, names in _SCRIPTS.values()).split()) - _ALSO_LATIN
_WIDE = frozenset({"kana", "hangul", "han"})
_LETTER_WEIGHT = 2.5  # letters that one Chinese character or syllable stands for
_MIN_KANA_SHARE = 0.04  # of the letters; Japanese prose has 0.5, tables and code far less


def find_language(head: Head, title: Value | None) -> Value | None:
    """Return the language as a primary tag (`ja`); None when it cannot be known."""
    declared = _declared(head)
    allowed = script_languages(_sample(head, title))
    if allowed is None:  # too little text to tell
        return declared
    if not allowed:
        return None if declared is None or declared.text in _NOT_LATIN else declared
    if declared is not None and declared.text in allowed:
        return declared
    only = allowed[0] if len(allowed) == 1 or allowed[0] == "zh" else None
    return Value(only, head.tree) if only else None


def script_languages(text: str) -> tuple[str, ...] | None:
    """Return the languages that the script of *text* allows: none named for Latin letters.

    None when there are too few letters to tell.

    >>> script_languages("ざるは竹で編んだ器である。" * 5)
    ('ja',)
    >>> script_languages("A sieve is made of bamboo. " * 5)
    ()
    """
    if not _OTHER_SCRIPT.search(text):
        return () if len(text) >= _MIN_LETTERS else None
    counts = dict.fromkeys(_SCRIPTS, 0.0)
    for character, count in Counter(text).items():
        if character.isalpha():
            script = _script_of(character)
            counts[script] += count * (_LETTER_WEIGHT if script in _WIDE else 1)
    total = sum(counts.values())
    if total < _MIN_LETTERS:
        return None
    if counts["kana"] > _MIN_KANA_SHARE * total:
        return ("ja",)
    main = max(counts, key=lambda script: counts[script])
    if main == "cyrillic":
        return _cyrillic_languages(text.lower())
    return tuple(_SCRIPTS[main][2].split())


@lru_cache(maxsize=16384)
def _script_of(character: str) -> str:
    for script, (first, last, _) in _SCRIPTS.items():
        if first <= character <= last:
            return script
    return "latin"


def _cyrillic_languages(text: str) -> tuple[str, ...]:
    """Return the languages that the letters allow; Ukrainian and Russian have their own."""
    if "ї" in text or "є" in text:
        return ("uk",)
    if "ы" in text and not set("іўәңүөқ") & set(text):
        return ("ru",)
    return tuple(_SCRIPTS["cyrillic"][2].split())


def _declared(head: Head) -> Value | None:
    """Return the language that the markup declares, as a primary tag."""
    for value in (
        head.language,
        head.meta("content-language", "language", "dc.language"),
        head.meta("og:locale"),
        head.fact("language"),
    ):
        match = _TAG.match(value.text.strip()) if value else None
        if value and match:
            return replace(value, text=match[1].lower(), source=match[1])
    return None


def _sample(head: Head, title: Value | None) -> str:
    """Return some text of the page: its longer text runs from the title on, then all."""
    tree = head.tree
    start = title.row if title and title.row >= 0 else 0
    parts: list[str] = []
    size = 0
    for row in range(start, len(tree)):
        if tree.tags[row] != TEXT or tree.tags[tree.parents[row]] in _UNREAD:
            continue
        text = tree.text(row)
        if len(text) >= _MIN_RUN and not text.isspace():
            parts.append(text[:500])
            size += len(parts[-1])
            if size > _SAMPLE_CHARS:
                break
    return "\n".join(parts)
