"""ISO-2022-JP, whose escapes say what the bytes behind them mean: its text, and where it stands.

Python's decoder swallows the escape behind a byte that it does not know and reads markup as
kanji. Here, as in browsers, every escape counts: https://encoding.spec.whatwg.org/#iso-2022-jp
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_left
from functools import cache, lru_cache
from itertools import chain

from zaru.text.nec import nec_character

_ESCAPE = re.compile(rb"\x1b(\([BJI]|\$(?:[@B]|\([@BD]))")
_PAIR = re.compile(rb"[\x21-\x7e]{2}|.", re.DOTALL)
_TO_EUC = bytes(byte | 0x80 if 0x21 <= byte <= 0x7E else 0xFF for byte in range(256))
_ASCII = b"(B"
_COMMON = (b"$B", b"$@", b"$(B", b"$(@")
_RARE = b"$(D"  # JIS X 0212


def read_escaped(
    data: bytes, start: int, end: int, charset: bytes = _ASCII
) -> tuple[str, list[int]]:
    r"""Return the text of *data* between two offsets, and the offset behind each of its characters.

    An escape belongs to the character behind it; up to the first one, *charset* holds. What is
    no character is U+FFFD.

    >>> read_escaped(b"a\x1b$B4A\x1b(Bb", 0, 10)
    ('a漢b', [1, 6, 10])
    """
    parts: list[str] = []
    ends: list[int] = []
    for escape in chain(_ESCAPE.finditer(data, start, end), [None]):
        stop = escape.start() if escape else end
        if text := _read_sound(data[start:stop], charset):
            width = (stop - start) // len(text)
            parts.append(text)
            ends += range(start + width, stop + 1, width)
        else:
            for place in _PAIR.finditer(data, start, stop):
                text = _read_pair(place[0], charset)
                parts.append(text)
                ends += [place.end()] * len(text)
        if escape:
            charset, start = escape[1], escape.end()
    return "".join(parts), ends


def has_known_escapes(data: bytes) -> bool:
    """Say whether every escape is one that is read here; Python's decoder passes over others."""
    return data.count(b"\x1b") == len(_ESCAPE.findall(data))


def read_behind_escape(data: bytes, start: int, end: int) -> str:
    """Return the text of *data* between two offsets as the last escape before them says."""
    places, charsets = _find_escapes(data)
    return read_escaped(data, start, end, charsets[bisect_left(places, start)])[0]


@lru_cache(maxsize=1)  # the slices of a page are asked for one after the other
def _find_escapes(data: bytes) -> tuple[list[int], list[bytes]]:
    """Return where escapes stand, and which set holds up to each of them and behind the last."""
    found = list(_ESCAPE.finditer(data))
    return [escape.start() for escape in found], [_ASCII, *(escape[1] for escape in found)]


def _read_sound(chunk: bytes, charset: bytes) -> str:
    """Return the text of bytes that all are characters of one width, "" for others."""
    if charset not in _COMMON and charset != _RARE:
        return codecs.charmap_decode(chunk, "strict", _single_bytes(charset))[0]
    try:
        return chunk.translate(_TO_EUC).decode("euc_jp") if charset in _COMMON else ""
    except UnicodeDecodeError:
        return ""


def _read_pair(pair: bytes, charset: bytes) -> str:
    """Return the text of two bytes, or of one that is in no pair: a line end is one."""
    if len(pair) == 1:
        return pair.decode() if pair <= b" " and pair != b"\x1b" else "\ufffd"
    lead = b"\x8f" if charset == _RARE else b""
    try:
        return (lead + pair.translate(_TO_EUC)).decode("euc_jp")
    except UnicodeDecodeError:
        return "\ufffd" if lead else nec_character(pair[0] - 0x20, pair[1] - 0x20)


@cache
def _single_bytes(charset: bytes) -> str:
    """Return the 256 characters of a set with one byte for each."""
    characters = [chr(byte) if byte < 0x80 else "\ufffd" for byte in range(256)]
    characters[0x1B] = "\ufffd"  # an escape that is none
    if charset == b"(J":
        characters[0x5C], characters[0x7E] = "¥", "‾"
    elif charset == b"(I":
        characters[0x21:0x80] = [*map(chr, range(0xFF61, 0xFFA0)), *"\ufffd" * 32]
    return "".join(characters)
