"""The names of annotators; `loading` knows how each is loaded."""

from __future__ import annotations

# For each name the extra that installs it, and what must be importable for it.
EXTRAS: dict[str, tuple[str, tuple[str, ...]]] = {
    "juman": ("juman", ("fugashi", "jumandic")),
    "knp": ("ginza", ("ginza", "ja_ginza")),
    "sudachi": ("sudachi", ("sudachipy", "sudachidict_core")),
    "sudachi:A": ("sudachi", ("sudachipy", "sudachidict_core")),
    "sudachi:B": ("sudachi", ("sudachipy", "sudachidict_core")),
    "ginza": ("ginza", ("ginza", "ja_ginza")),
}
LIBRARIES = {
    "juman": "jumandic.JumandicAnnotator",
    "knp": "bunsetsu.BunsetsuAnnotator",
    "sudachi": "sudachi.SudachiAnnotator",
    "sudachi:A": "sudachi.SudachiInShortUnits",
    "sudachi:B": "sudachi.SudachiInMiddleUnits",
    "ginza": "ginza.GinzaAnnotator",
}
ANNOTATORS = tuple(EXTRAS)
