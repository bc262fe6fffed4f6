"""Where parts of a passage stand, when its text and its bytes are known."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from zaru.citations.reading import BLANKS, Reading, Span
from zaru.dom import Tree

Part = tuple[int, int]  # begin and end, in characters


def locate_parts(tree: Tree, span: Span, text: str, parts: Sequence[Part]) -> list[Span] | None:
    """Return byte offset and length of *parts* of *text*, which the page says at *span*.

    White space does not count, ruby may be there or not. A part that does not stand in one piece
    has the smallest span that covers it. None where the page says another text.
    """
    own = _find_written(text, 0, len(text))
    wanted = "".join(text[at] for at in own)
    for read in (Reading.plain, Reading.with_ruby):
        reading = read(tree)
        there = _find_written(reading.text, *reading.characters(span))
        at = "".join(reading.text[place] for place in there).find(wanted)
        if at >= 0 and wanted:
            cuts = [(bisect_left(own, begin), bisect_left(own, end)) for begin, end in parts]
            return [
                reading.span(there[at + begin], there[at + end - 1] + 1) if begin < end else span
                for begin, end in cuts
            ]
    return None


def _find_written(text: str, begin: int, end: int) -> list[int]:
    """Return where characters stand that are no white space."""
    return [at for at in range(begin, end) if text[at] not in BLANKS]
