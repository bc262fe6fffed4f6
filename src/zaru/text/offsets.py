"""From places in a text to bytes of the file that it was decoded from."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from itertools import accumulate, groupby
from operator import itemgetter

from zaru.text.codes import is_scannable, is_single_byte, python_codec, read_slice
from zaru.text.encodings import Decoded
from zaru.text.escapes import read_escaped

_REPLACEMENT = "\ufffd"


def utf8_to_raw(raw: bytes, decoded: Decoded, offsets: Iterable[int]) -> dict[int, int]:
    """Return, for offsets into the UTF-8 form of a decoded text, those into the file.

    In ISO-2022-JP an escape sequence belongs to the character behind it, so that every slice
    decodes by itself.
    """
    if decoded.codec == "utf-8" and not decoded.damaged:
        return {offset: offset + decoded.start for offset in offsets}
    ends = [decoded.start, *character_ends(raw, decoded.codec, decoded.start)]
    utf8 = decoded.text.encode("utf-8", "surrogatepass")
    result = {}
    character = previous = 0
    for offset in sorted(offsets):
        character += len(utf8[previous:offset].decode("utf-8", "surrogatepass"))
        previous = offset
        result[offset] = ends[character]
    return result


def line_offsets(
    raw: bytes, decoded: Decoded, wanted: Iterable[tuple[int, int]]
) -> dict[tuple[int, int], int]:
    """Return the byte offsets of places given as line (from 1) and column (from 0).

    Lines end at CR LF, CR or LF. Linear in the size of the file, whatever its lines are like.
    """
    codec = decoded.codec
    if not is_scannable(codec):
        return _line_offsets_by_character(raw, decoded, wanted)
    breaks = [match.end() for match in re.finditer(rb"\r\n?|\n", raw)]
    bounds = [decoded.start, *breaks, len(raw)]
    result: dict[tuple[int, int], int] = {}
    for line, places in groupby(sorted(wanted), key=itemgetter(0)):
        span = bounds[line - 1], bounds[line]
        columns = [column for _, column in places]
        text = read_slice(raw[slice(*span)], codec)
        offsets = character_offsets(raw, codec, span, text, columns)
        result.update(zip(((line, column) for column in columns), offsets, strict=True))
    return result


def character_offsets(
    raw: bytes, codec: str, span: tuple[int, int], text: str, indexes: Iterable[int]
) -> list[int]:
    """Return the bytes at which characters of *text* begin, ascending; *span* is where it stands.

    For codecs that are scannable.
    """
    start, end = span
    if text.encode(codec, "replace") != raw[start:end]:
        # Undecodable bytes, or two codes for one character (EUC-JP has 鷗 in two and three bytes).
        ends = [0, *character_ends(raw[start:end], codec, 0)]
        return [start + ends[index] for index in indexes]
    offsets, done = [], 0
    for index in indexes:
        start += len(text[done:index].encode(codec, "replace"))
        offsets.append(start)
        done = index
    return offsets


def _line_offsets_by_character(
    raw: bytes, decoded: Decoded, wanted: Iterable[tuple[int, int]]
) -> dict[tuple[int, int], int]:
    starts = [0, *(match.end() for match in re.finditer(r"\r\n?|\n", decoded.text))]
    ends = [decoded.start, *character_ends(raw, decoded.codec, decoded.start)]
    return {(line, column): ends[starts[line - 1] + column] for line, column in wanted}


def character_ends(raw: bytes, codec: str, start: int) -> list[int]:
    """Return for each decoded character the offset behind its last byte."""
    if is_single_byte(codec):
        return list(range(start + 1, len(raw) + 1))
    if python_codec(codec).startswith("iso2022"):
        return read_escaped(raw, start, len(raw))[1]
    ends = _measure(raw, codec, start)
    return ends if ends is not None else _decode_step_by_step(raw, codec, start)


def _measure(raw: bytes, codec: str, start: int) -> list[int] | None:
    """Return the ends by how many bytes each character has; None where that cannot be told."""
    data = raw[start:]
    try:
        text = read_slice(data, codec)
        if text.encode(codec) != data:  # two codes for one character, or escapes
            return None
        widths = {character: len(character.encode(codec)) for character in set(text)}
    except UnicodeError:
        return None
    ends = list(accumulate(map(widths.__getitem__, text), initial=start))[1:]
    return ends if not ends or ends[-1] == len(raw) else None


def _decode_step_by_step(raw: bytes, codec: str, start: int) -> list[int]:
    codec = python_codec(codec)
    decoder = codecs.getincrementaldecoder(codec)("zaru")
    width = 2 if codec.startswith("utf-16") else 1
    ends: list[int] = []
    for place in range(start, len(raw)):
        text = decoder.decode(raw[place : place + 1])
        if _REPLACEMENT in text:
            # A broken character is noticed one byte late, or more: what came with it or waits in
            # the decoder stands behind it.
            end = place + 1 - len(decoder.getstate()[0])
            ends.extend(end - width * behind for behind in reversed(range(len(text))))
        else:
            ends.extend([place + 1] * len(text))
    rest = read_slice(decoder.getstate()[0], codec)
    ends.extend(len(raw) - width * behind for behind in reversed(range(len(rest))))
    return ends
