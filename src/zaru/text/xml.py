"""Text in XML 1.0: well-formed whatever it says."""

from __future__ import annotations

import re
from collections.abc import Iterable

# https://www.w3.org/TR/2008/REC-xml-20081126/#charsets: what no document may hold.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_REPLACEMENT = "\ufffd"


def clean(text: str) -> str:
    """Return *text* with U+FFFD for each character that XML cannot hold.

    >>> clean("a\\x00b")
    'a\\ufffdb'
    """
    # What can be printed can be in a document; most texts can, and that is seen sooner.
    return text if text.isprintable() else _NOT_XML.sub(_REPLACEMENT, text)


def escape_text(text: str) -> str:
    """Return *text* as it stands in an element: a reader turns a bare CR into LF."""
    text = clean(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("\r", "&#13;")


def escape_value(text: str) -> str:
    """Return *text* as it stands in an attribute: bare line ends and tabs would become blanks."""
    text = escape_text(text).replace('"', "&quot;")
    return text.replace("\n", "&#10;").replace("\t", "&#9;")


def write_attributes(pairs: Iterable[tuple[str, object]]) -> str:
    """Return attributes as they stand in a tag; None is left out."""
    return "".join(
        f' {name}="{escape_value(str(value))}"' for name, value in pairs if value is not None
    )
