"""The hot half of the tree builder: what turbohtml calls for each node, and grouping rows.

These few functions are most of the time that a tree takes. `_kernel.c` does the same in C and
is used where it could be compiled; this module is the reference, and the fallback.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from typing import TYPE_CHECKING, NoReturn

from zaru.dom.scan import WHITE

if TYPE_CHECKING:
    from zaru.dom.spans import Aligner

TEXT = "#text"  # the tag of a row that is a text run

Attributes = tuple[tuple[str, str | None], ...]
Span = tuple[int, int]  # byte offsets of the first byte and behind the last
Group = tuple[int, list[int], Span]  # the row of a block, its inline rows, the span of its text

HTML = "http://www.w3.org/1999/xhtml"
PREFIXES = {
    "http://www.w3.org/2000/svg": "svg:",
    "http://www.w3.org/1998/Math/MathML": "math:",
}
_NO_ROW = -1
_WHITE = re.compile(f"[{WHITE}]+")
_BREAK = "\0"  # stands for <br> while a text is put together: parsed text has no NUL
_AROUND_BREAK = re.compile(f" *{_BREAK} *")


class Rows:
    """Rows in document order. For each node comes first `create_…`, then `append`."""

    def __init__(self, aligner: Aligner, limit: int) -> None:
        self.aligner = aligner
        self.limit = limit
        self.tags: list[str] = []
        self.parents: list[int] = []  # lacks the second and later rows of a split text
        self.values: list[str | Attributes] = []
        self.spans: dict[int, Span] = {}

    def create_document(self, *_: object) -> int:
        """Return the row of what has none: the document, a doctype, a comment, an instruction."""
        return _NO_ROW

    create_doctype = create_comment = create_pi = create_document

    def create_element(self, name: str, namespace: str, attributes: Attributes) -> int:
        tags = self.tags
        row = len(tags)
        if row > self.limit:
            self.refuse_rows()
        tags.append(name if namespace == HTML else PREFIXES.get(namespace, "") + name)
        self.values.append(attributes)
        return row

    def create_text(self, data: str) -> int:
        tags = self.tags
        row = len(tags)
        if data.strip(WHITE):  # white space has its place between two texts, and no span
            start = self.aligner.place(data)
            if start < 0:
                return self.add_text(data)
            self.spans[row] = (start, self.aligner.position)
        tags.append(TEXT)
        self.values.append(data)
        return row

    def append(self, parent: int, child: int) -> None:
        if child >= 0:
            self.parents.append(parent)

    def add_text(self, data: str) -> int:
        """Add rows for a text that is not simply the next one of the source."""
        raise NotImplementedError

    def add_written(self, data: str, begin: int) -> int:
        """Add rows for a text that is not the source at *begin* as it is; for the kernel."""
        raise NotImplementedError

    def refuse_rows(self) -> NoReturn:
        """Raise `LimitExceeded`."""
        raise NotImplementedError


def group_rows(
    tags: list[str],
    parents: list[int],
    depths: list[int],
    spans: dict[int, Span],
    root_tags: Set[str],
    block_tags: Set[str],
    unseen_tags: Set[str],
) -> list[Group]:
    """Return the row of each block with its inline rows and their span, by where blocks end.

    Blocks begin with a root tag; what an unseen tag holds belongs to none. A block without text
    has the span (-1, -1).
    """
    groups: list[tuple[int, list[int]]] = []
    owners: list[list[int] | None] = [None]  # of each row: the inline rows of its block
    for row in range(1, len(tags)):
        tag, owner = tags[row], owners[parents[row]]
        if owner is None:
            if tag in root_tags:
                owner = []
                groups.append((row, owner))
        elif tag == TEXT:
            owner.append(row)
        elif tag in block_tags:
            owner = []
            groups.append((row, owner))
        elif tag in unseen_tags:
            owner = None
        else:
            owner.append(row)
        owners.append(owner)
    return [(row, rows, _hull(rows, spans)) for row, rows in _by_end(groups, depths)]


def _by_end(
    groups: list[tuple[int, list[int]]], depths: list[int]
) -> Iterator[tuple[int, list[int]]]:
    """Yield *groups*, which are in the order of their start tags, in that of their ends."""
    is_open: list[tuple[int, list[int]]] = []
    for group in groups:
        while is_open and depths[is_open[-1][0]] >= depths[group[0]]:
            yield is_open.pop()
        is_open.append(group)
    yield from reversed(is_open)


def _hull(rows: list[int], spans: dict[int, Span]) -> Span:
    """Return the span from the first to the last byte of the texts among *rows*."""
    start = end = -1
    for row in rows:
        if row in spans:
            run_start, run_end = spans[row]
            if run_start < start or start < 0:
                start = run_start
            end = max(end, run_end)
    return start, end


def segment_rows(
    tags: list[str],
    parents: list[int],
    spans: dict[int, Span],
    block_tags: Set[str],
    unread_tags: Set[str],
) -> list[tuple[int, list[int]]]:
    """Return the block and the rows of each stretch of text, in document order.

    A stretch ends where a block begins or ends, and at two `<br>` in a row; single ones and white
    space between texts are among its rows. What an unread tag holds is left out.
    """
    found = _Segmenting(spans)
    owners: list[int] = []  # of each row: its block, -1 where nothing is read
    for row, tag in enumerate(tags):
        owner = owners[parents[row]] if row else -1
        if tag == TEXT:
            if owner >= 0:
                found.add_text(row, owner)
        elif tag in unread_tags:
            owner = -1
        elif tag in block_tags:
            found.close()
            found.breaks = 0
            if owner >= 0 or tag == "body":
                owner = row
        elif tag == "br":
            found.add_break(row, owner)
        owners.append(owner)
    found.close()
    return found.segments


class _Segmenting:
    """The segments that have ended, and the one that is open."""

    def __init__(self, spans: dict[int, Span]) -> None:
        self.spans = spans
        self.segments: list[tuple[int, list[int]]] = []
        self.rows: list[int] = []
        self.owner = -1  # the block that `rows` belong to
        self.breaks = 0  # since the last text

    def add_text(self, row: int, owner: int) -> None:
        """Add a text of the block *owner*; white space counts only behind a text of the block."""
        is_full = row in self.spans
        if is_full or self.rows:
            if owner != self.owner:
                self.close()
                self.owner = owner
            if is_full:
                self.breaks = 0
            if is_full or self.rows:
                self.rows.append(row)

    def add_break(self, row: int, owner: int) -> None:
        """Add a line break; the second in a row ends the segment."""
        self.breaks += 1
        if self.breaks > 1:
            self.close()
        elif self.rows and owner == self.owner:
            self.rows.append(row)

    def close(self) -> None:
        """End the segment, without the white space and breaks behind its last text."""
        while self.rows and self.rows[-1] not in self.spans:
            self.rows.pop()
        if self.rows:
            self.segments.append((self.owner, self.rows))
            self.rows = []


def count_depths(parents: list[int]) -> list[int]:
    """Return the depth of each row; the root's is 0."""
    depths = [0] if parents else []
    add = depths.append
    for parent in parents[1:]:
        add(depths[parent] + 1)
    return depths


def index_rows(tags: list[str], /) -> dict[str, list[int]]:
    """Return the rows of each tag in document order, but for text runs."""
    index: dict[str, list[int]] = {}
    for row, tag in enumerate(tags):
        if tag != TEXT:
            index.setdefault(tag, []).append(row)
    return index


def read_text(tags: list[str], values: list[str | Attributes], rows: list[int]) -> str:
    r"""Return the text of *rows* as a reader sees it: white space as one space, `<br>` as \n."""
    parts: list[str] = []
    for row in rows:
        value = values[row]
        if isinstance(value, str):
            parts.append(value)
        elif tags[row] == "br":
            parts.append(_BREAK)
    joined = _WHITE.sub(" ", "".join(parts)).strip(" ")
    return _AROUND_BREAK.sub("\n", joined).strip("\n") if _BREAK in joined else joined
