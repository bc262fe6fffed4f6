"""The files that a run from folder to folder writes: their names, and leftovers of killed runs."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from hashlib import sha256
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from zaru.errors import FormatError
from zaru.io.publish import PART

if TYPE_CHECKING:
    from zaru.page import Page

MAP_NAME = "map.jsonl"
LINKS_NAME = "links.jsonl"
_PAGE_SUFFIX = ".html"
_PAGES_SUFFIX = ".pages"  # of the folder for the pages of an archive; no output ends in it
_MAX_NAME_BYTES = 255  # what the usual file systems take
_UNSAFE = re.compile(r"[^\w.-]+")
_STEM_CHARS = 40  # of the page's own name


def name_output(page: str, suffix: str) -> str:
    """Return the name of the output of *page*; two pages have the same only by a missing `.html`.

    >>> name_output("sub/a.html", ".xml"), name_output("b.htm", ".xml")
    ('sub/a.xml', 'b.htm.xml')
    """
    return page.removesuffix(_PAGE_SUFFIX) + suffix if _has_suffix(page) else page + suffix


def name_page_file(page: Page) -> str:
    """Return the name of a file for *page* alone in a folder for pages of any source, no suffix.

    The digest is over the place and the address of the page, so that no two pages of a run have
    the same name and each has the same in every run.
    """
    place = str(page.origin)
    stem = _UNSAFE.sub("-", PurePath(place).stem)[:_STEM_CHARS].strip("-.") or "page"
    digest = sha256(f"{page.url or ''}\0{place}".encode("utf-8", "backslashreplace")).hexdigest()
    return f"{stem}-{digest[:8]}"


def name_by_id(identity: str, suffix: str) -> str:
    """Return the name of the output of a page by its id, in folders that stay small.

    >>> name_by_id("abcdef", ".xml")
    'ab/abcdef.xml'
    """
    return f"{identity[:2]}/{identity}{suffix}"


def name_pages_folder(archive: str) -> str:
    """Return the folder for the outputs of the pages of *archive*, with '/' behind it."""
    return f"{archive}{_PAGES_SUFFIX}/"


def check_archive(path: str) -> None:
    """Raise `FormatError` when the pages of the archive *path* cannot have their own folder."""
    if os.path.lexists(path + _PAGES_SUFFIX):
        name = os.path.basename(path) + _PAGES_SUFFIX  # noqa: PTH119
        raise FormatError(f"its pages would go to {name}, which is beside it; rename one of them")


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
        for name in filter(PART.fullmatch, names):
            with suppress(OSError):
                Path(folder, name).unlink()


def _has_suffix(page: str) -> bool:
    """Say whether *page* is called something and `.html`."""
    return page.endswith(_PAGE_SUFFIX) and not page.endswith("/" + _PAGE_SUFFIX)
