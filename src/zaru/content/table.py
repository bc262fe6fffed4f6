"""The table of the features (`features.def`) as Python reads it; `kernel/` includes the same file.

Only the features in numpy need it: with the kernel nothing here is imported.
"""

from __future__ import annotations

import re
from importlib.resources import files
from types import SimpleNamespace

_ENTRY = re.compile(r"\b([A-Z]+)\(([^()]*)\)")
_TEXT = (files("zaru.content") / "features.def").read_text("utf-8")


def _read(word: str) -> list[list[str]]:
    """Return what each entry of this *word* says."""
    said = [words for entry, words in _ENTRY.findall(_TEXT) if entry == word]
    return [[part.strip(' "') for part in words.split(",")] for words in said]


def _read_words(word: str) -> dict[str, list[str]]:
    """Return the words of each entry that has a name and words."""
    return {name: words.split() for name, words in _read(word)}


COLUMNS = tuple(name for (name,) in _read("COLUMN"))
KINDS = SimpleNamespace(**{name: kind for kind, (name, _) in enumerate(_read("KIND"))})
WEIGHTS = [float(words) for _, words in _read("KIND")]
NUMBERS = SimpleNamespace(
    **{name: int(number, 0) for name, number in _read("WHOLE")},
    **{name: float(number) for name, number in _read("NUMBER")},
)
BLOCK_KINDS = {tag: int(kind) for kind, tags in _read_words("BLOCK").items() for tag in tags}
GROUPS, MARKS, TYPES = map(_read_words, ("GROUP", "MARK", "TYPE"))
OPENGRAPH = tuple(name for (name,) in _read("OPENGRAPH"))
