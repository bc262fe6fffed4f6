"""Lines that their authors wrapped by hand: told by how long the lines of a block are."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

try:
    from zaru.text import _kernel
except ImportError:  # installed without a compiler
    _kernel = None  # type: ignore[assignment]

BLANKS = " \u3000"
# The first phrase of a line: what would have had to stand at the end of the line before.
_PHRASE = re.compile("[^ぁ-ゖ、，。]*[ぁ-ゖ]*[、，。！？」』）]*")
_NARROW = re.compile("[\x20-\x7e｡-ﾟ]+")


def count_columns(line: str) -> int:
    """Return what `measure_width` returns.

    >>> measure_width("竹 a　")
    4
    """
    line = line.rstrip(BLANKS)
    return len(line) + len(_NARROW.sub("", line))


# The columns that a line takes without blanks at its end; kana and kanji take two.
measure_width: Callable[[str], int] = _kernel.measure_width if _kernel else count_columns


def find_full_lines(
    texts: Sequence[Sequence[str]], is_ended: Callable[[str], bool]
) -> set[tuple[int, int]]:
    """Return the lines of a block that ended because they were full: text and line in it.

    A line is full when the first phrase of the next would have made it longer than every line of
    the block. Lines are wrapped when most of those that end without a mark, as *is_ended* says,
    are full; one alone says nothing, for one line is always the longest. Else there are none.
    """
    longest = max(max(map(measure_width, lines)) for lines in texts)
    full: set[tuple[int, int]] = set()
    broken = 0  # lines without a mark at their end
    for number, lines in enumerate(texts):
        for index, (line, following) in enumerate(pairwise(lines)):
            if not line.strip() or not following.strip() or is_ended(line):
                continue
            broken += 1
            phrase = _PHRASE.match(following.lstrip(BLANKS))
            assert phrase is not None
            if measure_width(line) + measure_width(phrase[0]) > longest:
                full.add((number, index))
    return full if len(full) > max(1, broken // 2) else set()
