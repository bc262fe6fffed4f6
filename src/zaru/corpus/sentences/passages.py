"""Passages: stretches of running text of a page, and which bytes each of their parts is.

A passage is a segment as a sentence splitter wants it: soft line ends of the source undone, `<br>`
and the line ends of `<pre>` kept, ruby left out. It stands in the file in one piece: between
its first and its last byte is no other text that a reader sees.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple, cast

from zaru.content.segments import Segment
from zaru.dom import BLOCK_TAGS, TEXT, UNSEEN_TAGS, Tree
from zaru.dom.parts import find_part_spans
from zaru.dom.references import read_source
from zaru.text.japanese import WIDE

try:
    from zaru.dom import _kernel
except ImportError:  # installed without a compiler
    _kernel = None  # type: ignore[assignment]

Span = tuple[int, int]
Stretch = tuple[int, list[int]]  # a block, and rows of text in it

_LINE = "\u2028"  # stands for <br> until white space is collapsed; of the same meaning in a text
_SOFT_HYPHEN = "\u00ad"  # says where a word may be broken, and is no part of it
_BLANKS = f" \t\n\r\f{_LINE}{_SOFT_HYPHEN}"
# White space that means something else than it says; a single blank stays what it is.
_ODD_WHITE = re.compile(f"(?: (?=[{_BLANKS}])|[{_BLANKS[1:]}])[{_BLANKS}]*")
_RUBY = frozenset({"rt", "rp", "rtc"})  # how a word is read, and the brackets around that
# In feeds, texts hold markup: white space, tags (some written as `< BR>`), what no reader of a
# page sees, and references that were written twice.
_TAG = (
    r"(?i:<(?:r[tp]|rtc|script|style)\b[^<>]*>(?:[^<]|<(?!/?(?:r[tpb]|rtc|ruby|script|style)\b))*+)"
    r"|</?[A-Za-z][^<>]*>|< /?[A-Za-z]+ ?/?>|<!--[^<>]*-->"
)
_TAGS = re.compile(_TAG)
_WHITE_AND_TAGS = re.compile(rf"(?:[{_BLANKS}]|{_TAG}|&nbsp;)+|&(?:#\w+|\w+);")
_TAG_NAME = re.compile(r"< ?/?([A-Za-z][A-Za-z0-9]*)")
_GOES_ON = ("、", "，")  # no sentence ends with them, though the page may break the line there


_AS_IT_IS = ((0,), (0,))  # how `kept` says that a text is that of its runs


class Passage(NamedTuple):
    """One stretch of running text."""

    tree: Tree
    row: int  # of the block-level element that holds it
    text: str  # white space collapsed; "\n" for a line end, two for a paragraph of a feed
    runs: tuple[int, ...]  # rows of its text runs
    begins: tuple[int, ...]  # of the runs, in characters of their joined texts
    kept: tuple[tuple[int, ...], tuple[int, ...]]  # where stretches of `text` and joined begin

    @property
    def block(self) -> str:
        """The tag of the block that holds it."""
        return self.tree.tags[self.row]

    def spans(self, parts: Sequence[Span]) -> list[Span]:
        """Return byte offset and length of *parts*: begin and end in `text`, in order.

        A part must not begin or end with white space.
        """
        if _kernel is not None:
            columns = cast("_kernel.Columns", self.tree.columns)
            runs, begins, kept = self.runs, self.begins, self.kept
            found = _kernel.find_part_spans(columns, runs, begins, *kept, list(parts))
            if found is not None:
                return found
        return self._find_spans(parts)

    def _find_spans(self, parts: Sequence[Span]) -> list[Span]:
        """Return the same; the kernel does it where the file says the text as it is."""
        if len(parts) == 1 and self._is_all(*parts[0]):  # as of most passages
            spans = self.tree.spans
            start = spans[self.runs[0]][0]
            return [(start, spans[self.runs[-1]][1] - start)]
        if len(self.runs) == len(self.kept[0]) == 1 and not self.tree.is_xml:
            return self._spans_in_run(self.runs[0], parts)
        return find_part_spans(
            self.tree, [(self._find(begin), self._find_end(end)) for begin, end in parts]
        )

    def _spans_in_run(self, row: int, parts: Sequence[Span]) -> list[Span]:
        """Return the same where `text` is one stretch of one run."""
        lead, (start, end) = self.kept[1][0], self.tree.spans[row]
        cuts = [lead + index for part in parts for index in part]
        places = self.tree.places_of(row, cuts) or [start, end] * len(parts)
        return [(at, to - at) for at, to in zip(places[::2], places[1::2], strict=True)]

    def _is_all(self, begin: int, end: int) -> bool:
        """Say whether a part of `text` is all that its runs say, to the last character."""
        last = self.runs[-1]
        is_whole = begin == 0 and end == len(self.text) and self.kept == _AS_IT_IS
        if not is_whole or last not in self.tree.spans or self.tree.is_xml:
            return False
        return self.begins[-1] + len(self.tree.text(last)) == end

    def _find_end(self, index: int) -> tuple[int, int]:
        """Return the row of a run, and where in it what ends before *index* of `text` ends."""
        row, character = self._find(index - 1)
        if self.tree.is_xml:
            character = _end_of_reference(self.tree.text(row), character)
        return row, character + 1

    def closed_up(self, gaps: Sequence[Span]) -> Passage:
        """Return the same without *gaps* of its text; a blank stays where no wide character is."""
        starts, joined_starts = self.kept
        parts: list[str] = []
        kept: list[Span] = []
        size = begin = 0
        for end, behind in (*gaps, (len(self.text), len(self.text))):
            first, last = bisect_right(starts, begin), bisect_left(starts, end)
            inner = zip(starts[first:last], joined_starts[first:last], strict=True)
            shift = size - begin
            kept.append((size, self._to_joined(begin)))
            kept += ((at + shift, to) for at, to in inner)
            is_wide = WIDE.match(self.text, end - 1) and WIDE.match(self.text, behind)
            parts += (self.text[begin:end], "" if is_wide or behind == len(self.text) else " ")
            size += end - begin + len(parts[-1])
            begin = behind
        new_starts, new_joined = zip(*kept, strict=True)
        return self._replace(text="".join(parts), kept=(new_starts, new_joined))

    def _to_joined(self, index: int) -> int:
        """Return which character of the joined texts `text[index]` is."""
        starts, joined_starts = self.kept
        stretch = bisect_right(starts, index) - 1 if len(starts) > 1 else 0
        return joined_starts[stretch] + index - starts[stretch]

    def _find(self, index: int) -> tuple[int, int]:
        """Return the row of a run, and the character in it, that is `text[index]`."""
        joined = self._to_joined(index)
        run = bisect_right(self.begins, joined) - 1 if len(self.begins) > 1 else 0
        return self.runs[run], joined - self.begins[run]


def plain_name(tag: str) -> str:
    """Return the name of an element of XML as HTML would write it.

    >>> plain_name("xhtml:BR")
    'br'
    """
    return tag.rpartition(":")[2].lower()


def read_passages(
    tree: Tree,
    segments: Iterable[Segment],
    *,
    hidden: frozenset[int] = frozenset(),
    skips_ascii: bool = False,
) -> Iterator[Passage]:
    """Yield the passages of *segments* in their order, nearly always one for each.

    Left out are *hidden* rows, and if so wanted the segments that are all ASCII, as many of a page.
    """
    stretches = [(segment.row, segment.rows) for segment in segments]
    if _kernel is None or tree.is_xml:
        return _read_passages(tree, stretches, hidden, skips_ascii)
    columns = cast("_kernel.Columns", tree.columns)
    found = _kernel.read_passages(columns, stretches, hidden, _RUBY, UNSEEN_TAGS, skips_ascii)
    return (Passage(tree, *fields) for fields in found)


def _read_passages(
    tree: Tree, stretches: Iterable[Stretch], hidden: frozenset[int], skips_ascii: bool
) -> Iterator[Passage]:
    """Yield the same; the kernel does it for HTML."""
    ruby = _find_ruby(tree)
    starts: list[int] = []
    spans = tree.spans
    for block, rows in stretches:
        if skips_ascii and _is_ascii(tree, rows):
            continue
        seen = [row for row in rows if row not in hidden] if hidden else rows
        if len(seen) == 1 and seen[0] in spans and seen[0] not in ruby:  # as most
            yield _build(tree, block, seen)
            continue
        starts = starts or _find_starts(tree, ruby)
        for some in _divide(tree, seen, ruby, starts):
            yield _build(tree, block, some)


def _is_ascii(tree: Tree, rows: list[int]) -> bool:
    is_one = len(rows) == 1 and tree.tags[rows[0]] == TEXT  # as most
    return (tree.text(rows[0]) if is_one else tree.columns.read_text(rows)).isascii()


def _find_ruby(tree: Tree) -> frozenset[int]:
    """Return the rows that say how words are read."""
    found: set[int] = set()
    tags = list(map(plain_name, tree.tags)) if tree.is_xml else tree.tags
    if not _RUBY.isdisjoint(tags):
        for row, (tag, parent) in enumerate(zip(tags, tree.parents, strict=True)):
            if tag in _RUBY or parent in found:
                found.add(row)
    return frozenset(found)


def _find_starts(tree: Tree, ruby: frozenset[int]) -> list[int]:
    """Return the bytes at which texts begin that readers see, ascending."""
    tags, parents = tree.tags, tree.parents
    return sorted(
        span[0]
        for row, span in tree.spans.items()
        if tags[row] == TEXT and row not in ruby and tags[parents[row]] not in UNSEEN_TAGS
    )


def _divide(
    tree: Tree, rows: list[int], ruby: frozenset[int], starts: list[int]
) -> Iterator[list[int]]:
    """Yield *rows* in groups, without *ruby*; no other text stands between those of a group."""
    group: list[int] = []
    end = -1  # of the last text run in the file
    for row in rows:
        if row in ruby:
            continue
        span = tree.spans.get(row)
        if span is not None:
            if end >= 0 and (span[0] < end or starts[bisect_left(starts, end)] != span[0]):
                yield group
                group = []
            end = span[1]
        group.append(row)
    if end >= 0:
        yield group


def _build(tree: Tree, block: int, rows: list[int]) -> Passage:
    tags, read = tree.tags, tree.text
    texts = [read(row) if tags[row] == TEXT else _LINE for row in rows]
    begins = (0, *accumulate(map(len, texts[:-1]))) if len(texts) > 1 else (0,)
    joined = "".join(texts)
    text, kept = _collapse(joined, is_literal=tags[block] == "pre", has_tags=tree.is_xml)
    return Passage(tree, block, text, tuple(rows), begins, kept)


def _collapse(
    joined: str, *, is_literal: bool, has_tags: bool
) -> tuple[str, tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return *joined* with its white space collapsed, and where its stretches were."""
    text = joined.lstrip(_BLANKS)
    lead = len(joined) - len(text)
    text = text.rstrip(_BLANKS)
    if not has_tags and not _has_odd_white(text):  # as most
        return text, ((0,), (lead,)) if lead else _AS_IT_IS
    parts: list[str] = []
    starts, joined_starts = [0], [lead]
    size = end = 0
    for white in (_WHITE_AND_TAGS if has_tags else _ODD_WHITE).finditer(text):
        word, meaning = text[end : white.start()], _read_white(white, is_literal=is_literal)
        parts += (word, meaning)
        size += len(word) + len(meaning)
        end = white.end()
        starts.append(size)
        joined_starts.append(lead + end)
    parts.append(text[end:])
    return "".join(parts), (tuple(starts), tuple(joined_starts))


