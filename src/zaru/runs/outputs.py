"""The files that a run from folder to folder writes: their names, and leftovers of killed runs."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from zaru.errors import FormatError
from zaru.io.publish import NAME_CHARS

_PAGE_SUFFIX = ".html"
_MAX_NAME_BYTES = 255  # what the usual file systems take
# The name of what `io.publish` writes before it is whole.
_PART = re.compile(rf"\..{{1,{NAME_CHARS}}}\.[0-9a-f]{{32}}\.part", re.DOTALL)


def name_output(page: str, suffix: str) -> str:
    """Return the name of the output of *page*; two pages have the same only by a missing `.html`.

    >>> name_output("sub/a.html", ".xml"), name_output("b.htm", ".xml")
    ('sub/a.xml', 'b.htm.xml')
    """
    return page.removesuffix(_PAGE_SUFFIX) + suffix if _has_suffix(page) else page + suffix


def check_output(path: str, suffix: str) -> None:
    """Raise `FormatError` when the page at *path* cannot have an output of its own."""
    output = name_output(path, suffix)
    name = os.path.basename(output)  # noqa: PTH119  (hot)
    if len(os.fsencode(name)) > _MAX_NAME_BYTES:
        raise FormatError(f"its output's name would have more than {_MAX_NAME_BYTES} bytes")
    if not _has_suffix(path) and os.path.isfile(path + _PAGE_SUFFIX):  # noqa: PTH113  (hot)
        other = os.path.basename(path) + _PAGE_SUFFIX  # noqa: PTH119
        raise FormatError(f"{other} beside it would also become {name}; rename one of them")
    if os.path.isdir(output):  # noqa: PTH112
        raise FormatError(f"it would become {name}, but there is a folder of that name; rename one")


def remove_parts(target: Path) -> None:
    """Delete the unfinished files that a killed run left in *target* and below.

    Only for the holder of the lock: a run at work has such files, too.
    """
    for folder, _, names in os.walk(target):
        for name in filter(_PART.fullmatch, names):
            with suppress(OSError):
                Path(folder, name).unlink()


def _has_suffix(page: str) -> bool:
    """Say whether *page* is called something and `.html`."""
    return page.endswith(_PAGE_SUFFIX) and not page.endswith("/" + _PAGE_SUFFIX)
