"""Words of a query in the blocks of a content, from where they stand in the passages of an index.

The index has cut the page into words already; nothing is cut again.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from zaru.content.chunks import Chunk
from zaru.content.content import Content, ContentBlock
from zaru.search.snippets import Marks

Place = tuple[int, int]  # begin and end, in characters


class BlockMark(NamedTuple):
    """A word of the query in a text."""

    begin: int
    end: int
    unit: int  # of the query


class BlockMarks:
    """The words of one query in the blocks of one page."""

    def __init__(self, content: Content, payload: dict[str, Any], marked: Marks) -> None:
        """Look for the passages of *payload* that are *marked*; line 1 is the first one."""
        blocks = sorted(
            (block for block in content.blocks if block.role != "image"),
            key=lambda block: block.span,
        )
        starts = [block.span[0] for block in blocks]
        texts: dict[int, _BlockText] = {}
        self._marks: dict[int, list[BlockMark]] = {}  # in order, by the first row of the block
        for line in sorted(marked):
            number = bisect_right(starts, payload["spans"][line - 1][0]) - 1
            if number < 0:
                continue
            block = blocks[number]
            text = texts.setdefault(number, _BlockText(block.text))
            places = sorted(marked[line])
            found = text.find(payload["texts"][line - 1], places)
            self._marks.setdefault(block.rows[0], []).extend(
                BlockMark(*place, marked[line][own])
                for own, place in zip(places, found, strict=True)
                if place is not None
            )
        for marks in self._marks.values():
            marks.sort()

    def of_block(self, block: ContentBlock) -> list[BlockMark]:
        """Return the words in the text of *block*."""
        return self._marks.get(block.rows[0], []) if block.rows else []

    def of_chunk(self, chunk: Chunk) -> list[BlockMark]:
        """Return the words in the text of *chunk*; what it has only a part of is left out."""
        found: list[BlockMark] = []
        for piece, place in zip(chunk.pieces, chunk.begins, strict=True):
            marks, moved = self.of_block(piece.block), place - piece.begin
            first = bisect_left(marks, piece.begin, key=attrgetter("begin"))
            last = bisect_left(marks, piece.end, key=attrgetter("begin"))
            found += [
                BlockMark(mark.begin + moved, mark.end + moved, mark.unit)
                for mark in marks[first:last]
                if mark.end <= piece.end
            ]
        return found


class _BlockText:
    """The text of a block, in which passages are found in their order.

    A passage may have other white space than the block, and no ruby.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.places = _find_dark(text)
        self.dark = "".join(text[place] for place in self.places)
        self.done = 0  # characters of `dark`, up to the end of the passage before

    def find(self, passage: str, places: Sequence[Place]) -> list[Place | None]:
        """Return where the *places* of a passage stand in the text, None for one that does not."""
        own = _find_dark(passage)
        at = self.dark.find("".join(passage[place] for place in own), self.done)
        if at < 0:
            return self._search(passage, places)
        self.done = at + len(own)
        return [
            (
                self.places[at + bisect_left(own, begin)],
                self.places[at + bisect_left(own, end) - 1] + 1,
            )
            for begin, end in places
        ]

    def _search(self, passage: str, places: Sequence[Place]) -> list[Place | None]:
        """Look for the words alone."""
        found: list[Place | None] = []
        place = self.places[self.done] if self.done < len(self.places) else len(self.text)
        for begin, end in places:
            at = self.text.find(passage[begin:end], place)
            found.append((at, at + end - begin) if at >= 0 else None)
            place = at + end - begin if at >= 0 else place
        return found


def _find_dark(text: str) -> list[int]:
    """Return the places of the characters that are no white space."""
    return [place for place, character in enumerate(text) if not character.isspace()]
