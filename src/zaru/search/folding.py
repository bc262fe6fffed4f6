"""One spelling for what readers take for the same word: widths, cases, old and new kanji."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files

_KATAKANA_TO_HIRAGANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}
# 打ち込む and 打込む: hiragana between two kanji of one word are left out of its spelling.
_OKURIGANA = re.compile("(?<=[一-鿿々])[ぁ-ゖ]+(?=[一-鿿々])")
_WORDS_KEPT = 16_384  # that are folded once; some 200 bytes each


def fold(text: str) -> str:
    """Return *text* in the spelling that words are compared in; it may have another length.

    >>> fold("ＡＢＣ ｶﾅ 髙橋 國")
    'abc カナ 高橋 国'
    """
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", text).translate(_kanji()).casefold()


@lru_cache(maxsize=_WORDS_KEPT)
def fold_word(word: str) -> str:
    """Return the spelling of one word, which has no blank in it.

    >>> fold_word("打ち込む"), fold_word("取り扱い"), fold_word("食べる")
    ('打込む', '取扱い', '食べる')
    """
    return _OKURIGANA.sub("", "".join(fold(word).split()))


def to_hiragana(text: str) -> str:
    """Return *text* with hiragana for katakana: how readings are compared.

    >>> to_hiragana("キョウト")
    'きょうと'
    """
    return text.translate(_KATAKANA_TO_HIRAGANA)


@cache
def _kanji() -> dict[int, str]:
    """Return the kanji that stand for others, old forms for the most part."""
    data = files("zaru.search").joinpath("kanji.json").read_bytes()
    return {ord(old): new for new, olds in json.loads(data).items() for old in olds}