def _has_odd_white(text: str) -> bool:
    """Say whether `_ODD_WHITE` may be in *text*, in a tenth of its time.

    All of it but blanks cannot be printed; nor can what many texts have, U+3000.
    """
    return "  " in text or not (text.isprintable() or text.replace("\u3000", "").isprintable())


def _read_white(white: re.Match[str], *, is_literal: bool) -> str:
    """Return what white space means: a line end, a blank, or nothing between wide characters."""
    text = white[0]
    if text[0] == "&" and not text.startswith("&nbsp;"):
        return read_source(text)
    before = white.string[white.start() - 1 : white.start()]
    if _LINE in text or (is_literal and "\n" in text):
        return "" if before in _GOES_ON else "\n"
    if "<" in text:
        if breaks := _count_breaks(text):
            return "" if before in _GOES_ON and breaks == 1 else "\n" * breaks
        text = _TAGS.sub("", text)
    text = text.replace(_SOFT_HYPHEN, "")
    if text in ("", " "):
        return text
    if "\n" not in text and "\r" not in text:
        return " "
    after = white.string[white.end() : white.end() + 1]
    return "" if WIDE.match(before) and WIDE.match(after) else " "


def _end_of_reference(text: str, character: int) -> int:
    """Return the last character of what stands for a character: of `&amp;`, the `;`."""
    reference = _WHITE_AND_TAGS.match(text, character) if text[character] == "&" else None
    return reference.end() - 1 if reference else character


def _count_breaks(text: str) -> int:
    """Return how the tags of *text* break lines: 1 for a `<br>`, 2 for more or for a block's."""
    names = [name.lower() for name in _TAG_NAME.findall(text)]
    return min(2, names.count("br") + 2 * (not BLOCK_TAGS.isdisjoint(names)))
