"""Text fragments: addresses of a passage of a page, made so that Chromium finds just that one.

`#:~:text=[prefix-,]start[,end][,-suffix]`, https://wicg.github.io/scroll-to-text-fragment/.
Chromium takes the first match in the page. A match begins and ends at borders of words, save where
a prefix or a suffix stands; a prefix begins at one, and a suffix ends at one. Each of the four
texts lies in one line of the page; ruby is part of it. Case, width and accents do not count.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, product
from typing import NamedTuple
from urllib.parse import quote

from zaru.citations.borders import is_border
from zaru.citations.reading import BLANKS, LINE, WALL, Reading, Span
from zaru.dom import Tree

Part = tuple[int, int]  # begin and end, in characters of the reading

MAX_WHOLE = 100  # characters of a quotation that is written out; of a longer one, both ends are
_END_CHARS = (12, 30, 100)  # of the ends of a long one, at least; more where they stand twice
_CONTEXT_CHARS = (1, 10, 30, 100)  # of a prefix or a suffix, at least
_MAX_STEPS = 300  # that a border of a word is looked for; a page may have one word alone
_DROPPED = f"{BLANKS}\u3000"


class Directive(NamedTuple):
    """A text directive, as parts of a reading."""

    start: Part
    end: Part | None = None
    prefix: Part | None = None
    suffix: Part | None = None

    def write(self, text: str) -> str:
        """Return it as it stands in an address."""
        parts = [_encode(text, self.start)]
        if self.prefix:
            parts.insert(0, _encode(text, self.prefix) + "-")
        if self.end:
            parts.append(_encode(text, self.end))
        if self.suffix:
            parts.append("-" + _encode(text, self.suffix))
        return "text=" + ",".join(parts)


def write_directive(tree: Tree, span: Span) -> str | None:
    """Return the text directive of what stands at *span*; None where a browser shows nothing.

    Of XML it shows the source, if anything.
    """
    if tree.is_xml:
        return None
    shown = Reading.shown(tree)
    begin, end = shown.characters(span)
    if begin == end:
        return None
    page = _Folded(shown.text)
    directive = None
    for directive in _propose(shown.text, begin, end):
        if page.is_first(directive):
            break
    assert directive is not None  # there is always one without context
    return directive.write(shown.text)


class _Folded:
    """A text as Chromium compares it; where it does not count case, width and blanks."""

    def __init__(self, text: str) -> None:
        folded = [_fold(character) for character in text]
        self._text = "".join(folded)
        self._places = [0, *accumulate(map(len, folded))]

    def is_first(self, directive: Directive) -> bool:
        """Say whether nothing before the place of *directive* matches it.

        Borders of words are left out of account, so some are refused that would match.
        """
        start, end, prefix, suffix = directive
        first = (prefix or start)[0]
        if end is None:
            return self._is_first(first, (suffix or start)[1], 0)
        return self._is_first(first, start[1], 0) and self._is_first(
            end[0], (suffix or end)[1], start[1]
        )

    def _is_first(self, begin: int, end: int, since: int) -> bool:
        places = self._places
        wanted = self._text[places[begin] : places[end]]
        return self._text.find(wanted, places[since]) == places[begin]


@lru_cache(maxsize=10_000)
def _fold(character: str) -> str:
    if character in _DROPPED or unicodedata.category(character) == "Cf":
        return ""
    folded = unicodedata.normalize("NFKC", character).casefold()
    if character < "\u3000":  # accents; those of kana count
        parts = unicodedata.normalize("NFD", folded)
        folded = "".join(part for part in parts if not unicodedata.combining(part))
    return folded


def _propose(text: str, begin: int, end: int) -> Iterator[Directive]:
    """Yield directives for a part of *text*, from those with little context to those with much."""
    prefixes = list(_before(text, begin)) or [None]
    suffixes = list(_behind(text, end)) or [None]
    pairs = sorted(
        product(range(len(prefixes)), range(len(suffixes))), key=lambda pair: (sum(pair), pair)
    )
    bodies = list(_bodies(text, begin, end))
    for one, other in pairs:
        for start, last in bodies:
            yield Directive(start, last, prefixes[one], suffixes[other])


def _bodies(text: str, begin: int, end: int) -> Iterator[tuple[Part, Part | None]]:
    """Yield the ways to name a part of *text*: written out, or by its two ends."""
    first_end, last_begin = _line_end(text, begin), _line_begin(text, end)
    is_one_line = first_end >= end
    if is_one_line and end - begin <= MAX_WHOLE:
        yield (begin, end), None
        return
    for size in _END_CHARS:
        start = begin, _border_behind(text, begin + size, min(first_end, end))
        last = _border_before(text, end - size, max(last_begin, begin)), end
        if start[1] <= last[0]:
            yield _trim(text, start), _trim(text, last)
    if is_one_line:
        yield (begin, end), None


def _before(text: str, begin: int) -> Iterator[Part | None]:
    """Yield prefixes for what begins at *begin*, the shortest first; None where none is needed."""
    if is_border(text, begin):
        yield None
    line_begin = _line_begin(text, begin)
    end = len(text[line_begin:begin].rstrip(_DROPPED)) + line_begin
    if end == line_begin:  # nothing before it in its line: the line before is context, too
        if not line_begin or text[line_begin - 1] == WALL:
            return
        end = line_begin - 1
        line_begin = _line_begin(text, end)
    yield from _distinct(
        _trim(text, (_border_before(text, end - size, line_begin), end)) for size in _CONTEXT_CHARS
    )


def _behind(text: str, end: int) -> Iterator[Part | None]:
    """Yield suffixes for what ends at *end*, the shortest first; None where none is needed."""
    if is_border(text, end):
        yield None
    line_end = _line_end(text, end)
    begin = line_end - len(text[end:line_end].lstrip(_DROPPED))
    if begin == line_end:
        if line_end == len(text) or text[line_end] == WALL:
            return
        begin = line_end + 1
        line_end = _line_end(text, begin)
    yield from _distinct(
        _trim(text, (begin, _border_behind(text, begin + size, line_end)))
        for size in _CONTEXT_CHARS
    )


def _distinct(parts: Iterator[Part]) -> Iterator[Part]:
    yield from dict.fromkeys(part for part in parts if part[0] < part[1])


def _line_begin(text: str, index: int) -> int:
    return max(text.rfind(LINE, 0, index), text.rfind(WALL, 0, index)) + 1


def _line_end(text: str, index: int) -> int:
    ends = (text.find(mark, index) for mark in (LINE, WALL))
    return min((end for end in ends if end >= 0), default=len(text))


def _border_before(text: str, index: int, stop: int) -> int:
    """Return the border of a word at *index* or before it, not before *stop*, which is one."""
    for place in range(index, max(stop, index - _MAX_STEPS), -1):
        if is_border(text, place):
            return place
    return max(stop, index - _MAX_STEPS)


def _border_behind(text: str, index: int, stop: int) -> int:
    """Return the border of a word at *index* or behind it, not behind *stop*, which is one."""
    for place in range(index, min(stop, index + _MAX_STEPS)):
        if is_border(text, place):
            return place
    return min(stop, index + _MAX_STEPS)


def _trim(text: str, part: Part) -> Part:
    """Return *part* without outer white space."""
    inner = text[slice(*part)].rstrip(_DROPPED)
    end = part[0] + len(inner)
    return end - len(inner.lstrip(_DROPPED)), end


def _encode(text: str, part: Part) -> str:
    """Return a part of *text* as it stands in a directive, where "-", "," and "&" are marks."""
    return quote(text[slice(*part)], safe="", errors="replace").replace("-", "%2D")
