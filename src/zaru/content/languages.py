"""The language of a page: what it declares, if the script and words of its text allow that."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from importlib.resources import files
from itertools import chain, islice
from operator import itemgetter
from typing import cast

from zaru.content.compiled import _kernel
from zaru.dom import TEXT
from zaru.dom.scan import WHITE
from zaru.layout.head import Head
from zaru.layout.value import Value

_SAMPLE_CHARS = 1_000
_MIN_RUN, _MAX_RUN = 20, 500  # characters; shorter text runs are menus, often in English
_UNREAD = frozenset({"script", "style", "noscript", "title"})
_MIN_LETTERS = 40  # in the sample, before it counts against what the page declares
_TAG = re.compile(r"([A-Za-z]{2,3})(?![A-Za-z])")
_WORD = re.compile(r"[^\W\d_]{2,}")
# Scripts with their first and last characters, and the languages that are written in them.
_SCRIPTS = {
    "kana": ("\u3041", "\u30fa", "ja"),
    "hangul": ("\uac00", "\ud7a3", "ko"),
    "han": ("\u4e00", "\u9fff", "zh ja yue"),
    "cyrillic": ("\u0400", "\u04ff", "ru uk bg be sr mk kk ky mn tg tt uz"),
    "greek": ("\u0370", "\u03ff", "el"),
    "arabic": ("\u0600", "\u06ff", "ar fa ur ps ckb ug sd"),
    "hebrew": ("\u0590", "\u05ff", "he yi"),
    "thai": ("\u0e00", "\u0e7f", "th"),
    "devanagari": ("\u0900", "\u097f", "hi mr ne sa kok"),
    "georgian": ("\u10a0", "\u10ff", "ka"),
    "armenian": ("\u0530", "\u058f", "hy"),
    "latin": ("A", "\u024f", ""),
}
_SCRIPT_ENDS = "".join(first + last for first, last, _ in _SCRIPTS.values())
_LACKING = {  # letters of others that a language does not have: the short words are much the same
    "ru": "іїєґўјљњћђќѓ",
    "uk": "ыэёъўјљњћђќѓ",
    "be": "иїєґщъјљњћђќѓ",
    "bg": "ыэёіїєґўјљњћђќѓ",
    "sr": "ыэёіїєґўщъйюяьќѓ",
    "mk": "ыэёіїєґўщъйюяьћђ",
}
_KANA = re.compile("[\u3041-\u3096\u309d-\u309f\u30a1-\u30fa]+")  # the letters of them
_OTHER_SCRIPT = re.compile("[\u0370-\u1fff\u3041-\u9fff\uac00-\ud7a3]")
_ALSO_LATIN = frozenset({"sr", "uz", "kk", "mn", "ky", "tt"})
_NOT_LATIN = frozenset(" ".join(names for _, _, names in _SCRIPTS.values()).split()) - _ALSO_LATIN
_WIDE = frozenset({"kana", "hangul", "han"})
_LETTER_WEIGHT = 2.5  # letters that one Chinese character or syllable stands for
_MIN_KANA_SHARE = 0.04  # of the letters; Japanese prose has 0.5, tables and code far less


# Shares of the words of a text that are among the frequent ones of a language (`words.json`). On
# 2,230 pages of the bench in 7 languages (2026-11) a text has 0.1 to 0.5 of its own, most of them
# 0.3, and of another hardly ever half of that; lists of names and programs have less of any.
_MIN_SHARE, _MIN_ALLOWED_SHARE = 0.08, 0.03  # the second of a script's few languages
_CLEAR_SHARE, _CLEAR_TIMES = 0.15, 2  # against what the page declares
_FEW_WORDS = 50  # shares of fewer words are as if there were so many
_LISTED = {"nb": "no", "nn": "no", "bs": "hr", "fil": "tl"}  # there under another tag
_RENAMED = {"in": "id", "iw": "he", "ji": "yi"}  # tags that pages still use


def find_language(head: Head, title: Value | None, text: str = "") -> Value | None:
    """Return the language as a primary tag (`ja`); None when it cannot be known.

    What the page declares counts, unless its text is in the script or in the words of another
    language: themes and templates bring their own declarations. *text* is the content, if known;
    where that tells nothing, as a program does, the rest of the page may.
    """
    declared = _declared(head)
    name = declared.text if declared else ""
    found = _tell(text[:_SAMPLE_CHARS], name)
    if not found:
        sample = _sample(head, title)
        found = name if script_languages(sample) is None else _tell(sample, name)
    if declared is not None and found == name:
        return declared
    return Value(found, head.tree) if found else None


def _tell(text: str, declared: str) -> str:
    """Return the language of *text*, which may be the *declared* one; empty when it is unclear."""
    allowed = script_languages(text)
    if allowed is None:  # too little text
        return ""
    can_be_listed = not allowed or not _frequent_words().keys().isdisjoint(allowed)
    shares = word_shares(text) if can_be_listed else {}
    names = [name for name in shares if name in allowed] if allowed else list(shares)
    if not _LACKING.keys().isdisjoint(names):
        letters = set(text.lower())
        names.sort(key=lambda name: len(letters.intersection(_LACKING.get(name, ""))))
    spoken = names[0] if names else ""
    share = shares.get(spoken, 0.0)
    name = _LISTED.get(declared, declared)
    if name and (name in allowed if allowed else name not in _NOT_LATIN):
        is_clear = share >= max(_CLEAR_SHARE, _CLEAR_TIMES * shares.get(name, 0.0))
        if not is_clear or name not in _frequent_words():
            return declared
    if share >= (_MIN_ALLOWED_SHARE if allowed else _MIN_SHARE):
        return spoken
    return allowed[0] if len(allowed) == 1 or "zh" in allowed else ""


def word_shares(text: str) -> dict[str, float]:
    """Return the languages whose frequent words *text* has, and their share in it, most first.

    >>> next(iter(word_shares("A sieve is made of bamboo and used in the kitchen.")))
    'en'
    """
    count = _kernel.count_words if _kernel else count_words
    total, counts = count(text.lower(), _languages_by_word())
    most = sorted(counts.items(), key=itemgetter(1), reverse=True)
    words = max(total, _FEW_WORDS)
    return {name: count / words for name, count in most}


def count_words(text: str, languages: dict[str, list[str]], /) -> tuple[int, dict[str, int]]:
    """Return how many words *text* has, and how many of them are frequent in each language."""
    words = _WORD.findall(text)
    frequent = [languages[word] for word in words if word in languages]
    return len(words), Counter(chain.from_iterable(frequent))


@cache
def _frequent_words() -> dict[str, str]:
    """Return what any list of frequencies begins with, by language: articles, pronouns, "to be"."""
    with (files("zaru.content") / "words.json").open(encoding="utf-8") as file:
        return cast(dict[str, str], json.load(file))


@cache
def _languages_by_word() -> dict[str, list[str]]:
    languages: dict[str, list[str]] = {}
    for name, words in _frequent_words().items():
        for word in words.split():
            languages.setdefault(word, []).append(name)
    return languages


def script_languages(text: str) -> tuple[str, ...] | None:
    """Return the languages that the script of *text* allows: none named for Latin letters.

    None when there are too few letters to tell.

    >>> script_languages("ざるは竹で編んだ器である。" * 5)
    ('ja',)
    >>> script_languages("A sieve is made of bamboo. " * 5)
    ()
    """
    if text.isascii() or not _OTHER_SCRIPT.search(text):
        return () if len(text) >= _MIN_LETTERS else None
    kana = sum(map(len, _KANA.findall(text)))
    if kana > _MIN_KANA_SHARE * len(text) and kana * _LETTER_WEIGHT >= _MIN_LETTERS:
        return ("ja",)  # no letter of the others weighs more
    letters = (_kernel.count_scripts if _kernel else count_scripts)(text, _SCRIPT_ENDS)
    counts = {
        script: count * (_LETTER_WEIGHT if script in _WIDE else 1)
        for script, count in zip(_SCRIPTS, letters, strict=True)
    }
    total = sum(counts.values())
    if total < _MIN_LETTERS:
        return None
    if counts["kana"] > _MIN_KANA_SHARE * total:
        return ("ja",)
    main = max(counts, key=lambda script: counts[script])
    return tuple(_SCRIPTS[main][2].split())


def count_scripts(text: str, ends: str, /) -> list[int]:
    """Return how many letters of *text* each script has.

    *ends* are the first and the last character of each in turn; what is in none is the last's.
    """
    pairs = list(zip(ends[::2], ends[1::2], strict=True))
    counts = [0] * len(pairs)
    for character, count in Counter(filter(str.isalpha, text)).items():
        fits = (number for number, (first, last) in enumerate(pairs) if first <= character <= last)
        counts[next(fits, -1)] += count
    return counts


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
            name = match[1].lower()
            return value.saying(_RENAMED.get(name, name), match[1])
    return None


def _sample(head: Head, title: Value | None) -> str:
    """Return some text of the page: its longer text runs from the title on."""
    tree = head.tree
    start = max(0, title.row) if title else 0
    tags, parents = tree.tags, tree.parents
    runs = [row for row in range(start, len(tree)) if tags[row] == TEXT]
    texts = map(tree.text, [row for row in runs if tags[parents[row]] not in _UNREAD])
    parts = (text[:_MAX_RUN] for text in texts if len(text) >= _MIN_RUN and text.strip(WHITE))
    return "\n".join(islice(parts, _SAMPLE_CHARS // _MIN_RUN))[:_SAMPLE_CHARS]
