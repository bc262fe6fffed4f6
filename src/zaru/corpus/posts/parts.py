"""The title of one post, and where the page says it."""

from __future__ import annotations

from zaru.content.titles import comparable
from zaru.corpus.posts.sheet import Sheet
from zaru.dom import TEXT
from zaru.dom.keeping import once
from zaru.layout.authors import MAX_ELEMENTS
from zaru.layout.roles import Role
from zaru.layout.value import Value, collapse

_MAX_TITLE = 200  # characters
_MAX_RUNS = 50  # text runs of a title
_OPENINGS = "(（["


@once
def find_title(sheet: Sheet, start: int, end: int) -> Value | None:
    """Return the title of the stretch: what the markup calls so, or a heading."""
    headings = sheet.find_headings(start, end)
    titles = sheet.find(Role.TITLE, start, end)
    for row in (*titles[:MAX_ELEMENTS], *headings[:MAX_ELEMENTS]):
        inner = next((one for one in headings if row < one < sheet.ends[row]), row)
        value = _read_title(sheet, inner)
        if value:
            return value
    return None


def _read_title(sheet: Sheet, row: int) -> Value | None:
    """Return the title that an element says, without the date in it; None when it says none."""
    tree = sheet.tree
    parts: list[str] = []
    place = row + 1
    while place < sheet.ends[row] and len(parts) <= _MAX_RUNS:
        if sheet.roles[place] & Role.DATE or tree.tags[place] == "time":
            place = sheet.ends[place]
            continue
        if tree.tags[place] == TEXT and sheet.sizes.size(place, place + 1):
            parts.append(tree.text(place))
        place += 1
    text = collapse("".join(parts)[: 2 * _MAX_TITLE])
    if not text or len(text) > _MAX_TITLE or sheet.credits.is_date(text):
        return None
    return Value(_leave_date(sheet, text), tree, row)


def _leave_date(sheet: Sheet, text: str) -> str:
    """Return a title without the date in brackets at its end."""
    found = sheet.credits.read_date(text)
    if found is None or found.start < 2 or found.end < len(text) - 1:
        return text
    bare = text[: found.start - 1].strip()
    return bare if bare and text[found.start - 1] in _OPENINGS else text


def is_strong_title(sheet: Sheet, title: Value | None, known: Value) -> bool:
    """Say whether the markup calls *title* the post's, or the page's; *known* is the page's."""
    if title is None:
        return False
    if sheet.names_page(title.text) or comparable(title.text) in comparable(known.text):
        return True
    if sheet.names_page(known.text):
        return False
    roles = sheet.roles[title.row] | sheet.roles[sheet.tree.parents[title.row]]
    return sheet.tree.tags[title.row] == "h1" or bool(roles & Role.TITLE)
