"""Where a part of a text stands in the file: from characters of the text to bytes."""

from __future__ import annotations

import re

from zaru.dom import Tree
from zaru.dom.spans import read_source
from zaru.wrappers.record import Span

_TOKEN = re.compile(r"&(?:#\w+|\w+);?|\r\n?|[^&\r]+|&", re.DOTALL)


def part_span(tree: Tree, span: Span, text: str, begin: int, end: int) -> Span:
    """Return the bytes of `text[begin:end]`; *span* is where the file has *text*.

    Where the file says *text* in a way that cannot be followed, *span* itself.
    """
    offset, length = span
    source = tree.raw[offset : offset + length].decode(tree.decoded.codec, "replace")
    if source != text:
        places = _follow(source, text)
        if places is None:
            return span
        begin, end = places[begin], places[end]
    codec = tree.decoded.codec
    start = offset + len(source[:begin].encode(codec, "replace"))
    size = len(source[begin:end].encode(codec, "replace"))
    said = tree.raw[start : start + size].decode(codec, "replace")
    return (start, size) if said == source[begin:end] else span


def _follow(source: str, text: str) -> list[int] | None:
    """Return for each character of *text*, and for its end, where it begins in *source*."""
    places: list[int] = []
    said: list[str] = []
    for token in _TOKEN.finditer(source):
        content = read_source(token[0])
        is_plain = content == token[0]
        places += range(token.start(), token.end()) if is_plain else [token.start()] * len(content)
        said.append(content)
    places.append(len(source))
    return places if "".join(said) == text else None
