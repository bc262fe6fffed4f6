"""Lines in JUMAN's and KNP's format, read back: is this an answer to what was asked?"""

from __future__ import annotations

import re

from zaru.annotators.grammar import POS_IDS
from zaru.errors import ToolCrashed

# Surface, reading and base, then four pairs of a name and a number. JUMAN writes a half-width blank
# as a backslash and a blank, Juman++ as a backslash and ␣.
_FIELD = r"(?:\\ |[^ ]+| )"
_WORD = re.compile(
    rf"({_FIELD}) {_FIELD} {_FIELD} ([^ ]+) \d+ [^ ]+ \d+ [^ ]+ \d+ [^ ]+ \d+(?: |$)"
)
_WRITTEN_BLANKS = frozenset({"\\ ", "\\␣", "\\t"})
# Comments, phrases, basic phrases, other readings of the word before, complaints.
_OTHER_LINES = ("#", "*", "+", "@ ", ";;")


def read_text(answer: str) -> str:
    """Return the sentence that *answer* is about, without its blanks.

    Raises ToolCrashed for a line that is in neither format, and for an answer without `EOS`.
    """
    surfaces = []
    lines = answer.split("\n")
    if lines[-2:] != ["EOS", ""]:
        raise ToolCrashed("the answer does not end with EOS")
    for line in lines[:-2]:
        word = _WORD.match(line)
        if word is not None and word[2] in POS_IDS:
            surfaces.append("" if word[1] in _WRITTEN_BLANKS else word[1])
        elif not line.startswith(_OTHER_LINES):
            raise ToolCrashed(f"the answer has a line that is not JUMAN's: {line[:80]!r}")
    return without_blanks("".join(surfaces))


def without_blanks(text: str) -> str:
    """Return *text* without white space of any kind."""
    return "".join(text.split())
