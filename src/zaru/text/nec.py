"""NEC's additions to the Japanese code table, which pages use and Python's codecs lack."""

from __future__ import annotations

from functools import cache
from itertools import product

_ROWS = range(89, 93)


def nec_character(row: int, cell: int) -> str:
    """Return the character of a place in JIS X 0208 with NEC's additions, U+FFFD for none.

    >>> nec_character(13, 1)
    '①'
    """
    if not (1 <= row <= 94 and 1 <= cell <= 94):
        return "\ufffd"
    lead = (row - 1) // 2 + (0x81 if row < 63 else 0xC1)
    trail = cell + 0x9E if row % 2 == 0 else cell + 0x3F + (cell > 63)
    character = bytes((lead, trail)).decode("cp932", "replace")
    return character if len(character) == 1 else "\ufffd"


def is_misread(text: str) -> bool:
    """Say whether *text*, read by euc_jis_2004, has characters where pages have NEC's kanji."""
    return not _nec_kanji()[0].keys().isdisjoint(text)


def put_right(text: str) -> str:
    """Return what euc_jis_2004 read, with NEC's kanji."""
    right, _ = _nec_kanji()
    return "".join(right.get(character, character) for character in text)


def put_wrong(text: str) -> str:
    """Return a text with NEC's kanji as euc_jis_2004 writes it."""
    _, wrong = _nec_kanji()
    return "".join(wrong.get(character, character) for character in text)


@cache
def _nec_kanji() -> tuple[dict[str, str], dict[str, str]]:
    """Return NEC's kanji by what euc_jis_2004 reads in their places, and the other way round.

    The web's EUC-JP has 髙 where JIS X 0213 has 郄 (index jis0208 of the Encoding Standard).
    """
    right: dict[str, str] = {}
    for row, cell in product(_ROWS, range(1, 95)):
        character = bytes((row + 0xA0, cell + 0xA0)).decode("euc_jis_2004", "replace")
        kanji = nec_character(row, cell)
        if len(character) == 1 and kanji != "\ufffd":
            right[character] = kanji
    return right, {kanji: character for character, kanji in right.items()}
