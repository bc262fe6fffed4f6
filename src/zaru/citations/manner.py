"""Manners of reading a page: what is left out, what ends a line, what a line end means."""

from __future__ import annotations

import re
from dataclasses import dataclass

from zaru.dom import BLOCK_TAGS, UNREAD_TAGS, Tree

RUBY_TAGS = frozenset({"rt", "rtc"})  # how words are read; `rp` nobody reads
# Beside the blocks of paper 5: what browsers give lines of their own.
LINE_TAGS = BLOCK_TAGS | {"br", "listing", "optgroup", "plaintext", "xmp"}
LITERAL_TAGS = frozenset({"pre", "listing", "plaintext", "xmp"})
_NO_DISPLAY = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Manner:
    """How a page is read."""

    unread: frozenset[str]  # tags whose text is left out
    walls: frozenset[str] = frozenset()  # tags that a search in a browser does not pass
    joins_lines: bool = True  # a line end of the source between two wide characters is nothing
    sees_hidden: bool = True  # what the page hides is read, too


PLAIN = Manner(UNREAD_TAGS | RUBY_TAGS)
WITH_RUBY = Manner(UNREAD_TAGS)
# What Chromium searches; tried in Chromium 156. A line end of the source is a blank everywhere,
# elements that are drawn as boxes in a line are walls, pictures and scripts are not.
SHOWN = Manner(
    UNREAD_TAGS | {"noscript"},
    walls=frozenset(
        """
        applet audio button canvas datalist embed iframe input map marquee math:math meter noscript
        object option progress select svg:svg textarea video
        """.split()
    ),
    joins_lines=False,
    sees_hidden=False,
)

# Characters of two encodings that browsers read otherwise than Python, as the Encoding Standard's
# index jis0208 has them: "〜" is "～".
BROWSER_CODED = frozenset({"EUC-JP", "ISO-2022-JP"})
BROWSER_CHARACTERS = str.maketrans("〜−‖¢£¬", "～－∥￠￡￢")


def is_hidden(tree: Tree, row: int) -> bool:
    """Say whether the element *row* says itself that it is not shown."""
    is_closed = tree.tags[row] == "dialog"
    for name, value in tree.pairs(row):
        if name == "hidden" or (name == "style" and _NO_DISPLAY.search((value or "")[:1000])):
            return True
        is_closed = is_closed and name != "open"
    return is_closed
