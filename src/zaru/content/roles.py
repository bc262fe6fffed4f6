"""What a segment of the content is: heading, list item, table cell, caption, date, …"""

from __future__ import annotations

from zaru.content.compiled import _kernel
from zaru.content.content import Kept
from zaru.content.metadata import Metadata
from zaru.content.segments import Segment
from zaru.dom import HEADINGS, TEXT, Tree
from zaru.text.dates import ANY_YEAR, find_dates

LISTS = frozenset({"ul", "ol", "menu", "dir", "dl"})
_QUOTES = frozenset({"blockquote"})
CELLS = frozenset({"td", "th"})
_SIMPLE = {
    "pre": "code", "figcaption": "caption", "caption": "caption", "blockquote": "quote",
    "li": "list", "dd": "list", "dt": "list",
}  # fmt: skip
_MAX_BYLINE = 120  # characters of a date, an author or a credit that stands by itself
_LAYOUT_CELL = 300  # characters; a table with such cells arranges a page

Role = tuple[str, int]  # its name, and the level of a heading, list item or quote; else 0


class RoleFinder:
    """Finds the roles of one page's segments; remembers what its elements make of them."""

    def __init__(self, tree: Tree, metadata: Metadata) -> None:
        self.tree = tree
        self.metadata = metadata
        self.roles: dict[tuple[int, bool], Role] = {}  # by element, and whether a cell is below
        self.has_title = False
        self.bylines = [
            (value.text, value.row if value.attribute is None else -1, role)
            for value, role in (
                (metadata.date, "date"), (metadata.updated, "date"), (metadata.author, "author"),
            )
            if value is not None
        ]  # fmt: skip

    def find_bases(self, rows: list[int]) -> list[Role]:
        """Return the roles that the elements from each of *rows* upwards give to a text."""
        if _kernel is not None:
            return _kernel.find_roles(self.tree.columns, rows)
        return list(map(self.find_base, rows))

    def find(self, kept: Kept, base: Role) -> Role:
        """Return the role of what was *kept*, and its level; its elements give the *base*."""
        text, (role, level) = kept.text, base
        if role == "heading":
            return self._heading(text, level)
        if role in ("", "list", "table") and len(text) <= _MAX_BYLINE:
            byline = self._byline(kept.segment, text)
            if byline:
                return byline, 0
        if kept.is_credit and role in ("", "list", "table"):
            return self._credit(text), 0
        return role or "paragraph", level

    def _credit(self, text: str) -> str:
        """Return the role of a short text beside the content: date, author or credit."""
        author = self.metadata.author
        if author is not None and author.text in text:
            return "author"
        return "date" if find_dates(text, year=ANY_YEAR) else "credit"

    def find_base(self, row: int) -> Role:
        """Return the role that the elements from *row* upwards give to a text; most give none.

        The reference of the kernel, and what is done without it.
        """
        tags, parents, roles = self.tree.tags, self.tree.parents, self.roles
        is_in_cell, passed, role = False, [], ("", 0)
        while row >= 0:
            known = roles.get((row, is_in_cell))
            if known is not None:
                role = known
                break
            passed.append((row, is_in_cell))
            tag = tags[row]
            if tag in HEADINGS:
                role = "heading", HEADINGS[tag]
                break
            if tag in _SIMPLE:
                role = _SIMPLE[tag], self._count_levels(row, _SIMPLE[tag])
                break
            if tag == "table" and is_in_cell:
                if _holds_data(self.tree, row):
                    role = "table", 0
                    break
                is_in_cell = False
            is_in_cell = is_in_cell or tag in CELLS
            row = parents[row]
        for place in passed:
            roles[place] = role
        return role

    def _count_levels(self, row: int, role: str) -> int:
        """Return how many lists an item, or quotes a quote, stands in."""
        if role not in ("list", "quote"):
            return 0
        tags, counted = self.tree.tags, LISTS if role == "list" else _QUOTES
        return sum(1 for above in (row, *self.tree.ancestors(row)) if tags[above] in counted)

    def _heading(self, text: str, level: int) -> Role:
        title = self.metadata.title
        if not self.has_title and title is not None and text.split() == title.text.split():
            self.has_title = True
            return "title", level
        return "heading", level

    def _byline(self, segment: Segment, text: str) -> str:
        """Return date, author or credit when the segment is the page's own and nothing more."""
        for said, row, role in self.bylines:
            if text == said or (segment.row <= row <= segment.rows[-1] and self._has(segment, row)):
                return role
        if text.startswith(("©", "(c)", "(C)", "Ⓒ")):
            return "credit"
        return ""

    def _has(self, segment: Segment, row: int) -> bool:
        """Say whether *row* is the element of *segment*, one of its texts or what holds one."""
        rows = segment.rows
        return row == segment.row or row in rows or row in map(self.tree.parent, rows)


def _holds_data(tree: Tree, table: int) -> bool:
    """Say whether a table holds data; one that holds tables or long texts arranges a page."""
    tags, depths, depth = tree.tags, tree.depths, tree.depths[table]
    cells = rows = length = 0
    for row in range(table + 1, len(depths)):
        if depths[row] <= depth:
            break
        tag = tags[row]
        size = len(tree.text(row)) if tag == TEXT else 0
        if tag == "table" or size > _LAYOUT_CELL:
            return False
        length += size
        cells += tag in CELLS
        rows += tag == "tr"
    return rows > 1 and cells > rows and length < _LAYOUT_CELL * cells
