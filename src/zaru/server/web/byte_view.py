"""Bytes of a page as people read them: offsets, hexadecimal, the characters that they are."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from zaru.corpus.sentence import Span
from zaru.errors import UsageError
from zaru.page import Page
from zaru.text.offsets import character_ends

CELL_BYTES = 8  # fits a phone; wide screens show two cells side by side
_CONTEXT_BYTES = 16  # before and behind the span
_MAX_BYTES = 512  # of a span that are shown; of a longer one its beginning and its end
_SIGNS = {"\n": "↵", "\r": "␍", "\t": "⇥", "\u3000": "□"}

Piece = tuple[str, bool]  # a text, and whether it belongs to the span


@dataclass(frozen=True, slots=True)
class Cell:
    """Some bytes that follow each other."""

    offset: int
    codes: tuple[Piece, ...]  # two digits each
    characters: tuple[Piece, ...]  # those that begin here


@dataclass(frozen=True, slots=True)
class ByteView:
    """A span of a page and what stands around it."""

    cells: tuple[Cell, ...]
    gap: int  # the number of the cell before which bytes are left out; 0: none are
    left_out: int  # bytes


def view_bytes(page: Page, span: Span) -> ByteView:
    """Return the bytes of *page* around *span*; raises `UsageError` when they are not in it."""
    start, end = span[0], sum(span)
    if not span[1] or end > len(page.raw):
        raise UsageError(f"bytes {start} to {end} are not in a page of {len(page.raw)} bytes")
    first = max(0, start - _CONTEXT_BYTES) // CELL_BYTES * CELL_BYTES
    offsets = range(first, min(len(page.raw), end + _CONTEXT_BYTES), CELL_BYTES)
    half = min(len(offsets), _MAX_BYTES // CELL_BYTES) // 2
    is_whole = len(offsets) <= 2 * half + 1
    kept = list(offsets) if is_whole else [*offsets[:half], *offsets[-half:]]
    characters = _Characters(page)
    shown = tuple(_make_cell(page, characters, offset, (start, end)) for offset in kept)
    return ByteView(shown, 0 if is_whole else half, (len(offsets) - len(kept)) * CELL_BYTES)


class _Characters:
    """Where the characters of a page begin."""

    def __init__(self, page: Page) -> None:
        start = page.decoded.start
        self.begins = [start, *character_ends(page.raw, page.codec, start)]
        self.text = page.html

    def within(self, start: int, end: int) -> Iterator[tuple[int, str]]:
        """Yield the characters that begin from *start* to *end*, with their bytes."""
        for index in range(bisect_left(self.begins, start), bisect_left(self.begins, end)):
            if index < len(self.text):
                yield self.begins[index], self.text[index]


def _make_cell(page: Page, characters: _Characters, offset: int, chosen: Span) -> Cell:
    end = min(offset + CELL_BYTES, len(page.raw))
    codes = tuple((f"{page.raw[at]:02x}", chosen[0] <= at < chosen[1]) for at in range(offset, end))
    texts: list[Piece] = []
    for at, character in characters.within(offset, end):
        sign = _SIGNS.get(character) or (character if character.isprintable() else "·")
        is_chosen = chosen[0] <= at < chosen[1]
        if texts and texts[-1][1] == is_chosen:
            texts[-1] = texts[-1][0] + sign, is_chosen
        else:
            texts.append((sign, is_chosen))
    return Cell(offset, codes, tuple(texts))
