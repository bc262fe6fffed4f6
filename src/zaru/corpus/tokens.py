"""Tokens of a text in any script, as arrays: a word, or a character where words have no blanks.

No dictionary is needed, and the same text gives the same numbers on every machine.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from zaru.text.japanese import KANA, KANJI

Hashes = NDArray[np.uint64]

# Kinds of characters. From DIGIT on they are tokens, from KANA_LETTER on each by itself.
WHITE, SYMBOL, DIGIT, LETTER, KANA_LETTER, KANJI_LETTER, UNSPACED_LETTER = range(7)
_KINDS = {"L": LETTER, "M": LETTER, "N": DIGIT, "Z": WHITE, "C": WHITE, "P": SYMBOL, "S": SYMBOL}
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai and Lao, Myanmar, Khmer
_PLANE = 0x10000

_FACTOR = np.uint64(0x9E3779B97F4A7C15)  # odd, with its bits well spread: 2**64 by the golden ratio
# For the places in a word, from 0; a longer one goes through them again.
_POWERS = np.multiply.accumulate(np.append(np.uint64(1), np.full(63, _FACTOR)))


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a text; arrays have a row for each."""

    kinds: NDArray[np.uint8]  # of all characters of the text
    sizes: NDArray[np.int64]  # in characters
    hashes: Hashes

    def ngrams(self, size: int) -> Hashes:
        """Return a hash of each *size* tokens that follow one another."""
        count = max(0, len(self.hashes) - size + 1)
        found = self.hashes[:count].copy()
        for place in range(1, size):
            found *= _FACTOR
            found += self.hashes[place : place + count]
        return mix(found)


def read_tokens(text: str) -> Tokens:
    """Return the tokens of *text*: what is neither white space nor a symbol; case counts."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
    kinds = _kinds()[codes]
    is_token, is_alone = kinds >= DIGIT, kinds >= KANA_LETTER
    is_first = is_token.copy()
    is_first[1:] &= is_alone[1:] | is_alone[:-1] | ~is_token[:-1]
    codes, first = codes[is_token].astype(np.uint64), np.flatnonzero(is_first[is_token])
    sizes = np.diff(first, append=len(codes))
    hashes = mix(codes)
    if len(first) < len(codes):  # there are words
        places = np.arange(len(codes)) - np.repeat(first, sizes)
        hashes = np.add.reduceat(hashes * _POWERS[places % len(_POWERS)], first)
    return Tokens(kinds, sizes, mix(hashes))


def mix(values: Hashes) -> Hashes:
    """Return *values* with all bits depending on all bits, each value another."""
    values = (values ^ (values >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    values ^= values >> np.uint64(32)
    values *= np.uint64(0xD6E8FEB86659FD93)
    return values ^ (values >> np.uint64(32))


@cache
def _kinds() -> NDArray[np.uint8]:
    """Return the kind of each character.

    By Unicode 3.2, which every Python has, so that none says something else than another. What
    is younger is mostly pictures, and kanji.
    """
    category = unicodedata.ucd_3_2_0.category
    kinds = np.full(0x110000, SYMBOL, np.uint8)
    categories = map(category, map(chr, range(_PLANE)))
    kinds[:_PLANE] = [SYMBOL if name == "Cn" else _KINDS[name[0]] for name in categories]
    own = ((KANA, KANA_LETTER), (KANJI, KANJI_LETTER), (_UNSPACED, UNSPACED_LETTER))
    for ranges, kind in own:
        for first, last in re.findall("(.)-(.)", ranges):
            kinds[ord(first) : ord(last) + 1] = kind
    return kinds
