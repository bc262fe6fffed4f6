"""Reading: from the rows that a rule finds to values with their byte spans."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from zaru.dom import TEXT
from zaru.wrappers.record import Span, Value
from zaru.wrappers.rules.occurrences import Occurrence
from zaru.wrappers.rules.rule import Rule, read_row
from zaru.wrappers.rules.view import View

Found = tuple[int, Value]  # the row that holds a value, and the value
Places = tuple[tuple[Rule, ...], ...]  # a union; of each place the first rule that finds any
Piece = tuple[Span, str]  # a stretch of the file, and what it says


def read_rule(view: View, rule: Rule) -> list[Found]:
    """Return what *rule* finds on a page, in document order; empty values are left out."""
    return [
        (row, Value(text[begin:end], _span(view, row, rule.take, text, begin, end)))
        for row, text, begin, end in rule.read(view, rule.rows(view))
    ]


def read_places(view: View, places: Places) -> list[Found]:
    """Return what the places of a field hold: of each, what its first rule that finds any does."""
    found: dict[Found, None] = {}
    for place in places:
        for rule in place:
            values = read_rule(view, rule)
            if values:
                found.update(dict.fromkeys(values))
                break
    return sorted(found, key=lambda pair: pair[0])


def occurrence_span(view: View, place: Occurrence) -> Span | None:
    """Return where a value that was seen stands."""
    text = read_row(view, place.row, place.take)
    end = len(text) if place.end < 0 else place.end
    return _span(view, place.row, place.take, text, place.begin, end)


def _span(view: View, row: int, take: str, text: str, begin: int, end: int) -> Span | None:
    """Return where `text[begin:end]` stands, None when the page does not write it.

    *text* is what *row* says, white space collapsed. Where the exact place cannot be told, the
    span of what holds it.
    """
    tree = view.tree
    if take == TEXT:
        rows = [row] if row in view.number else view.runs_in(row)
        spans = (tree.spans[run] for run in rows)
        pieces = [((a, b - a), tree.text(run)) for (a, b), run in zip(spans, rows, strict=True)]
    else:
        whole = tree.attribute_span(row, take)
        pieces = [] if whole is None else [(whole, tree.attribute(row, take) or "")]
    if not pieces:
        return None
    if len(pieces) == 1 and pieces[0][1] == text[begin:end]:
        return pieces[0][0]
    skipped = _count(text[:begin])
    return _cut(view, pieces, skipped, skipped + _count(text[begin:end]) - 1)


def _cut(view: View, pieces: Sequence[Piece], first: int, last: int) -> Span:
    """Return the span from one character of *pieces* to another, white space not counted."""
    spans = []
    for span, text in pieces:
        size = _count(text)
        if first < size and last >= 0 and size:
            begin = _place(text, max(first, 0), size)
            end = _place(text, min(last, size - 1), size) + 1
            spans.append(view.tree.part(span, text, begin, end))
        first, last = first - size, last - size
    start = min(offset for offset, _ in spans)
    return start, max(map(sum, spans)) - start


def _place(text: str, number: int, size: int) -> int:
    """Return where the character *number* of the *size* that are not white space stands."""
    if number == 0:
        return len(text) - len(text.lstrip())
    if number == size - 1:
        return len(text.rstrip()) - 1
    places = (place for place, character in enumerate(text) if not character.isspace())
    return next(islice(places, number, None))


def _count(text: str) -> int:
    """Return the number of characters that are not white space."""
    return sum(map(len, text.split()))
