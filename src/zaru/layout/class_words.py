"""Class words: what the names of classes and ids say.

Names that programs make (`css-2ad3a4`, `b1f9c`) hold words by accident, which say nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache

_MAX_CHARS = 200  # of a class or id: generated ones are longer and say nothing
_CACHED = 4096  # distinct values
_NAME = re.compile(r"[^\W_]+")
_LETTERS = re.compile(r"[^\W\d_]+")
# Letters and digits in turn, more than once: `2ad3`, `b1f9`. One turn is a number: `post2`, `2col`.
_MADE = re.compile(r"\d+[^\W\d_]+\d|[^\W\d_]+\d+[^\W\d_]")


@lru_cache(_CACHED)
def read_words(names: str) -> frozenset[str]:
    """Return the words of a class or id attribute, lower-cased.

    >>> sorted(read_words("Entry-content post_body2 css-2ad3a4"))
    ['body', 'content', 'css', 'entry', 'post']
    """
    found: set[str] = set()
    for name in _NAME.findall(names[:_MAX_CHARS].lower()):
        if name.isalpha():
            found.add(name)
        elif not _MADE.search(name):
            found.update(_LETTERS.findall(name))
    return frozenset(found)
