"""The text of a page as a person reads it, and back to its bytes.

White space is collapsed as browsers do it, blocks and `<br>` end a line. Every character that is no
white space stands somewhere in the file: a stretch of the reading is a span of bytes, and a span of
bytes a stretch of the reading, in every encoding.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from zaru.citations.manner import (
    BROWSER_CHARACTERS,
    BROWSER_CODED,
    LINE_TAGS,
    LITERAL_TAGS,
    PLAIN,
    SHOWN,
    WITH_RUBY,
    Manner,
    is_hidden,
)
from zaru.dom import TEXT, Tree
from zaru.dom.keeping import once
from zaru.dom.scan import WHITE
from zaru.text.japanese import WIDE

Span = tuple[int, int]  # byte offset and length in the original file

LINE, WALL = "\n", "\v"  # where a line ends, and where something stands that is not read
BLANKS = f"{WHITE}\v\x85\xa0\u2028\u2029"  # what no quotation begins or ends with
_SOFT = "\r"  # a line end of the source, until the character behind it is known
# White space that means something else than it says; a single blank stays what it is.
_ODD_WHITE = re.compile(f"(?: (?=[{WHITE}])|[{WHITE.strip(' ')}])[{WHITE}]*")
_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9]*)[^<>]*>|<!--[^<>]*-->")
_LITERAL_LINE = re.compile(r"[^\n]*\S[^\n]*")


class Stretches(NamedTuple):
    """A text, and which texts of a tree it was put together from; without the tree itself."""

    text: str
    starts: list[int]  # of each stretch in `text`; white space may stand between two
    rows: list[int]  # the text run that it is a part of
    begins: list[int]  # its first character in that text run


class Reading:
    """A page as a person reads it, as a view of its tree."""

    def __init__(self, tree: Tree, stretches: Stretches) -> None:
        self.tree = tree
        self.text = stretches.text
        self._starts, self._rows, self._begins = stretches[1:]

    @classmethod
    def plain(cls, tree: Tree) -> Reading:
        """Return the text without ruby."""
        return cls(tree, _read_plain(tree))

    @classmethod
    def with_ruby(cls, tree: Tree) -> Reading:
        """Return the text with ruby behind the words that it belongs to."""
        return cls(tree, _read_with_ruby(tree))

    @classmethod
    def shown(cls, tree: Tree) -> Reading:
        r"""Return the text in which Chromium searches; "\v" is what it does not search past."""
        return cls(tree, _read_shown(tree))

    def trim(self, begin: int, end: int) -> tuple[int, int]:
        """Return the part of `text` without outer white space; begin is end when it is empty."""
        part = self.text[begin:end].rstrip(BLANKS)
        end = begin + len(part)
        return end - len(part.lstrip(BLANKS)), end

    def span(self, begin: int, end: int) -> Span:
        """Return byte offset and length of `text[begin:end]`, which is more than white space."""
        return self.spans([(begin, end)])[0]

    def spans(self, parts: Sequence[tuple[int, int]]) -> list[Span]:
        """Return byte offset and length of each of *parts*, which are in order.

        They reach over the markup in them. A text whose bytes cannot be followed counts whole.
        """
        trimmed = [self.trim(*part) for part in parts]
        cuts: dict[int, set[int]] = {}  # by row: characters whose place is wanted
        for begin, end in trimmed:
            row, character = self._find(begin)
            cuts.setdefault(row, set()).add(character)
            row, character = self._find(end - 1)
            # A reference may be two characters: the first of them ends where the second does.
            last = min(character + 2, len(self.tree.text(row)))
            cuts.setdefault(row, set()).update(range(character, last + 1))
        places = {row: self._place(row, sorted(wanted)) for row, wanted in cuts.items()}
        return [self._hull(begin, end, places) for begin, end in trimmed]

    def characters(self, span: Span) -> tuple[int, int]:
        """Return begin and end of what stands at *span*, in characters of `text`, trimmed.

        Characters that are there in part count. Begin is end where nothing is read.
        """
        begin, end = len(self.text), 0
        row, first, last = -1, 0, 0
        for number in self._touched(span):
            if self._rows[number] != row:
                row = self._rows[number]
                first, last = self._overlap(row, span[0], sum(span))
            lead, size = self._begins[number], self._size(number)
            if first - lead < size and last > lead:
                begin = min(begin, self._starts[number] + max(0, first - lead))
                end = max(end, self._starts[number] + min(last - lead, size))
        return self.trim(begin, end) if begin < end else (0, 0)

    def _touched(self, span: Span) -> Iterator[int]:
        """Yield the stretches whose text runs have bytes of *span*."""
        spans, (start, stop) = self.tree.spans, (span[0], sum(span))
        for number, row in enumerate(self._rows):
            if spans[row][0] < stop and spans[row][1] > start:
                yield number

    def _find(self, index: int) -> tuple[int, int]:
        """Return the text run, and the character in it, that is the character *index*."""
        number = bisect_right(self._starts, index) - 1
        return self._rows[number], self._begins[number] + index - self._starts[number]

    def _size(self, number: int) -> int:
        """Return how many characters of its text run a stretch has at most."""
        starts, is_last = self._starts, number + 1 == len(self._starts)
        return (len(self.text) if is_last else starts[number + 1]) - starts[number]

    def _place(self, row: int, cuts: list[int]) -> dict[int, int]:
        """Return the bytes at which characters of a text run begin; none where that is unknown."""
        return dict(zip(cuts, self.tree.places_of(row, cuts) or (), strict=False))

    def _hull(self, begin: int, end: int, places: dict[int, dict[int, int]]) -> Span:
        """Return the bytes from the first to the last of some characters, in order of the file."""
        spans, (first, character) = self.tree.spans, self._find(begin)
        start = places[first].get(character, spans[first][0])
        last, character = self._find(end - 1)
        own = places[last]
        behind = (own[cut] for cut in range(character + 1, character + 3) if cut in own)
        stop = next((place for place in behind if place > own[character]), spans[last][1])
        if first != last:  # a text that was moved out of a table stands before its neighbours
            start, stop = min(start, spans[last][0]), max(stop, spans[first][1])
            low, high = bisect_right(self._starts, begin), bisect_left(self._starts, end)
            for row in self._rows[low : high - 1]:
                if row not in (first, last):
                    start, stop = min(start, spans[row][0]), max(stop, spans[row][1])
        return start, stop - start

    def _overlap(self, row: int, start: int, stop: int) -> tuple[int, int]:
        """Return which characters of a text run stand between two bytes, at least in part."""
        own, size = self.tree.spans[row], len(self.tree.text(row))
        if start <= own[0] and own[1] <= stop:
            return 0, size
        places = self.tree.places_of(row, range(size + 1))
        if places is None:
            return 0, size
        first = bisect_left(places, places[max(0, bisect_right(places, start) - 1)])
        return first, min(size, bisect_left(places, stop))


class _Writer:
    """Puts a text together, run by run; white space waits for the character behind it."""

    def __init__(self, manner: Manner) -> None:
        self.manner = manner
        self.parts: list[str] = []
        self.size = 0
        self.waiting = ""  # LINE, WALL, a blank or _SOFT; the strongest since the last text
        self.starts: list[int] = []
        self.rows: list[int] = []
        self.begins: list[int] = []

    def wait(self, white: str) -> None:
        """Let white space stand before the next text, unless something stronger does."""
        if self.waiting not in (LINE, WALL):
            is_line = "\n" in white or "\r" in white
            self.waiting = _SOFT if is_line or self.waiting == _SOFT else " "

    def end_line(self, mark: str) -> None:
        """Let a line end or a wall stand before the next text."""
        if self.waiting != WALL:
            self.waiting = mark

    def add_run(self, row: int, text: str, lead: int = 0) -> None:
        """Add a text run from its character *lead* on, its white space collapsed."""
        end = len(text) - len(text.lstrip(WHITE))
        if end:
            self.wait(text[:end])
        last = len(text.rstrip(WHITE))
        for white in _ODD_WHITE.finditer(text, end, last):
            self._add(row, lead + end, text[end : white.start()])
            self.wait(white[0])
            end = white.end()
        if end < last:
            self._add(row, lead + end, text[end:last])
        if last < len(text):
            self.wait(text[last:])

    def add_marked(self, row: int, text: str) -> None:
        """Add a text run of a feed, in which tags are text; they are not read."""
        end = 0
        for tag in _TAG.finditer(text):
            self.add_run(row, text[end : tag.start()], end)
            if (tag[1] or "").lower() in LINE_TAGS:
                self.end_line(LINE)
            end = tag.end()
        self.add_run(row, text[end:], end)

    def add_literal(self, row: int, text: str) -> None:
        """Add a text run as it is, line by line."""
        end = 0
        for line in _LITERAL_LINE.finditer(text):
            if "\n" in text[end : line.start()]:
                self.end_line(LINE)
            self._add(row, line.start(), line[0])
            end = line.end()
        if "\n" in text[end:]:
            self.end_line(LINE)

    def _add(self, row: int, begin: int, word: str) -> None:
        gap = self._settle(word[0]) if self.waiting and self.parts else ""
        self.waiting = ""
        self.parts += (gap, word)
        self.starts.append(self.size + len(gap))
        self.rows.append(row)
        self.begins.append(begin)
        self.size += len(gap) + len(word)

    def _settle(self, character: str) -> str:
        """Return what the white space before *character* means."""
        if self.waiting != _SOFT:
            return self.waiting
        is_wide = WIDE.match(self.parts[-1][-1]) and WIDE.match(character)
        return "" if self.manner.joins_lines and is_wide else " "


def _read(tree: Tree, manner: Manner) -> Stretches:
    """Return the text of *tree*; blocks may begin in blocks, so their ends are seen by owners."""
    writer, last_owner = _Writer(manner), -1
    owners = _find_owners(tree, manner)
    literals = _find_literals(tree)
    for row, (tag, owner) in enumerate(zip(tree.tags, owners, strict=True)):
        if tag != TEXT:
            if tag in manner.walls:
                writer.end_line(WALL)
            elif owner >= 0 and (tag in LINE_TAGS or tree.is_xml):
                writer.end_line(LINE)
        elif owner >= 0:
            if owner != last_owner:
                writer.end_line(LINE)
                last_owner = owner
            if row not in tree.spans:
                writer.wait(tree.text(row))
            elif tree.is_xml:
                writer.add_marked(row, tree.text(row))
            elif row in literals:
                writer.add_literal(row, tree.text(row))
            else:
                writer.add_run(row, tree.text(row))
    return Stretches("".join(writer.parts), writer.starts, writer.rows, writer.begins)


def _find_owners(tree: Tree, manner: Manner) -> list[int]:
    """Return for each row the block that holds it, or that it is; -1 where nothing is read."""
    owners: list[int] = []
    for row, (tag, parent) in enumerate(zip(tree.tags, tree.parents, strict=True)):
        owner = owners[parent] if row else -1
        if tree.is_xml:
            owner = row if tag != TEXT else owner
        elif tag == "body":
            owner = row
        elif owner >= 0 and tag != TEXT:
            is_unread = tag in manner.unread or tag in manner.walls
            if is_unread or (not manner.sees_hidden and is_hidden(tree, row)):
                owner = -1
            elif tag in LINE_TAGS:
                owner = row
        owners.append(owner)
    return owners


def _find_literals(tree: Tree) -> frozenset[int]:
    """Return the rows whose white space is kept."""
    found: set[int] = set()
    if not LITERAL_TAGS.isdisjoint(tree.tags) and not tree.is_xml:
        for row, (tag, parent) in enumerate(zip(tree.tags, tree.parents, strict=True)):
            if tag in LITERAL_TAGS or parent in found:
                found.add(row)
    return frozenset(found)


@once
def _read_plain(tree: Tree) -> Stretches:
    return _read(tree, PLAIN)


@once
def _read_with_ruby(tree: Tree) -> Stretches:
    return _read(tree, WITH_RUBY)


@once
def _read_shown(tree: Tree) -> Stretches:
    found = _read(tree, SHOWN)
    if tree.decoded.encoding not in BROWSER_CODED:
        return found
    return found._replace(text=found.text.translate(BROWSER_CHARACTERS))
