"""Scores between 0 and 1: how much of what was wanted was found, and no more."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Hashable, Iterable

# A word, or one character of a script that writes none.
_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\w+")


def f1(found: Iterable[Hashable], wanted: Iterable[Hashable]) -> float:
    """Return the harmonic mean of precision and recall; 1 when neither has anything.

    >>> f1("aab", "abc")
    0.6666666666666666
    """
    one, other = Counter(found), Counter(wanted)
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 1.0


def token_f1(found: str, wanted: str) -> float:
    """Return the score of the words of a text, as the content benchmark counts them."""
    return f1(*(_TOKEN.findall(text.lower()) for text in (found, wanted)))


def fold(text: str | None) -> str:
    """Return letters and digits alone, as titles are compared."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text or "")).lower()


def mean(scores: Iterable[float]) -> float:
    """Return the mean; every part weighs the same."""
    values = list(scores)
    return sum(values) / len(values)
