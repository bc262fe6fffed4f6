r"""Texts as quotations are compared: white space alone does not count.

A run of white space is one blank, whatever it is made of; a line end between two characters that
are written without blanks (Japanese) is nothing, for it says only where a line was full. Nothing
else is alike that is not the same.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from zaru.citations.reading import BLANKS
from zaru.text.japanese import WIDE

_OTHERS = BLANKS.replace(" ", "")
_ODD_WHITE = re.compile(f"(?: (?=[{BLANKS}])|[{_OTHERS}])[{BLANKS}]*")
_LINE_END = re.compile("[\n\r\v\f\x85\u2028\u2029]")
_HARD_BLANK = "\xa0"


class Flat(NamedTuple):
    """A text without differences of white space, and where its characters were."""

    text: str
    starts: list[int]  # of stretches of `text`
    origins: list[int]  # where each of them begins in what was flattened

    def origin(self, begin: int, end: int) -> tuple[int, int]:
        """Return begin and end of `text[begin:end]` in what was flattened."""
        return self._find(begin), self._find(end - 1) + 1

    def _find(self, index: int) -> int:
        number = bisect_right(self.starts, index) - 1
        return self.origins[number] + index - self.starts[number]


def flatten(text: str) -> Flat:
    r"""Return *text* as it is compared.

    >>> flatten(" a\n b  新聞\nを ").text
    'a b 新聞を'
    """
    end, last = len(text) - len(text.lstrip(BLANKS)), len(text.rstrip(BLANKS))
    parts: list[str] = []
    starts, origins = [0], [end]
    size = 0
    for white in _ODD_WHITE.finditer(text, end, last):
        parts += (text[end : white.start()], _read_white(white))
        size += len(parts[-2]) + len(parts[-1])
        end = white.end()
        starts.append(size)
        origins.append(end)
    parts.append(text[end:last])
    return Flat("".join(parts), starts, origins)


def _read_white(white: re.Match[str]) -> str:
    if _HARD_BLANK in white[0] or not _LINE_END.search(white[0]):
        return " "
    text, begin, end = white.string, white.start(), white.end()
    return "" if WIDE.match(text[begin - 1]) and WIDE.match(text[end]) else " "
