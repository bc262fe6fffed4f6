"""From places in a text to bytes of the file that it was decoded from."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate

from zaru.text.codes import has_escapes, is_scannable, is_single_byte, python_codec, read_slice
from zaru.text.encodings import Decoded
from zaru.text.escapes import read_escaped

_REPLACEMENT = "\ufffd"


def utf8_to_raw(raw: bytes, decoded: Decoded, offsets: Iterable[int]) -> dict[int, int]:
    """Return, for offsets into the UTF-8 form of a decoded text, those into the file.

    In ISO-2022-JP an escape sequence belongs to the character behind it, so that every slice
    decodes by itself.
    """
    if decoded.codec == "utf-8":
        return {offset: offset + decoded.start for offset in offsets}
    utf8, places = decoded.text.encode("utf-8", "surrogatepass"), sorted(offsets)
    parts = (utf8[begin:end] for begin, end in zip([0, *places], places, strict=False))
    indexes = accumulate(len(part.decode("utf-8", "surrogatepass")) for part in parts)
    span = decoded.start, len(raw)
    return dict(
        zip(places, character_offsets(raw, decoded.codec, span, decoded.text, indexes), strict=True)
    )


def line_offsets(
    raw: bytes, decoded: Decoded, wanted: Iterable[tuple[int, int]]
) -> dict[tuple[int, int], int]:
    """Return the byte offsets of places given as line (from 1) and column (from 0).

    Lines end at CR LF, CR or LF.
    """
    text, span, places = decoded.text, (decoded.start, len(raw)), sorted(wanted)
    starts = [0, *(match.end() for match in re.finditer(r"\r\n?|\n", text))]
    indexes = (starts[line - 1] + column for line, column in places)
    return dict(
        zip(places, character_offsets(raw, decoded.codec, span, text, indexes), strict=True)
    )


def character_offsets(
    raw: bytes, codec: str, span: tuple[int, int], text: str, indexes: Iterable[int]
) -> list[int]:
    """Return the bytes at which characters of *text* begin; it stands at *span*.

    *indexes* are ascending. Linear in the size of the span.
    """
    start, end = span
    if has_escapes(codec) or text.encode(codec, "replace") != raw[start:end]:
        # Undecodable bytes, or two codes for one character (EUC-JP has 鷗 in two and three bytes).
        ends = [0, *character_ends(raw[start:end], codec, 0)]
        return [start + ends[index] for index in indexes]
    return _add_up(start, codec, text, indexes)


def literal_offsets(
    raw: bytes, codec: str, span: tuple[int, int], text: str, indexes: Sequence[int]
) -> list[int] | None:
    """Return the same where the bytes at *span* are nothing but *text*; None where not."""
    if text.encode(codec, "replace") != raw[span[0] : span[1]]:
        return None
    return _add_up(span[0], codec, text, indexes)


def _add_up(start: int, codec: str, text: str, indexes: Iterable[int]) -> list[int]:
    """Return where characters begin by the sizes of what is before them."""
    offsets, done = [], 0
    for index in indexes:
        start += len(text[done:index].encode(codec, "replace"))
        offsets.append(start)
        done = index
    return offsets


def character_ends(raw: bytes, codec: str, start: int) -> list[int]:
    """Return for each decoded character the offset behind its last byte."""
    if is_single_byte(codec):
        return list(range(start + 1, len(raw) + 1))
    if has_escapes(codec):
        return _escaped_ends(raw, start)
    ends: list[int] = []
    body = raw[start:]
    for line in body.splitlines(keepends=True) if is_scannable(codec) else [body]:
        ends += _measure(line, codec, start) or _decode_step_by_step(line, codec, start)
        start += len(line)
    return ends


@lru_cache(maxsize=1)  # the parser asks, and then whoever wants to know where a text stands
def _escaped_ends(raw: bytes, start: int) -> list[int]:
    return read_escaped(raw, start, len(raw))[1]


def _measure(data: bytes, codec: str, start: int) -> list[int]:
    """Return the ends by how many bytes each character has; none where that cannot be told."""
    text = read_slice(data, codec)
    if text.encode(codec, "replace") != data:
        return []
    widths = {character: len(character.encode(codec, "replace")) for character in set(text)}
    ends = list(accumulate(map(widths.__getitem__, text), initial=start))[1:]
    return ends if ends and ends[-1] == start + len(data) else []


def _decode_step_by_step(data: bytes, codec: str, start: int) -> list[int]:
    codec = python_codec(codec)
    decoder = codecs.getincrementaldecoder(codec)("zaru")
    width = 1 if is_scannable(codec) else 2
    ends: list[int] = []
    for place, byte in enumerate(data, start + 1):
        text = decoder.decode(bytes((byte,)))
        if _REPLACEMENT in text:
            # A broken character is noticed one byte late, or more: what came with it or waits in
            # the decoder stands behind it.
            end = place - len(decoder.getstate()[0])
            ends.extend(end - width * behind for behind in reversed(range(len(text))))
        else:
            ends.extend([place] * len(text))
    rest = read_slice(decoder.getstate()[0], codec)
    ends.extend(start + len(data) - width * behind for behind in reversed(range(len(rest))))
    return ends
