"""Rivals: other places on known pages that say what a field says, and may be meant instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from zaru.wrappers.care.evidence import Clue
from zaru.wrappers.rules.candidates import Seen, make_candidates
from zaru.wrappers.rules.occurrences import find_whole
from zaru.wrappers.rules.reading import Places, read_places
from zaru.wrappers.rules.rule import Rule
from zaru.wrappers.rules.shapes import Shapes
from zaru.wrappers.rules.view import View

_MAX_PAGES = 3  # on which other places are looked for
_MAX_OCCURRENCES = 12  # of one value on a page
_MIN_FIT = 0.6  # of what a rival reads: else it is another thing that happened to say the same


def find_other_places(views: Sequence[View], places: Places, clues: Sequence[Clue]) -> list[Rule]:
    """Return rules that are right on all known pages, but for other rows than *places*.

    Only those that find values of the same kind on all pages where *places* finds any.
    """
    telling = [clue for clue in clues if clue.values]
    rows = {clue.number: _rows(views[clue.number], places) for clue in telling}
    seen = list(chain.from_iterable(_look(views, clue, rows) for clue in telling[:_MAX_PAGES]))
    shapes = Shapes(chain.from_iterable(clue.values or () for clue in telling))
    found = [[value.text for _, value in read_places(view, places)] for view in views]
    return [
        rule
        for rule in make_candidates(seen)
        if _is_right(rule, views, telling, rows) and _is_like(rule, views, found, shapes)
    ]


def _rows(view: View, places: Places) -> set[int]:
    return _spread(view, (row for row, _ in read_places(view, places)))


def _spread(view: View, rows: Iterable[int]) -> set[int]:
    """Return *rows* and their runs: an element that holds no more than a run is no other place."""
    return {one for row in rows for one in (row, *view.runs_in(row))}


def _look(views: Sequence[View], clue: Clue, rows: dict[int, set[int]]) -> Iterator[Seen]:
    """Yield where else a known page says one of the values."""
    view = views[clue.number]
    for value in sorted(clue.values or ())[:1]:
        for place in islice(find_whole(view, value), _MAX_OCCURRENCES):
            if rows[clue.number].isdisjoint(_spread(view, [place.row])):
                yield Seen(view, place)


def _is_right(
    rule: Rule, views: Sequence[View], clues: Sequence[Clue], rows: dict[int, set[int]]
) -> bool:
    """Say whether *rule* reads what the known pages said, from other rows."""
    return all(
        frozenset(rule.texts(views[clue.number])) == clue.values
        and rows[clue.number].isdisjoint(_spread(views[clue.number], rule.rows(views[clue.number])))
        for clue in clues
    )


def _is_like(
    rule: Rule, views: Sequence[View], found: Sequence[Sequence[str]], shapes: Shapes
) -> bool:
    """Say whether *rule* finds as much as was found, of the same kind."""
    pairs = [(rule.texts(view), texts) for view, texts in zip(views, found, strict=True)]
    if any(texts and not mine for mine, texts in pairs):
        return False
    return shapes.fit(chain.from_iterable(mine for mine, _ in pairs)) >= _MIN_FIT
