"""From places in a text to bytes of the file that it was decoded from."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from itertools import accumulate, chain, groupby
from operator import itemgetter

from zaru.text.encodings import Decoded, errors_of

# Codecs in which the bytes of markup can be part of other characters.
_NOT_SCANNABLE = ("utf-16", "utf_16", "utf-32", "utf_32", "iso2022", "hz")

_REPLACEMENT = "\ufffd"
_ESCAPE = re.compile(rb"\x1b(?:\$[@B]|\([BJ])")
_CONTROL = re.compile(rb"[\x00-\x20\x7f]")


def is_scannable(codec: str) -> bool:
    """Say whether `<`, `>`, quotes and white space are always themselves in *codec*'s bytes."""
    return not codec.startswith(_NOT_SCANNABLE)


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
    result = {}
    for line, places in groupby(sorted(wanted), key=itemgetter(0)):
        start, end = bounds[line - 1], bounds[line]
        offset = column = 0
        text = raw[start:end].decode(codec, errors_of(codec))
        ends: list[int] = []
        for place in places:
            if not ends:
                passed = text[column : place[1]].encode(codec, "replace")
                if raw.startswith(passed, start + offset):
                    offset, column = offset + len(passed), place[1]
                    result[place] = start + offset
                    continue
                # Undecodable bytes, or two codes for one character: count bytes one by one.
                ends = [start, *character_ends(raw[:end], codec, start)]
            result[place] = ends[place[1]]
    return result


def _line_offsets_by_character(
    raw: bytes, decoded: Decoded, wanted: Iterable[tuple[int, int]]
) -> dict[tuple[int, int], int]:
    starts = [0, *(match.end() for match in re.finditer(r"\r\n?|\n", decoded.text))]
    ends = [decoded.start, *character_ends(raw, decoded.codec, decoded.start)]
    return {(line, column): ends[starts[line - 1] + column] for line, column in wanted}


def character_ends(raw: bytes, codec: str, start: int) -> list[int]:
    """Return for each decoded character the offset behind its last byte."""
    ends = _measure_escaped(raw, codec, start) if codec.startswith("iso2022") else None
    if ends is None:
        ends = _measure(raw, codec, start)
    return ends if ends is not None else _decode_step_by_step(raw, codec, start)


def _measure(raw: bytes, codec: str, start: int) -> list[int] | None:
    """Return the ends by how many bytes each character has; None where that cannot be told."""
    data = raw[start:]
    try:
        text = data.decode(codec)
        if text.encode(codec) != data:  # two codes for one character, or escapes
            return None
        widths = {character: len(character.encode(codec)) for character in set(text)}
    except UnicodeError:
        return None
    ends = list(accumulate(map(widths.__getitem__, text), initial=start))[1:]
    return ends if not ends or ends[-1] == len(raw) else None


def _measure_escaped(raw: bytes, codec: str, start: int) -> list[int] | None:
    """Return the ends in ISO-2022-JP, where escapes say how many bytes a character has.

    None where that does not add up to the characters that the codec finds.
    """
    ends: list[int] = []
    width, begin, place = 1, start, start  # from *begin* on: the escape and what it is about
    for escape in chain(_ESCAPE.finditer(raw, start), [None]):
        end = escape.start() if escape else len(raw)
        chunk = raw[place:end]
        is_sound = chunk.isascii() and b"\x1b" not in chunk
        if width == 2 and (len(chunk) % 2 or _CONTROL.search(chunk)):
            is_sound = False
        if is_sound:
            ends.extend(range(place + width, end + 1, width))
        else:
            steps = _decode_step_by_step(raw[begin:end], codec, 0)
            ends.extend(begin + step for step in steps)
        if escape:
            width, begin, place = 2 if escape[0][1:2] == b"$" else 1, escape.start(), escape.end()
    return ends if len(ends) == len(raw[start:].decode(codec, "replace")) else None


def _decode_step_by_step(raw: bytes, codec: str, start: int) -> list[int]:
    decoder = codecs.getincrementaldecoder(codec)(errors_of(codec))
    width = 2 if codec.startswith(("utf-16", "utf_16")) else 1
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
    rest = decoder.decode(b"", True)
    ends.extend(len(raw) - width * behind for behind in reversed(range(len(rest))))
    return ends
