"""Where parts of a text stand in the file: from characters of a text to bytes."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from zaru.dom.spans import read_source
from zaru.text.codes import is_scannable, read_slice
from zaru.text.offsets import character_offsets

if TYPE_CHECKING:
    from zaru.dom.tree import Tree

# What a parser reads as something else than it is, and the text between.
_TOKEN = re.compile(r"&(?:#\w+|\w+);?|\r\n?|\0|[^&\r\0]+|&", re.ASCII)


def find_places(
    tree: Tree, start: int, end: int, text: str, cuts: Sequence[int]
) -> list[int] | None:
    """Return the byte at which each of the characters *cuts* of *text* begins, in their order.

    The file says *text* from byte *start* to *end*; its length is a cut, too: *end*. *cuts* are
    ascending. Linear in the text. None where the bytes cannot be followed.
    """
    codec = tree.decoded.codec
    if is_scannable(codec):
        source = read_slice(tree.raw[start:end], codec)
        indexes = _read_along(source, text, cuts)
        return indexes and character_offsets(tree.raw, codec, (start, end), source, indexes)
    begins = tree.character_begins
    first, last = bisect_left(begins, start), bisect_left(begins, end)
    indexes = _read_along(tree.decoded.text[first:last], text, cuts)
    return indexes and [begins[first + index] for index in indexes]


def _read_along(source: str, text: str, cuts: Sequence[int]) -> list[int] | None:
    """Return where in *source* the characters *cuts* of *text* begin; None where it is another."""
    if source == text:
        return list(cuts)
    indexes: list[int] = []
    for token in _TOKEN.finditer(source):
        written = token[0]
        content = read_source(written)
        same = len(written) if content == written else _count_same_end(written, content)
        indexes += [token.start()] * (len(content) - same)
        indexes += range(token.end() - same, token.end())
    indexes.append(len(source))
    if len(indexes) == len(text) + 1:
        return [indexes[cut] for cut in cuts]
    return list(cuts) if len(source) == len(text) else None  # of a script: no references


def _count_same_end(written: str, content: str) -> int:
    """Return how many characters at the end are themselves: the digits of "&copy2006"."""
    if not written.startswith("&") or written.endswith(";"):
        return 0
    pairs = zip(reversed(written), reversed(content), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
