"""Sentences as a tool may be given them: one line, valid Unicode, of bounded length."""

from __future__ import annotations

import re

from zaru.errors import ToolError

# Everything that ends or hides a line somewhere: C0, DEL, C1, LINE and PARAGRAPH SEPARATOR.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def sendable(sentence: str, *, max_bytes: int | None = None) -> str:
    """Return *sentence* with a blank for each control character, so that it stays one line.

    Offsets do not move. Raises ToolError for a sentence that is no valid Unicode, and for one of
    more than *max_bytes* bytes of UTF-8.

    >>> sendable("一行目\\nEOS")
    '一行目 EOS'
    """
    text = _CONTROL.sub(" ", sentence)
    # A fast look first: nearly every sentence is short, and valid.
    if max_bytes is not None and 4 * len(text) > max_bytes:
        size = len(text.encode("utf-8", "surrogatepass"))
        if size > max_bytes:
            raise ToolError(f"a sentence of {size} bytes is too long; the most is {max_bytes}")
    if (surrogate := _SURROGATE.search(text)) is not None:
        place = surrogate.start()
        raise ToolError(f"the sentence has half a character (a surrogate) at {place}")
    return text
