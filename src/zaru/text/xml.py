"""Text in XML 1.0: well-formed whatever it says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

try:
    from zaru.text import _kernel
except ImportError:  # installed without a compiler
    _kernel = None  # type: ignore[assignment]

# https://www.w3.org/TR/2008/REC-xml-20081126/#charsets: what no document may hold.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_REPLACEMENT = "\ufffd"


def replace_unwritable(text: str) -> str:
    """Return what `clean` returns.

    >>> clean("a\\x00b")
    'a\\ufffdb'
    """
    # What can be printed can be in a document; most texts can, and that is seen sooner.
    return text if text.isprintable() else _NOT_XML.sub(_REPLACEMENT, text)


def write_text(text: str) -> str:
    """Return what `escape_text` returns."""
    text = replace_unwritable(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("\r", "&#13;")


def write_value(text: str) -> str:
    """Return what `escape_value` returns."""
    text = write_text(text).replace('"', "&quot;")
    return text.replace("\n", "&#10;").replace("\t", "&#9;")


Write = Callable[[str], str]

# A text with U+FFFD for each character that XML cannot hold.
clean: Write = _kernel.clean if _kernel else replace_unwritable
# A text as it stands in an element: a reader turns a bare CR into LF.
escape_text: Write = _kernel.escape_text if _kernel else write_text
# A text as it stands in an attribute: bare line ends and tabs would become blanks.
escape_value: Write = _kernel.escape_value if _kernel else write_value


def write_attributes(pairs: Iterable[tuple[str, object]]) -> str:
    """Return attributes as they stand in a tag; None is left out."""
    return "".join(
        f' {name}="{escape_value(str(value))}"' for name, value in pairs if value is not None
    )
