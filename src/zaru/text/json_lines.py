"""JSON in lines: one value a line, as UTF-8."""

from __future__ import annotations

import json
from typing import Any

try:
    from zaru.text import _kernel
except ImportError:  # installed without a compiler
    _kernel = None  # type: ignore[assignment]


def to_line(value: Any) -> bytes:
    """Return a JSON value as one line of valid UTF-8; `kernel/` writes plain ones in C.

    File names that are no UTF-8 reach us with lone surrogates; they are written as escapes.

    >>> to_line({"a": "竹", "b": [1, None]})
    b'{"a": "\\xe7\\xab\\xb9", "b": [1, null]}\\n'
    """
    line = _kernel.write_line(value) if _kernel else None
    if line is not None:
        return line
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
