"""What a command writes of pages: lines or rows of a table, all in one file or each in its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from zaru._version import __version__
from zaru.io.parquet import ParquetWriter, Shape
from zaru.runs.outputs import name_page_file

if TYPE_CHECKING:
    from zaru.content.model import Favour
    from zaru.errors import Failure
    from zaru.page import Page


@dataclass(frozen=True, slots=True)
class Form:
    """A format that pages are written in."""

    suffix: str  # of a file that holds one page
    header: bytes = b""
    between: bytes = b""  # stands between two pages
    shape: Shape | None = None  # of the rows, for a table


@dataclass(frozen=True, slots=True)
class Rendered:
    """What is to be written for one page: lines, or rows of a table."""

    name: str  # of the page's own file, without the suffix
    lines: bytes = b""
    rows: tuple[dict[str, Any], ...] = ()
    inexact: int = 0  # texts of the page that have no exact place
    is_japanese: bool = True  # else it is left out, where only Japanese is wanted
    notice: str | None = None  # what the page shows instead of a content
    failures: tuple[Failure, ...] = ()  # that did not cost the page

    @classmethod
    def of(cls, page: Page, lines: bytes = b"", rows: tuple[dict[str, Any], ...] = ()) -> Rendered:
        """Return what is to be written for *page*."""
        return cls(name_page_file(page), lines, rows, len(page.tree.unplaced))

    @property
    def is_empty(self) -> bool:
        """Say whether there is nothing to write."""
        return not (self.lines or self.rows)

    @property
    def counts(self) -> dict[str, int]:
        """What the page adds to the totals of its run."""
        if not self.is_japanese:
            return {"not_japanese": 1}
        return {
            "kept": 1,
            "inexact": self.inexact,
            "empty": int(self.is_empty),
            "notices": int(self.notice is not None),
        }


# Gets a page and what its set says of it, if anything.
Work = Callable[[tuple["Page", Any]], Rendered]


@dataclass(frozen=True, slots=True)
class Rendering:
    """What is made of the pages of sources, and where it goes."""

    sources: tuple[str, ...]
    stage: str  # of its failures
    form: Form
    prepare: Callable[[], Work]  # is called once in each worker
    options: dict[str, Any]  # all that the work depends on, as JSON values
    folder: Path | None = None  # takes a file for each page; None: all is one file
    limit: int | None = None  # pages that are read
    min_pages: int = 0  # of a site, to be judged together; 0: each page is judged alone
    favour: Favour = "balanced"  # for pages that are judged together

    def to_json(self) -> dict[str, Any]:
        """Return what a plan says of the options and of who carries them out."""
        values = {
            "zaru": __version__,
            "stage": self.stage,
            "is_folder": self.folder is not None,
            "limit": self.limit,
            "min_pages": self.min_pages,
            "favour": self.favour,
            **self.options,
        }
        return dict(json.loads(json.dumps(values)))


@contextmanager
def open_sheet(file: BinaryIO, form: Form) -> Iterator[Callable[[Rendered], None]]:
    """Yield the function that writes the next page to *file*."""
    if form.shape is not None:
        with closing(ParquetWriter(file, form.shape)) as table:
            yield lambda rendered: table.add(rendered.rows)
        return
    file.write(form.header)
    parts = chain([b""], repeat(form.between))

    def write(rendered: Rendered) -> None:
        file.write(next(parts) + rendered.lines)

    yield write
