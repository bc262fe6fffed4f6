"""Authors of a list's articles: elements that say so, and lines such as "by Jane Doe"."""

from __future__ import annotations

from collections.abc import Sequence

from zaru.dom import TEXT
from zaru.layout.bylines import LABEL, clean_name
from zaru.layout.class_words import read_words
from zaru.layout.lines import lines_between
from zaru.layout.outline import Outline
from zaru.layout.records import Record

_AUTHOR_WORDS = frozenset({"author", "byline", "writer", "poster"})
MAX_BYLINE = 80  # characters of a line; longer ones are prose
MIN_SHARE = 0.5  # of the articles: where fewer have a line like a byline, it is one of their text

Found = tuple[str, int, int]  # a name, and the rows that it stands in


def is_byline(text: str) -> bool:
    """Say whether a line begins as one that tells who wrote an article.

    >>> is_byline("by Jane Doe"), is_byline("Particle physics")
    (True, False)
    """
    return len(text) <= MAX_BYLINE and LABEL.match(text) is not None


def find_authors(outline: Outline, records: Sequence[Record]) -> list[Found | None]:
    """Return who wrote each article; None for all when most articles do not say it."""
    found = [_find_element(outline, record) or _find_line(outline, record) for record in records]
    is_usual = sum(one is not None for one in found) >= MIN_SHARE * len(records)
    return found if is_usual else [None] * len(records)


def _find_element(outline: Outline, record: Record) -> Found | None:
    for row in range(record.start, record.end):
        if outline.tree.tags[row] != TEXT and _names_author(outline, row):
            end = outline.ends[row]
            name = _read_name(outline.text(row, end))
            if name:
                return name, row, end
    return None


def _find_line(outline: Outline, record: Record) -> Found | None:
    for line in lines_between(outline.lines, record.start, record.end):
        name = _read_name(line.text) if is_byline(line.text) else None
        if name:
            return name, line.start, line.end
    return None


def _read_name(text: str) -> str | None:
    return clean_name(text) if len(text) <= MAX_BYLINE else None


def _names_author(outline: Outline, row: int) -> bool:
    for name, value in outline.tree.pairs(row):
        if name == "rel" and value == "author":
            return True
        if value and name in ("class", "itemprop"):
            return not _AUTHOR_WORDS.isdisjoint(read_words(value))
    return False
