"""Chunks: the content of a page in pieces that a retriever can take, cut where the page is cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, groupby, islice, pairwise
from typing import Any

from zaru.content.content import Content
from zaru.content.packing import pack
from zaru.content.pieces import Piece, Span, find_spans, surround
from zaru.dom import Tree
from zaru.errors import UsageError
from zaru.limits import MAX_CHUNK_CHARACTERS


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a content that can be read by itself."""

    number: int  # in the content, from 0
    headings: tuple[str, ...]  # those that its text stands under, the outermost first
    text: str  # a piece a line; tabs between the cells of a table row
    spans: tuple[Span, ...]  # byte offset and length of each piece
    inexact: tuple[int, ...]  # numbers of the pieces whose spans only cover their text
    pieces: tuple[Piece, ...] = field(repr=False)
    content: Content = field(repr=False, compare=False)

    @property
    def begins(self) -> list[int]:
        """Where each piece begins in `text`."""
        sizes = (len(piece.text) + len(after.before) for piece, after in pairwise(self.pieces))
        return list(accumulate(sizes, initial=0))

    def find_spans(self, parts: Sequence[Span]) -> list[Span | None]:
        """Return byte offset and length of *parts* of `text`, begin and end, in their order.

        Parts do not overlap. One over several pieces goes from its first byte to its last one, and
        one of nothing but white space has none.
        """
        found: list[list[Span]] = [[] for _ in parts]
        for piece, place in zip(self.pieces, self.begins, strict=True):
            own = {
                index: (first, last)
                for index, (begin, end) in enumerate(parts)
                if (first := max(begin - place, 0) + piece.begin)
                < (last := min(end - place + piece.begin, piece.end))
                and piece.block.text[first:last].strip()
            }
            spans = find_spans(self.content.tree, piece.block, list(own.values()))
            for index, span in zip(own, spans, strict=True):
                found[index].append(span)
        return [surround(spans) if spans else None for spans in found]

    def to_json(self) -> dict[str, Any]:
        """Return the chunk as a JSON object; keys are always there and in this order."""
        return {
            **self.content.page.about(),
            "language": self.content.language,
            "title": self.content.title,
            "number": self.number,
            "headings": list(self.headings),
            "text": self.text,
            "spans": [list(span) for span in self.spans],
            "inexact": list(self.inexact),
        }


def chunks(content: Content, *, max_characters: int = MAX_CHUNK_CHARACTERS) -> list[Chunk]:
    """Return *content* in chunks of at most *max_characters*, in the order of the page.

    A heading begins a chunk. Paragraphs, list items and table rows stay together where they fit;
    so do lists, tables and quotes, unless the chunk before them would be less than half full.
    A longer text is cut where sentences end, else between words, else anywhere. All texts of the
    content are in the chunks but those of images.

    >>> from zaru import extract
    >>> [chunk.text for chunk in chunks(extract("<p>秋の空。冬の海。"), max_characters=5)]
    ['秋の空。', '冬の海。']
    """
    if max_characters < 1:
        raise UsageError(f"chunks of {max_characters} characters; give 1 or more")
    groups = pack(content, max_characters)
    found = _find_all_spans(content.tree, [piece for _, own in groups for piece in own])
    made: list[Chunk] = []
    for headings, pieces in groups:
        spans = list(islice(found, len(pieces)))
        made.append(
            Chunk(
                len(made),
                headings,
                pieces[0].text + "".join([piece.before + piece.text for piece in pieces[1:]]),
                tuple(span for span, _ in spans),
                tuple(place for place, (_, is_exact) in enumerate(spans) if not is_exact),
                tuple(pieces),
                content,
            )
        )
    return made


def _find_all_spans(tree: Tree, pieces: Sequence[Piece]) -> Iterator[tuple[Span, bool]]:
    """Yield the bytes of *pieces*, and whether they say them.

    All parts of a block are looked for at once, so that it is read once.
    """
    for _, group in groupby(pieces, lambda piece: piece.block.rows):
        parts = list(group)
        block = parts[0].block
        is_exact = tree.unplaced.isdisjoint(block.rows)
        if len(parts) == 1 and parts[0].end - parts[0].begin == len(block.text):
            yield block.span, is_exact
        else:
            spans = find_spans(tree, block, [(part.begin, part.end) for part in parts])
            yield from ((span, is_exact) for span in spans)
