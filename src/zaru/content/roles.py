"""What a segment of the content is: heading, list item, table cell, caption, date, …"""

from __future__ import annotations

from zaru.content.metadata import Metadata
from zaru.content.segments import Segment
from zaru.dom import HEADINGS, TEXT, Tree
from zaru.text.dates import ANY_YEAR, find_dates

LISTS = frozenset({"ul", "ol", "menu", "dir", "dl"})
_CELLS = frozenset({"td", "th"})
_SIMPLE = {
    "pre": "code", "figcaption": "caption", "caption": "caption", "blockquote": "quote",
    "li": "list", "dd": "list", "dt": "list",
}  # fmt: skip
_MAX_BYLINE = 120  # characters of a date, an author or a credit that stands by itself
_LAYOUT_CELL = 300  # characters; a table with such cells arranges a page


class RoleFinder:
    """Finds the roles of one page's segments; remembers which tables hold data."""

    def __init__(self, tree: Tree, metadata: Metadata) -> None:
        self.tree = tree
        self.metadata = metadata
        self.tables: dict[int, bool] = {}
        self.has_title = False

    def find(self, segment: Segment, text: str) -> tuple[str, int]:
        """Return the role of *segment*, whose text is *text*, and its level."""
        tags, parents = self.tree.tags, self.tree.parents
        row, role, level, cell = segment.row, "", 0, -1
        while row >= 0:
            tag = tags[row]
            if tag in HEADINGS and not role:
                return self._heading(text, HEADINGS[tag])
            if not role:
                role = _SIMPLE.get(tag, "")
            if tag in _CELLS and cell < 0:
                cell = row
            elif tag == "table" and cell >= 0 and not role:
                role = "table" if self._holds_data(row) else ""
                cell = -1
            level += tag in LISTS if role == "list" else tag == "blockquote"
            row = parents[row]
        if role in ("", "list", "table") and len(text) <= _MAX_BYLINE:
            byline = self._byline(segment, text)
            if byline:
                return byline, 0
        return role or "paragraph", level if role in ("list", "quote") else 0

    def find_credit(self, text: str) -> str:
        """Return the role of a short text beside the content: date, author or credit."""
        author = self.metadata.author
        if author is not None and author.text in text:
            return "author"
        return "date" if find_dates(text, year=ANY_YEAR) else "credit"

    def _heading(self, text: str, level: int) -> tuple[str, int]:
        title = self.metadata.title
        if not self.has_title and title is not None and text.split() == title.text.split():
            self.has_title = True
            return "title", level
        return "heading", level

    def _byline(self, segment: Segment, text: str) -> str:
        """Return date, author or credit when the segment is the page's own and nothing more."""
        metadata = self.metadata
        rows = set(segment.rows) | {self.tree.parents[row] for row in segment.rows} | {segment.row}
        for value, role in (
            (metadata.date, "date"), (metadata.updated, "date"), (metadata.author, "author"),
        ):  # fmt: skip
            if value is not None and value.attribute is None and value.row in rows:
                return role
            if value is not None and text == value.text:
                return role
        if text.startswith(("©", "(c)", "(C)", "Ⓒ", "(c)")):
            return "credit"
        return ""

    def _holds_data(self, table: int) -> bool:
        """Say whether a table holds data; one that holds tables or long texts arranges a page."""
        if table not in self.tables:
            self.tables[table] = self._is_data_table(table)
        return self.tables[table]

    def _is_data_table(self, table: int) -> bool:
        tags, values = self.tree.tags, self.tree.values
        cells = rows = length = 0
        for row in range(table + 1, self.tree.ends[table]):
            tag = tags[row]
            if tag == "table" or (tag == TEXT and len(values[row]) > _LAYOUT_CELL):
                return False
            cells += tag in _CELLS
            rows += tag == "tr"
            length += len(values[row]) if tag == TEXT else 0
        return rows > 1 and cells > rows and length < _LAYOUT_CELL * cells
