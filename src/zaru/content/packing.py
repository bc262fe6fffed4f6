"""How the blocks of a content are packed into chunks: what stays together, and where is cut."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from zaru.content.content import Content, ContentBlock
from zaru.content.grid import find_above
from zaru.content.outline import HEADING_ROLES, Part, build_parts, count_shared
from zaru.content.pieces import Piece, find_any_cut, find_sentence_cut
from zaru.content.roles import CELLS
from zaru.dom import Tree

Path = tuple[str, ...]  # of headings, the outermost first

# Characters of a heading above a chunk: each chunk below it repeats it, and a page may have one
# that is longer than all its text.
_MAX_HEADING = 200
_LARGE = frozenset({"list", "table", "quote", "code"})  # may be cut between what they hold


@dataclass(frozen=True, slots=True)
class _Unit:
    """What a page holds together."""

    kind: str  # as of a part, or "row" of a table
    pieces: list[Piece]  # blocks, whole
    units: list[_Unit]  # what it holds; nothing for a block

    @property
    def size(self) -> int:
        """The number of characters, with those between pieces."""
        return sum(piece.end + 1 for piece in self.pieces) - 1

    @property
    def has_heading(self) -> bool:
        return any(piece.block.role in HEADING_ROLES for piece in self.pieces)


def pack(content: Content, limit: int) -> list[tuple[Path, list[Piece]]]:
    """Return the pieces of each chunk of at most *limit* characters, and what it stands under."""
    packer = _Packer(limit)
    for part in build_parts(content):
        packer.add(_build_unit(content.tree, part))
    packer.close()
    return packer.done


def cut_heading(text: str) -> str:
    """Return a heading as it stands above chunks; the rest of a long one is left out."""
    return text if len(text) <= _MAX_HEADING else text[: _MAX_HEADING - 1] + "…"


def _build_unit(tree: Tree, part: Part) -> _Unit:
    blocks = [block for block in part.blocks if block.role != "image"]
    if part.role == "table":
        rows = groupby(blocks, lambda block: find_above(tree, block, part.row, {"tr"}))
        return _join("table", [_build_row(tree, part.row, list(row)) for _, row in rows])
    if part.parts:
        return _join(part.role, [_build_unit(tree, inner) for inner in part.parts])
    return _join(part.role, list(map(_take_block, blocks)))


def _build_row(tree: Tree, table: int, blocks: list[ContentBlock]) -> _Unit:
    """Return a row of a table; its cells are beside each other."""
    cells = [find_above(tree, block, table, CELLS) for block in blocks]
    gaps = ["\n", *("\n" if one == other else "\t" for one, other in pairwise(cells))]
    return _join("row", list(map(_take_block, blocks, gaps)))


def _take_block(block: ContentBlock, before: str = "\n") -> _Unit:
    return _Unit("block", [Piece(block, 0, len(block.text), before)], [])


def _join(kind: str, units: list[_Unit]) -> _Unit:
    return _Unit(kind, [piece for unit in units for piece in unit.pieces], units)


class _Packer:
    """The chunks that are done, and the one that is being filled."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.done: list[tuple[Path, list[Piece]]] = []
        self.pieces: list[Piece] = []
        self.size = 0  # of them in characters, with those between them
        self.has_text = False  # not only headings
        self.above: list[tuple[int, str]] = []  # headings with their levels
        self.waiting: list[tuple[int, Path]] = []  # of each heading in a chunk without text

    @property
    def room(self) -> int:
        """How many characters can be added."""
        return self.limit - self.size - bool(self.pieces)

    def add(self, unit: _Unit) -> None:
        """Add what the page holds together; it is cut where it does not fit."""
        has_heading = unit.has_heading
        if not has_heading:
            self._leave_headings()
        if unit.kind == "block" and unit.pieces:
            self._add_block(unit.pieces[0])
            return
        if not has_heading:
            is_full = self.size * 2 >= self.limit if unit.kind in _LARGE else self.has_text
            if is_full and self.room < unit.size <= self.limit:
                self.close()
            if unit.size <= self.room:
                for piece in unit.pieces:
                    self._put(piece)
                return
        for inner in unit.units:
            self.add(inner)

    def close(self) -> None:
        """End the chunk that is being filled."""
        if self.has_text:
            self.done.append((self._path, self.pieces))
        elif self.pieces:
            paths = [path for _, path in self.waiting]
            shared = min(count_shared(paths[0], path) for path in paths)
            self.done.append((paths[0][:shared], self.pieces))
        self.pieces, self.size, self.has_text, self.waiting = [], 0, False, []

    @property
    def _path(self) -> Path:
        return tuple(text for _, text in self.above)

    def _add_block(self, piece: Piece) -> None:
        """Add a block, in parts where it is too long."""
        block = piece.block
        if block.role in HEADING_ROLES:
            if self.has_text:
                self.close()
            self.above = [one for one in self.above if one[0] < block.level]
            self.above.append((block.level, cut_heading(block.text)))
        text, begin = block.text, 0
        while (end := self._find_end(block, begin)) < len(text):
            self._put(replace(piece, begin=begin, end=end))
            self.close()
            begin = end
            # The lines of code keep their indents.
            while text[begin : begin + 1].isspace() and (
                block.role != "code" or text[begin] == "\n"
            ):
                begin += 1
        self._put(replace(piece, begin=begin))

    def _find_end(self, block: ContentBlock, begin: int) -> int:
        """Return up to where the text of *block* from *begin* on fits; *begin* if not at all."""
        text, room = block.text, self.room
        if len(text) - begin <= room:
            return len(text)
        is_kept = self.has_text or block.role in HEADING_ROLES
        if self.pieces and (room < 1 or (is_kept and len(text) <= self.limit)):
            return begin
        if self.has_text:
            return find_sentence_cut(text, begin, room)
        return begin if self.pieces and room * 2 < self.limit else find_any_cut(text, begin, room)

    def _put(self, piece: Piece) -> None:
        """Add a piece that fits."""
        if not piece.text.strip():
            return
        self.size += piece.end - piece.begin + bool(self.pieces)
        self.pieces.append(piece)
        if piece.block.role in HEADING_ROLES:
            self.waiting.append((piece.block.level, self._path))
        else:
            self.has_text = True

    def _leave_headings(self) -> None:
        """End a chunk of headings before those that the next text stands under."""
        if self.has_text or not self.waiting:
            return
        first = len(self.waiting) - 1
        while first and self.waiting[first - 1][0] < self.waiting[first][0]:
            first -= 1
        if first:
            kept, waiting = self.pieces[first:], self.waiting[first:]
            self.pieces, self.waiting = self.pieces[:first], self.waiting[:first]
            self.close()
            self.pieces, self.waiting = kept, waiting
            self.size = sum(piece.end - piece.begin + 1 for piece in kept) - 1
