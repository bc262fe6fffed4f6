"""The page that a command on one page means: of a corpus, or a file of its own."""

from __future__ import annotations

from pathlib import Path

from zaru.errors import Failure, UsageError
from zaru.io.sources import read_pages
from zaru.page import Page


def is_page_file(name: str) -> bool:
    """Say whether *name* is a file, or standard input, and so no corpus."""
    return name == "-" or Path(name).is_file()


def read_page(name: str) -> Page:
    """Return the page in the file *name*; raises `UsageError` when it has none, or several."""
    found = list(read_pages([name]))[:2]
    if len(found) == 1 and isinstance(found[0], Page):
        return found[0]
    if found and isinstance(found[0], Failure):
        raise UsageError(str(found[0]))
    many = "several pages; make a corpus of it with: zaru build" if found else "no page"
    raise UsageError(f"{name}: {many}")
