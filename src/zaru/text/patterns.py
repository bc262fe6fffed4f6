"""Patterns that are compiled when they are first used.

One that names all kanji takes Python a millisecond or two, and most pages never ask for it.
"""

from __future__ import annotations

import re
from functools import lru_cache

_MAX_PATTERNS = 100  # of our own modules; there are fewer


@lru_cache(_MAX_PATTERNS)
def compile_once(pattern: str) -> re.Pattern[str]:
    """Return a pattern that is compiled the first time.

    >>> compile_once("[竹笊]+").search("青竹の笊")
    <re.Match object; span=(1, 2), match='竹'>
    """
    return re.compile(pattern)
