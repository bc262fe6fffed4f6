"""Text in XML 1.0: well-formed whatever it says."""

from __future__ import annotations

import re
from collections.abc import Iterable

# https://www.w3.org/TR/2008/REC-xml-20081126/#charsets: what no document may hold.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# What needs no care, in texts and in attributes: most texts.
_PLAIN = re.compile("[ !#-%'-;=?-~\u00a0-\ud7ff\ue000-\ufffd]*\\Z")
_REPLACEMENT = "\ufffd"
# A reader turns CR into LF, and line ends and tabs of attributes into blanks, unless they are
# written as references.
_TEXT_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_VALUE_ESCAPES = _TEXT_ESCAPES | str.maketrans({'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})


def clean(text: str) -> str:
    """Return *text* with U+FFFD for each character that XML cannot hold.

    >>> clean("a\\x00b")
    'a\\ufffdb'
    """
    # What can be printed can be in a document; most texts can, and that is seen sooner.
    return text if text.isprintable() else _NOT_XML.sub(_REPLACEMENT, text)


def escape_text(text: str) -> str:
    """Return *text* as it stands in an element."""
    return text if _PLAIN.match(text) else clean(text).translate(_TEXT_ESCAPES)


def escape_value(text: str) -> str:
    """Return *text* as it stands in an attribute."""
    return text if _PLAIN.match(text) else clean(text).translate(_VALUE_ESCAPES)


def write_attributes(pairs: Iterable[tuple[str, object]]) -> str:
    """Return attributes as they stand in a tag; None is left out."""
    return "".join(
        f' {name}="{escape_value(str(value))}"' for name, value in pairs if value is not None
    )
