"""Where parts of a text stand in the file: from characters of a text to bytes."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from zaru.dom.references import read_source
from zaru.text.codes import is_scannable, read_slice
from zaru.text.offsets import character_offsets, literal_offsets

if TYPE_CHECKING:
    from zaru.dom.tree import Tree

Position = tuple[int, int]  # the row of a text run, and a character of it

# What a parser reads as something else than it is, and the text between.
_TOKEN = re.compile(r"&(?:#\w+|\w+);?|\r\n?|\0|[^&\r\0]+|&", re.ASCII)
_XML_TOKEN = re.compile(_TOKEN.pattern.replace(";?", ";"), re.ASCII)


def find_places(
    tree: Tree, start: int, end: int, text: str, cuts: Sequence[int]
) -> list[int] | None:
    """Return the byte at which each of the characters *cuts* of *text* begins, in their order.

    The file says *text* from byte *start* to *end*; its length is a cut, too: *end*. *cuts* are
    ascending. Linear in the text. None where the bytes cannot be followed.
    """
    codec = tree.decoded.codec
    tokens = _XML_TOKEN if tree.is_xml else _TOKEN
    if is_scannable(codec):
        if (places := literal_offsets(tree.raw, codec, (start, end), text, cuts)) is not None:
            return places
        source = read_slice(tree.raw[start:end], codec)
        indexes = _read_along(source, text, cuts, tokens)
        return indexes and character_offsets(tree.raw, codec, (start, end), source, indexes)
    begins = tree.character_begins
    first, last = bisect_left(begins, start), bisect_left(begins, end)
    indexes = _read_along(tree.decoded.text[first:last], text, cuts, tokens)
    return indexes and [begins[first + index] for index in indexes]


def find_part_spans(
    tree: Tree, parts: Sequence[tuple[Position, Position]]
) -> list[tuple[int, int]]:
    """Return offset and length of each part: from a character to behind another one.

    *parts* are in the order of the texts and do not overlap. Linear in the text runs that they
    are in. Where the bytes of a run cannot be followed, a part has all of it.
    """
    places: list[int] = []  # of begins and ends in turn
    waiting: dict[int, list[tuple[int, int]]] = {}  # by row: character and number of a place
    for (first, begin), (last, end) in parts:
        if begin:
            waiting.setdefault(first, []).append((begin, len(places)))
        places.append(tree.spans[first][0])
        if end < len(tree.text(last)):
            waiting.setdefault(last, []).append((end, len(places)))
        places.append(tree.spans[last][1])
    for row, cuts in waiting.items():
        found = tree.places_of(row, [character for character, _ in cuts])
        for (_, number), place in zip(cuts, found or (), strict=False):
            places[number] = place
    return [(start, end - start) for start, end in zip(places[::2], places[1::2], strict=True)]


def _read_along(
    source: str, text: str, cuts: Sequence[int], tokens: re.Pattern[str]
) -> list[int] | None:
    """Return where in *source* the characters *cuts* of *text* begin; None where it is another."""
    if source == text:
        return list(cuts)
    indexes: list[int] = []
    for token in tokens.finditer(source):
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
