"""Whether a text is Japanese by its letters, and not Chinese or in Latin letters.

A text that is mostly in Latin letters is Japanese when Japanese is a real part of it
(`_MIN_KANA_SHARE`) and goes beyond names and titles (`_MIN_SENTENCE_HIRAGANA`): manuals in two
languages, programs with comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

# Enough to decide: twice as much gives the same answers on the 4,946 pages of the benches.
SAMPLE_CHARS = 2_000
_PIECE_CHARS = 100

# A page with less kana and kanji than this among its letters is one in Latin letters, in which
# Japanese is a guest; a Latin letter counts for less than a character (as in `content.languages`).
_GUEST_SHARE = 0.4
_LETTER_WEIGHT = 1 / 2.5
# Kana among all letters of such a page. Japanese pages of the benches (425 pages, 390 blogs, feeds,
# wrappers) have 0.05 and more, manuals and programs with few comments least of all; other pages
# have at most 0.012, a newspaper for foreigners in Japan.
_MIN_KANA_SHARE = 0.03
# No name, no title and no 「日本語はこちら」 has so many.
_MIN_SENTENCE_HIRAGANA = 8

_HIRAGANA = re.compile("[ぁ-ゖ]+")
_KANA = re.compile("[ぁ-ゖァ-ヺｦ-ﾝ]+")
_LATIN = re.compile("[A-Za-z\u00c0-\u024fＡ-Ｚａ-ｚ]+")
# By the high byte of a UTF-16 unit, for counting them in patterns costs three times as much.
_NOT_KANJI = bytes({*range(256)} - {*range(0x34, 0xA0), 0xF9, 0xFA})
_NOT_FOREIGN = bytes({*range(256)} - {*range(0x03, 0x20), *range(0xA5, 0xD8)})


def is_japanese_text(text: str) -> bool | None:
    """Say whether *text*, all that a page shows, is Japanese; None when its letters do not tell.

    >>> is_japanese_text("竹で編むと、水がよく切れる。"), is_japanese_text("本日休業")
    (True, None)
    """
    is_open = False
    for sample in _samples(text):
        verdict = _is_japanese_sample(sample)
        if verdict:
            return True
        is_open |= verdict is None
    return None if is_open else False


def _samples(text: str) -> Iterator[str]:
    """Yield the beginning of a page's text and, when that is not all, pieces from all over it.

    The beginning counts by itself: a blog of 5,000 spam comments is still Japanese.
    """
    yield text[:SAMPLE_CHARS]
    if len(text) > SAMPLE_CHARS:
        step = max(_PIECE_CHARS, len(text) * _PIECE_CHARS // SAMPLE_CHARS)
        starts = range(0, len(text), step)
        yield "\n".join([text[start : start + _PIECE_CHARS] for start in starts])


def _is_japanese_sample(text: str) -> bool | None:
    rows = text.encode("utf-16-le", "surrogatepass")[1::2]
    kanji, foreign = len(rows.translate(None, _NOT_KANJI)), len(rows.translate(None, _NOT_FOREIGN))
    kana = _count(_KANA, text) if 0x30 in rows or 0xFF in rows else 0
    if not kana + kanji or foreign > kana:  # other scripts are rare on Japanese pages
        return False
    total = kana + kanji + foreign + _count(_LATIN, text) * _LETTER_WEIGHT
    if kana + kanji < _GUEST_SHARE * total and (
        kana < _MIN_KANA_SHARE * total or _count(_HIRAGANA, text) < _MIN_SENTENCE_HIRAGANA
    ):
        return False
    return kana > kanji or _is_japanese_kanji(text, kana)


def _count(characters: re.Pattern[str], text: str) -> int:
    return sum(map(len, characters.findall(text)))


def _is_japanese_kanji(text: str, kana: int) -> bool | None:
    """Say whether a text of many kanji and *kana* kana is Japanese, not Chinese; None: either."""
    japanese = kana + sum(map(_japanese_only().__contains__, text))
    chinese = sum(map(_chinese_only().__contains__, text))
    return japanese > chinese if japanese or chinese else None


@cache
def _chinese_only() -> frozenset[str]:
    """Return the ideographs that Chinese pages are full of and Japanese ones are not.

    The code tables tell them: simplified ones are in GB 2312 and in no table of Japan, traditional
    ones are among the frequent of Big5 and not among the frequent of JIS X 0208.
    """
    simplified = _ideographs("gb2312", range(0xB0, 0xF8)) - _ideographs("euc_jp", range(0xB0, 0xF5))
    return (simplified | _ideographs("big5", range(0xA4, 0xC7))) - _frequent_japanese()


@cache
def _japanese_only() -> frozenset[str]:
    """Return the ideographs of Japan alone: 円, 気, 駅, 込."""
    chinese = _ideographs("gb2312", range(0xB0, 0xF8)) | _ideographs("big5", range(0xA4, 0xFA))
    return _frequent_japanese() - chinese


def _frequent_japanese() -> frozenset[str]:
    return _ideographs("euc_jp", range(0xB0, 0xD0))


def _ideographs(codec: str, leads: range) -> frozenset[str]:
    """Return the ideographs of some rows of a code table."""
    trails = [*range(0x40, 0x7F), *range(0xA1, 0xFF)]
    pairs = b"\n".join(bytes((lead, trail)) for lead in leads for trail in trails)
    return frozenset(filter("\u33ff".__lt__, pairs.decode(codec, "ignore")))
