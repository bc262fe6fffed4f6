"""Alignment: which values of a page belong together, when it has several records.

Where each record has an element of its own (a table row, a card), values belong to the element
that holds them, so that an optional field stays empty in the right record. Where records only
follow each other (`dt` and `dd`), paper 2's order decides: a record ends where a field comes
again that should have come before.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice, pairwise
from typing import Literal, get_args

from zaru.wrappers.record import Value, Values
from zaru.wrappers.rules.candidates import Seen, make_candidates
from zaru.wrappers.rules.occurrences import Occurrence
from zaru.wrappers.rules.rule import Found, Rule
from zaru.wrappers.rules.view import View
from zaru.wrappers.tree.tree_wrapper import order_fields, split_tuples

Grouping = Literal["page", "auto", "row"]  # what is a record
GROUPINGS = get_args(Grouping)
Fields = Mapping[str, Sequence[Found]]  # what was found on a page, by field
_MAX_SEEN = 30  # records of a page that candidates for the rule are made from


def align(view: View, fields: Fields, record: Rule | None, repeated: Sequence[str]) -> list[Values]:
    """Return the values of each record; fields that are not *repeated* belong to all of them."""
    shared = {
        name: tuple(value for _, value in found)
        for name, found in fields.items()
        if name not in repeated
    }
    if not repeated:
        return [shared] if any(shared.values()) else []
    if record is None:
        groups = _split_by_order(fields, repeated)
    else:
        groups = _split_by_holder(view, fields, repeated, record.rows(view))
    if not groups and any(shared.values()):
        groups = [{}]
    return [{**shared, **group} for group in groups]


def _split_by_holder(
    view: View, fields: Fields, repeated: Sequence[str], holders: list[int]
) -> list[Values]:
    """Return the values by the element that holds them; what no element holds is one more."""
    groups: dict[int, dict[str, list[Value]]] = {}
    for name in repeated:
        places = _find_places(view, holders, [row for row, _ in fields[name]])
        for place, (_, value) in zip(places, fields[name], strict=True):
            groups.setdefault(place, {}).setdefault(name, []).append(value)
    return [
        {name: tuple(values) for name, values in groups[place].items()}
        for place in sorted(groups, key=lambda place: (place < 0, place))
    ]


def _find_places(view: View, holders: Sequence[int], rows: Iterable[int]) -> list[int]:
    """Return for each of *rows* which of *holders* holds it, -1 for none."""
    places = [bisect_right(holders, row) - 1 for row in rows]
    ends = {place: view.tree.ends[holders[place]] for place in set(places) - {-1}}
    return [
        place if place >= 0 and row < ends[place] else -1
        for place, row in zip(places, rows, strict=True)
    ]


def _split_by_order(fields: Fields, repeated: Sequence[str]) -> list[Values]:
    """Return the values in records as paper 2's execT does, fields in the order of *repeated*."""
    values: dict[tuple[str, int], list[Value]] = {}
    for name in repeated:
        for row, value in fields[name]:
            values.setdefault((name, row), []).append(value)
    return [
        {
            name: tuple(chain.from_iterable(values[name, row] for row in found))
            for name, found in zip(repeated, group, strict=True)
        }
        for group in split_tuples(_rows(fields, repeated))
    ]


def _rows(fields: Fields, names: Sequence[str]) -> list[list[int]]:
    """Return the rows of each field, each row once."""
    return [list(dict.fromkeys(row for row, _ in fields[name])) for name in names]


