"""Wording: what the first words of a text say about it.

"Subscribe", "Impressum" and 関連記事 begin what is no content on most sites, whatever its markup
is; other words begin sentences. What each word says was learnt from labelled pages
(`bench/train_content.py`); a language that none of them has is judged by all else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zaru.content.measures import kind_of
from zaru.content.table import KINDS as K
from zaru.content.table import NUMBERS as N

Said = tuple[float, float, float, float]  # least, most, mean, and that of the first known word

_NOTHING: Said = (0.0, 0.0, 0.0, 0.0)
_COLUMNS = ("low", "high", "mean", "first")


def split_words(text: str) -> list[str]:
    """Return the first words of *text* in lower case, Chinese and Japanese characters by twos.

    >>> split_words("Related Articles (3): 関連記事")
    ['related', 'articles', '関連', '連記', '記事']
    """
    words: list[str] = []
    word, before = "", ""  # letters up to here; the character before it, if Chinese or Japanese
    seen = 0
    for character in text:
        kind = kind_of(character)
        seen += kind != K.WHITE
        if seen > N.SAID_CHARS or len(words) >= N.SAID_WORDS:
            break
        if kind == K.LETTER or kind == K.UPPER:
            word += character.lower()[0]
            before = ""
            continue
        if word:
            words.append(word)
            word = ""
        if kind == K.CJK and before:
            words.append(before + character)
        before = character if kind == K.CJK else ""
    return [*words, word][: N.SAID_WORDS] if word else words


def word_columns(
    said: Sequence[Sequence[str]], headings: Any, words: Mapping[str, float]
) -> dict[str, NDArray[np.float64]]:
    """Return what the words of each text say, and those of the heading above it.

    *headings* has the level of each text that is one, else 0; *words* the log odds of words.
    """
    own = [_judge(one, words) for one in said]
    above = [_NOTHING]
    for one, level in zip(own, headings, strict=True):
        above.append(one if level else above[-1])
    rows = np.array(own), np.array(above[:-1])
    return {
        f"{name}_{column}": table[:, number]
        for name, table in zip(("word", "above"), rows, strict=True)
        for number, column in enumerate(_COLUMNS)
    }


def _judge(said: Sequence[str], words: Mapping[str, float]) -> Said:
    scores = [words[word] for word in said if word in words]
    if not scores:
        return _NOTHING
    total = 0.0
    for score in scores:  # `sum` adds in other ways from Python 3.12 on
        total += score
    return min(scores), max(scores), total / len(said), scores[0]
