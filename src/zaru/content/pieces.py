"""Parts of the texts of blocks: where a long text may be cut, and which bytes each part is."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from zaru.content.content import ContentBlock
from zaru.dom import Tree
from zaru.dom.parts import find_part_spans
from zaru.dom.scan import WHITE

Span = tuple[int, int]

_CLOSERS = "」』）)\\]】〉》”’\"'"
# Behind marks of scripts without blanks, behind marks that a blank follows, and at line ends.
_SENTENCE_END = re.compile(
    rf"(?:[。｡！？‼⁇⁈⁉]|．(?![0-9０-９]))+[{_CLOSERS}]*"
    rf"|[.!?؟۔।॥։።။។]+[{_CLOSERS}]*(?=\s)"
    r"|(?=\n)"
)
_GLUED = re.compile("[\u0300-\u036f\u200d\u3099\u309a\ufe00-\ufe0f]")  # to the character before
_WORD = re.compile(f"[^{WHITE}]+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A block, or a part of one."""

    block: ContentBlock
    begin: int  # in the text of the block
    end: int
    before: str = "\n"  # what parts it from a piece before it

    @property
    def text(self) -> str:
        """The text, as the block has it."""
        return self.block.text[self.begin : self.end]


def find_sentence_cut(text: str, begin: int, room: int) -> int:
    """Return where the last sentence of `text[begin:begin + room]` ends; *begin* when none does.

    >>> find_sentence_cut("秋。冬だ", 0, 3)
    2
    """
    ends = [match.end() for match in _SENTENCE_END.finditer(text, begin + 1, begin + room + 1)]
    return max((end for end in ends if end <= begin + room), default=begin)


def find_any_cut(text: str, begin: int, room: int) -> int:
    """Return the best end of a part of at most *room* characters: of a sentence, of a word, any."""
    cut = find_sentence_cut(text, begin, room)
    if cut > begin:
        return cut
    cut = begin + room
    words = text[begin : cut + 1].rstrip()
    if len(words) <= room:
        return begin + len(words)
    blank = max(map(words.rfind, " \t\u3000"))
    if blank > 0:
        return begin + blank
    while cut > begin + 1 and _GLUED.match(text, cut):
        cut -= 1
    return cut


def find_spans(tree: Tree, block: ContentBlock, parts: Sequence[Span]) -> list[Span]:
    """Return byte offset and length of *parts* of the text of *block*: begin and end, in order.

    White space around a part is left out; there must be more in it. Linear in the block.
    """
    if not parts:
        return []
    finder = _Finder(tree, block)
    ends = [(finder.find_first(begin), finder.find_last(end)) for begin, end in parts]
    rows = block.rows
    found = find_part_spans(
        tree,
        [((rows[first], begin), (rows[last], end + 1)) for (first, begin), (last, end) in ends],
    )
    spans = []
    for ((first, _), (last, _)), span in zip(ends, found, strict=True):
        # A text between them that was moved out of a table stands elsewhere.
        between = map(tree.span, filter(tree.is_text, rows[first + 1 : last]))
        spans.append(surround([span, *filter(None, between)]))
    return spans


def surround(spans: Sequence[Span]) -> Span:
    """Return offset and length from the first byte of *spans* to the last."""
    start = min(offset for offset, _ in spans)
    return start, max(map(sum, spans)) - start


class _Finder:
    """Finds characters of a block's text in its text runs.

    White space may be collapsed in the text of the block, but words are the same ones in the same
    order. What is masked keeps its length, so they are those of the text as it was read.
    """

    def __init__(self, tree: Tree, block: ContentBlock) -> None:
        rows = list(block.rows)
        texts = [tree.text(row) if tree.is_text(row) else "\n" for row in rows]
        is_literal = tree.tags[block.row] == "pre"
        text = tree.literal_text(rows) if is_literal else tree.reader_text(rows)
        self.begins = [0, *accumulate(map(len, texts))]  # of the runs, in their joined texts
        self.words = [match.span() for match in _WORD.finditer(text)]
        self.sources = [match.start() for match in _WORD.finditer("".join(texts))]

    def find_first(self, begin: int) -> tuple[int, int]:
        """Return the number of a run and the character in it that is the first from *begin* on."""
        word = bisect_right(self.words, begin, key=lambda ends: ends[1])
        return self._find(word, max(begin, self.words[word][0]))

    def find_last(self, end: int) -> tuple[int, int]:
        """Return the number of a run and the character in it that is the last before *end*."""
        word = bisect_left(self.words, end, key=lambda ends: ends[0]) - 1
        return self._find(word, min(end, self.words[word][1]) - 1)

    def _find(self, word: int, index: int) -> tuple[int, int]:
        place = self.sources[word] + index - self.words[word][0]
        run = bisect_right(self.begins, place) - 1
        return run, place - self.begins[run]
