"""Make src/zaru/content/kinds.bin: a byte for each character of the basic plane, its kind.

    python bench/kinds.py

A kind goes by the Unicode category of a character. The file is kept because Pythons know
different versions of Unicode, and features must not hang on that: it is made with VERSION.
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

from zaru.content.table import KINDS

VERSION = "14.0.0"  # of Unicode; Python 3.11 has it
FILE = Path(__file__).parents[1] / "src" / "zaru" / "content" / "kinds.bin"

STOPS = ".!?…。！？．｡؟۔।॥։።"
COMMAS = ",;:、，；：،؛·﹑"
SYMBOLS = "|<>"
CATEGORIES = {
    "Lu": KINDS.UPPER,
    "Lt": KINDS.UPPER,
    "N": KINDS.DIGIT,
    "S": KINDS.SYMBOL,
    "Z": KINDS.WHITE,
    "C": KINDS.WHITE,
    "P": KINDS.PUNCTUATION,
}
CJK_RANGES = ((0x3040, 0x30FA), (0x30FC, 0x30FF), (0x3400, 0x9FFF), (0xF900, 0xFAFF))


def make_kinds() -> bytes:
    """Return the kind of each character of the basic plane."""
    kinds = bytearray()
    for code in range(0x10000):
        category = unicodedata.category(chr(code))
        kinds.append(CATEGORIES.get(category, CATEGORIES.get(category[0], KINDS.LETTER)))
    for first, last in CJK_RANGES:
        kinds[first : last + 1] = bytes([KINDS.CJK]) * (last + 1 - first)
    signs = (STOPS, KINDS.STOP), (COMMAS, KINDS.COMMA), (SYMBOLS, KINDS.SYMBOL)
    for characters, kind in signs:
        for character in characters:
            kinds[ord(character)] = kind
    return bytes(kinds)


if __name__ == "__main__":
    if unicodedata.unidata_version != VERSION:
        sys.exit(f"this Python has Unicode {unicodedata.unidata_version}, not {VERSION}")
    FILE.write_bytes(make_kinds())
