"""From the bytes of a page to its rows: by the kernel's parser, or turbohtml without it."""

from __future__ import annotations

from functools import cache, partial

from zaru.dom.columns import Columns, ListColumns, Lists
from zaru.errors import LimitExceeded
from zaru.limits import Limits
from zaru.text.codes import is_scannable, python_codec, read_slice
from zaru.text.encodings import Decoded
from zaru.text.offsets import character_ends

try:
    from zaru.dom import _kernel
except ImportError:  # installed without a compiler
    _kernel = None  # type: ignore[assignment]


def parse_html(raw: bytes, decoded: Decoded, limits: Limits) -> Columns:
    """Return the rows of the HTML5 document *raw*, parsed with scripting off.

    Comments, doctypes and processing instructions have no row. Elements of SVG and MathML
    have a prefix: `svg:a`. The content of a `<template>` stands under it. A text that stands
    in the source in several pieces has a row for each. White space has no span.
    """
    if _kernel is None:
        from zaru.dom.aligned import parse_aligned

        return ListColumns(parse_aligned(raw, decoded, limits))
    source, start, decode, leads, places = raw, decoded.start, None, None, None
    if not is_scannable(decoded.codec):  # parsed as UTF-8, and mapped back
        source, start = decoded.text.encode("utf-8", "surrogatepass"), 0
        places = _places(raw, decoded)
    elif python_codec(decoded.codec) != "utf-8":
        decode = partial(read_slice, codec=decoded.codec)
        leads = _lead_bytes(decoded.codec)
    try:
        return _kernel.Columns(
            source, start, decode, leads, places, limits.max_nodes, limits.max_depth
        )
    except OverflowError as error:
        limit = f"{limits.max_nodes} elements and texts" if "nodes" in str(error) else "1 GiB"
        raise LimitExceeded(f"more than {limit}") from error


def to_columns(lists: Lists) -> Columns:
    """Return rows that were made in Python as what a tree asks."""
    return ListColumns(lists) if _kernel is None else _kernel.columns_of_lists(*lists[:5])


@cache
def _lead_bytes(codec: str) -> bytes:
    """Return for each byte whether "]" behind it is a part of its character, as in 江."""
    pairs = (bytes([byte, ord("]")]) for byte in range(256))
    return bytes(pair[0] > 0x80 and len(read_slice(pair, codec)) == 1 for pair in pairs)


def _places(raw: bytes, decoded: Decoded) -> list[int]:
    """Return where each character of the text stands in the file, and where the text ends.

    In ISO-2022-JP an escape sequence belongs to the character behind it.
    """
    ends = character_ends(raw, decoded.codec, decoded.start)
    return [decoded.start, *ends[: len(decoded.text)]]
