"""The title of one post, and where the page says it; whether that is the title of the page."""

from __future__ import annotations

from zaru.content.titles import comparable, split_title
from zaru.dom import TEXT
from zaru.dom.keeping import once
from zaru.layout.authors import MAX_ELEMENTS
from zaru.layout.head import Head
from zaru.layout.outline import Outline
from zaru.layout.roles import Role
from zaru.layout.value import Value, collapse

_MAX_TITLE = 200  # characters
_MAX_RUNS = 50  # text runs of a title
_OPENINGS = "(（["


@once
def find_title(outline: Outline, start: int, end: int) -> Value | None:
    """Return the title of the stretch: what the markup calls so, or a heading."""
    headings = outline.headings_between(start, end)
    titles = outline.find(Role.TITLE, start, end)
    for row in (*titles[:MAX_ELEMENTS], *headings[:MAX_ELEMENTS]):
        inner = next((one for one in headings if row < one < outline.ends[row]), row)
        value = _read_title(outline, inner)
        if value:
            return value
    return None


def _read_title(outline: Outline, row: int) -> Value | None:
    """Return the title that an element says, without the date in it; None when it says none."""
    tree = outline.tree
    parts: list[str] = []
    place = row + 1
    while place < outline.ends[row] and len(parts) <= _MAX_RUNS:
        if outline.roles[place] & Role.DATE or tree.tags[place] == "time":
            place = outline.ends[place]
            continue
        if tree.tags[place] == TEXT and outline.sizes.size(place, place + 1):
            parts.append(tree.text(place))
        place += 1
    text = collapse("".join(parts)[: 2 * _MAX_TITLE])
    if not text or len(text) > _MAX_TITLE or outline.credits.is_date(text):
        return None
    return Value(_leave_date(outline, text), tree, row)


def _leave_date(outline: Outline, text: str) -> str:
    """Return a title without the date in brackets at its end."""
    found = outline.credits.read_date(text)
    if found is None or found.start < 2 or found.end < len(text) - 1:
        return text
    bare = text[: found.start - 1].strip()
    return bare if bare and text[found.start - 1] in _OPENINGS else text


@once
def find_names(outline: Outline) -> set[str]:
    """Return the title of the page and its parts, comparable."""
    title = Head(outline.tree).title
    text = title.text if title else ""
    bounds = split_title(text)
    # What is left without the site's name, which stands first or last, may have such marks too.
    rests = text[bounds[0][1] :], text[: bounds[-1][0]]
    names = map(comparable, (text, *(text[start:end] for start, end in bounds), *rests))
    return set(filter(None, names))


def names_page(outline: Outline, text: str) -> bool:
    """Say whether *text* is a part of the page's title, or hardly more than one."""
    name = comparable(text)
    return any(part in name and 2 * len(part) >= len(name) for part in find_names(outline))


def is_strong_title(outline: Outline, title: Value | None, known: Value) -> bool:
    """Say whether the markup calls *title* the post's, or the page's; *known* is the page's."""
    if title is None:
        return False
    if names_page(outline, title.text) or comparable(title.text) in comparable(known.text):
        return True
    if names_page(outline, known.text):
        return False
    roles = outline.roles[title.row] | outline.roles[outline.tree.parents[title.row]]
    return outline.tree.tags[title.row] == "h1" or bool(roles & Role.TITLE)
