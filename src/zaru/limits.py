"""What zaru accepts from an untrusted page before it says no."""

from __future__ import annotations

from dataclasses import dataclass

KIBIBYTE = 1024
MEBIBYTE = 1024 * KIBIBYTE
MAX_CHUNK_CHARACTERS = 1200  # by default: some paragraphs, and less than embedding models take


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds that hold while the work happens, not after it.

    The defaults let every page of a real crawl through (a 5 MB page is fine) and stop bombs.
    """

    max_bytes: int = 20 * MEBIBYTE  # of one page, after inflating
    max_depth: int = 512  # deeper elements are attached to their nearest allowed ancestor
    max_nodes: int = 500_000  # elements and text runs of one tree
    max_attribute_chars: int = 64 * 1024  # of one value; longer ones are cut in the tree


DEFAULT_LIMITS = Limits()
