"""Where words surely begin and end, by rules that need no dictionary.

Browsers cut Japanese with a dictionary that other programs do not have. What is said here holds
whatever it says: at blanks and punctuation, and between scripts of which one is not cut by it.
"""

from __future__ import annotations

import unicodedata

from zaru.citations.reading import LINE, WALL
from zaru.text.japanese import WIDE

# Marks that join what stands on both sides of them: "don't", "3.14"; Word_Break Mid* of UAX 29.
_JOINING = frozenset(".,:;'’‘·‧․．，：；＇﹕﹒﹐﹔︓⁄")
# Punctuation and symbols that are parts of katakana words (Word_Break=Katakana).
_KATAKANA_MARKS = frozenset("゠゛゜〱〲〳〴〵")


def is_border(text: str, index: int) -> bool:
    """Say whether a word surely ends before the character *index* of *text*, or begins there.

    >>> [index for index in range(1, 9) if is_border("東京都、AIと京都。", index)]
    [3, 4, 6]
    """
    if index <= 0 or index >= len(text):
        return True
    before, after = text[index - 1], text[index]
    if before in (LINE, WALL) or after in (LINE, WALL):
        return True
    if _joins(text, index - 1) or _joins(text, index):
        return False
    if unicodedata.category(after) in ("Mn", "Me", "Mc", "Cf"):
        return False
    kinds = _kind(before), _kind(after)
    if "mark" in kinds:
        return kinds != ("mark", "mark") or "So" not in map(unicodedata.category, before + after)
    return kinds in (("wide", "letter"), ("letter", "wide"))


def _kind(character: str) -> str:
    """Return "mark", "wide" (kana, kanji), "letter" (ASCII letters and digits) or "other"."""
    category = unicodedata.category(character)
    if category[0] in "PSZ" or category == "Cc":
        is_part = category == "Pc" or character in _KATAKANA_MARKS
        return "other" if is_part else "mark"
    if character.isascii():
        return "letter"
    return "wide" if WIDE.match(character) and category == "Lo" else "other"


def _joins(text: str, index: int) -> bool:
    """Say whether a mark may join what stands on both sides of it."""
    if text[index] not in _JOINING:
        return False
    around = text[max(0, index - 1) : index + 2].replace(text[index], "")
    return len(around) == 2 and all(_kind(one) in ("letter", "other") for one in around)
