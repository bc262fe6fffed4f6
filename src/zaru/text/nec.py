"""NEC's additions to the Japanese code table, which pages use and Python's codecs lack."""

from __future__ import annotations

from functools import cache

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
    return not _misread_kanji().isdisjoint(text)


def put_right(text: str) -> str:
    """Return what euc_jis_2004 read, with NEC's kanji."""
    return text.translate(_nec_kanji()) if is_misread(text) else text


def put_wrong(text: str) -> str:
    """Return a text with NEC's kanji as euc_jis_2004 writes it."""
    return text.translate(_written_kanji())


@cache
def _nec_kanji() -> dict[int, str]:
    """Return what euc_jis_2004 reads in the rows where pages have NEC's kanji, and those kanji.

    The web's EUC-JP has 髙 where JIS X 0213 has 郄 (index jis0208 of the Encoding Standard).
    """
    cells = [(row, cell) for row in _ROWS for cell in range(1, 95)]
    read = {
        bytes((row + 0xA0, cell + 0xA0)).decode("euc_jis_2004", "replace"): (row, cell)
        for row, cell in cells
    }
    return {
        ord(character): kanji
        for character, place in read.items()
        if (kanji := nec_character(*place)) != "\ufffd"
    }


@cache
def _misread_kanji() -> frozenset[str]:
    return frozenset(map(chr, _nec_kanji()))


@cache
def _written_kanji() -> dict[int, str]:
    return {ord(kanji): chr(character) for character, kanji in _nec_kanji().items()}
