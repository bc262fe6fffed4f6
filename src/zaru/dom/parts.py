"""Where parts of a text stand in the file: from characters of a text to bytes."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from zaru.dom.spans import read_source
from zaru.text.offsets import character_ends, is_scannable

if TYPE_CHECKING:
    from zaru.dom.tree import Tree

# What a parser reads as something else, and what it reads as it is.
_TOKEN = re.compile(r"&(?:#\w+|\w+);?|\r\n?|\0|[^&\r\0]+|&", re.DOTALL)


def find_places(
    tree: Tree, start: int, end: int, text: str, cuts: Sequence[int]
) -> list[int] | None:
    """Return the byte at which each of the characters *cuts* of *text* begins, in their order.

    The file says *text* from byte *start* to *end*; its length is a cut, too: *end*. *cuts* are
    ascending. Linear in the text. None where the bytes cannot be followed.
    """
    codec = tree.decoded.codec
    if not is_scannable(codec):
        return _find_in_table(tree, start, end, text, cuts)
    raw = tree.raw[start:end]
    if raw != text.encode(codec, "replace"):
        ends = character_ends(raw, codec, 0)
        return _follow(raw.decode(codec, "replace"), text, cuts, [0, *ends], start)
    places = []
    at, place = 0, start
    for cut in cuts:
        place += len(text[at:cut].encode(codec))
        at = cut
        places.append(place)
    return places


def _find_in_table(
    tree: Tree, start: int, end: int, text: str, cuts: Sequence[int]
) -> list[int] | None:
    """Return the places in a file whose bytes cannot be scanned, by a table of its characters."""
    begins = tree.character_begins
    first, last = bisect_left(begins, start), bisect_left(begins, end)
    source = tree.decoded.text[first:last]
    return _follow(source, text, cuts, begins[first : last + 1], 0)


def _follow(
    source: str, text: str, cuts: Sequence[int], begins: Sequence[int], start: int
) -> list[int] | None:
    """Return the places of *cuts*; *begins* are those of the characters of *source*."""
    indexes = _read_along(source, text)
    return None if indexes is None else [start + begins[indexes[cut]] for cut in cuts]


def _read_along(source: str, text: str) -> list[int] | None:
    """Return for each character of *text*, and for its end, where it begins in *source*.

    Lengths decide: `decode` may have put a character right that the codec has wrong.
    """
    indexes: list[int] = []
    for token in _TOKEN.finditer(source):
        written = token[0]
        content = read_source(written)
        same = len(written) if content == written else _count_same_end(written, content)
        indexes += [token.start()] * (len(content) - same)
        indexes += range(token.end() - same, token.end())
    if len(indexes) != len(text):
        return list(range(len(source) + 1)) if len(source) == len(text) else None
    indexes.append(len(source))
    return indexes


def _count_same_end(written: str, content: str) -> int:
    """Return how many characters at the end are themselves: the digits of "&copy2006"."""
    if not written.startswith("&"):
        return 0  # a line end
    pairs = zip(reversed(written), reversed(content), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