def learn_records(
    views: Sequence[View], pages: Sequence[Fields], records: Grouping = "auto"
) -> tuple[Rule | None, tuple[str, ...]]:
    """Return the rule for the element of each record, and the fields that each has for itself.

    These are the fields of which a page has several values, and those that always stand inside
    a record. One field with several values alone is a list, not a sign of several records, if
    *records* does not ask for rows.
    """
    repeated = [name for name in pages[0] if any(len(page[name]) > 1 for page in pages)]
    if records == "page" or len(repeated) < (1 if records == "row" else 2):
        return None, ()
    listings = [
        (view, page)
        for view, page in zip(views, pages, strict=True)
        if any(len(page[name]) > 1 for name in repeated)
    ]
    record = _learn_holder(listings, repeated)
    if record is not None:
        held = [(view, page, record.rows(view)) for view, page in listings]
        repeated = [name for name in repeated if any(_has_inside(*each, name) for each in held)]
    inner = [
        name
        for name in pages[0]
        if all(len(page[name]) < 2 for page in pages)
        and any(page[name] for _, page in listings)
        and all(_are_inside(view, page, name, repeated, record) for view, page in listings)
    ]
    names = [*repeated, *inner]
    rows = [dict(zip(names, _rows(page, names), strict=True)) for _, page in listings]
    ordered = order_fields(rows, names)
    if record is None and records == "auto" and not _have_leader(rows, ordered):
        return None, ()
    return record, tuple(ordered)


def _has_inside(view: View, fields: Fields, holders: list[int], name: str) -> bool:
    """Say whether a value of a field stands in one of the elements of records."""
    return any(
        place >= 0 for place in _find_places(view, holders, [row for row, _ in fields[name]])
    )


def _have_leader(pages: Sequence[Mapping[str, list[int]]], names: Sequence[str]) -> bool:
    """Say whether records that follow each other each have one value of some field.

    Else they are lists of one thing: pictures, reviews, and more pictures.
    """
    groups = [group for page in pages for group in split_tuples([page[name] for name in names])]
    return any(all(len(rows) == 1 for rows in column) for column in zip(*groups, strict=True))


def _are_inside(
    view: View, fields: Fields, name: str, repeated: Sequence[str], record: Rule | None
) -> bool:
    """Say whether all values of a field stand in records, or between those that follow another."""
    rows = [row for row, _ in fields[name]]
    if record is not None:
        return -1 not in _find_places(view, record.rows(view), rows)
    others = list(chain.from_iterable(_rows(fields, repeated)))
    return all(min(others) <= row <= max(others) for row in rows)


def _learn_holder(listings: Sequence[tuple[View, Fields]], repeated: Sequence[str]) -> Rule | None:
    """Return the rule that finds the element of each record, None when records have none.

    Of the rules that find one for each record, the one that finds most of the largest.
    """
    wanted = [_find_holders(view, _rows(fields, repeated)) for view, fields in listings]
    seen = [
        Seen(view, Occurrence(row))
        for (view, _), records in zip(listings, wanted, strict=True)
        for row in sorted(chain.from_iterable(islice(records, _MAX_SEEN)))
    ]
    best: tuple[int, int, str] | None = None
    found = None
    for rule in make_candidates(seen):
        pages = [set(rule.rows(view)) for view, _ in listings]
        pairs = [
            (rows, holders)
            for rows, records in zip(pages, wanted, strict=True)
            for holders in records
        ]
        if all(not rows.isdisjoint(holders) for rows, holders in pairs):
            largest = sum(holders[0] in rows for rows, holders in pairs)
            worth = (-largest, len(rule.steps), repr(rule))
            views = (view for view, _ in listings)
            if (best is None or worth < best) and not any(map(_are_nested, views, pages)):
                best, found = worth, rule
    return found


def _find_holders(view: View, fields: list[list[int]]) -> list[list[int]]:
    """Return for each record the elements that hold its values and no others, the largest first.

    A record has at most one value of each field, and values of two fields or more if there are.
    """
    counts: dict[int, list[int]] = {}
    parents = view.tree.parents
    for number, rows in enumerate(fields):
        for row in rows:
            above = parents[row] if view.tree.is_text(row) else row
            while above >= 0:
                counts.setdefault(above, [0] * len(fields))[number] += 1
                above = parents[above]
    records: dict[int, list[int]] = {}
    largest: dict[int, int] = {}
    least = min(len(fields), 2)
    for row in sorted(row for row, held in counts.items() if max(held) == 1 and sum(held) >= least):
        top = largest[row] = largest.get(parents[row], row)
        if counts[row] == counts[top]:
            records.setdefault(top, []).append(row)
    return list(records.values())


def _are_nested(view: View, rows: set[int]) -> bool:
    ordered = sorted(rows)
    return any(later < view.tree.ends[row] for row, later in pairwise(ordered))
