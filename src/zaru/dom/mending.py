"""XML that is nearly well-formed: a raw `&`, names of HTML's characters, control characters.

Feeds are written by programs that forget to escape, most often the `&` of a link. Feed readers
mend that; what else is wrong (tags that cross, a missing end) says that something is lost.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from html.entities import html5
from typing import NamedTuple

_CONTROLS = bytes({*range(0x20)} - {0x09, 0x0A, 0x0D})
_WITHOUT_CONTROLS = bytes.maketrans(_CONTROLS, b" " * len(_CONTROLS))
# What is left as it is, and then an `&` that XML does not know, perhaps of a name of HTML.
_AMPERSAND = re.compile(
    rb"<!\[CDATA\[(?s:.*?)(?:\]\]>|\Z)|<!--(?s:.*?)(?:-->|\Z)|<\?(?s:.*?)(?:\?>|\Z)"
    rb"|&(?:#(?:[0-9]+|x[0-9a-fA-F]+)|amp|lt|gt|quot|apos);|(&)([A-Za-z][A-Za-z0-9]*;)?"
)


class Mended(NamedTuple):
    """A mended document, and where its bytes were before."""

    source: bytes
    ends: list[int]  # of what was put in, in `source`
    shifts: list[int]  # how much longer `source` is up to each of them

    def to_original(self, offset: int) -> int:
        """Return where the byte at *offset* of `source` was."""
        found = bisect_right(self.ends, offset)
        return offset - self.shifts[found - 1] if found else offset


def mend(source: bytes) -> Mended:
    r"""Return *source*, in UTF-8, with what can be mended; in the time that its length takes.

    >>> mend(b"<a href='?b&c'>\x0b&nbsp;</a>").source
    b"<a href='?b&amp;c'> &#160;</a>"
    """
    source = source.translate(_WITHOUT_CONTROLS)
    parts: list[bytes] = []
    ends: list[int] = []
    shifts: list[int] = []
    begin = size = 0
    for match in _AMPERSAND.finditer(source):
        if match[1] is None:
            continue
        reference = _refer(match[2] or b"")
        parts += (source[begin : match.start()], reference)
        size += match.start() - begin + len(reference)
        begin = match.end()
        ends.append(size)
        shifts.append(size - begin)
    return Mended(b"".join([*parts, source[begin:]]), ends, shifts)


def _refer(name: bytes) -> bytes:
    """Return what XML writes for `&` and *name*."""
    characters = html5.get(name.decode(), "") if name else ""
    return b"".join(b"&#%d;" % ord(one) for one in characters) or b"&amp;" + name
