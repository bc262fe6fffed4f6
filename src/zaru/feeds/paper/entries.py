"""Title and body of the subtrees of a cluster (paper 3, §3.3), and what it missed (§3.4)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from zaru.dom.shapes import Label, Shapes
from zaru.feeds.paper.conditions import choose_groups
from zaru.feeds.paper.subtrees import Subtrees
from zaru.feeds.paper.text_groups import BLANK_LINE, LINE, TextGroup


class Entry(NamedTuple):
    """A subtree with its title and body groups."""

    row: int
    title: TextGroup
    body: TextGroup


class EntrySet(NamedTuple):
    """The entries of a cluster."""

    entries: list[Entry]  # in document order
    conditions: float  # met on average, c(C)
    least: int  # line breaks that part two groups


def choose_entries(subtrees: Subtrees, members: Sequence[int]) -> EntrySet | None:
    """Return the entries of a cluster's rows that meet most conditions.

    None when the rows have no two text groups that correspond, or when one is inside another.
    Of groups that are parted by blank lines and by line ends, those that meet more are taken.
    """
    if not _is_flat(subtrees.shapes, members):
        return None
    found = [_choose(subtrees, members, least) for least in (BLANK_LINE, LINE)]
    return max(filter(None, found), key=lambda entries: entries.conditions, default=None)


def recover_entries(subtrees: Subtrees, found: EntrySet, rows: Sequence[int]) -> EntrySet:
    """Return *found* with the entries that others of *rows* have in the same places (§3.4).

    A place is the same when the mapping joins the two and the same tags lead to it, with
    classes that agree.
    """
    shapes, first, least = subtrees.shapes, found.entries[0], found.least
    groups = subtrees.groups(first.row, least)
    title, body = groups.index(first.title), groups.index(first.body)
    known = {entry.row for entry in found.entries}
    entries = list(found.entries)
    for row in rows:
        if row in known:
            continue
        places = subtrees.match(first.row, row, least)
        if min(places[title], places[body]) < 0:
            continue
        others = subtrees.groups(row, least)
        entry = Entry(row, others[places[title]], others[places[body]])
        place = bisect_left(entries, entry)
        if _is_alike(shapes, first, entry) and _is_apart(shapes, row, entries, place):
            entries.insert(place, entry)
    return found._replace(entries=entries)


def _choose(subtrees: Subtrees, members: Sequence[int], least: int) -> EntrySet | None:
    columns = _common_groups(subtrees, members, least)
    if not columns:
        return None
    facts = [[subtrees.facts(group) for group in groups] for groups in columns]
    texts: dict[str, int] = {}
    choice = choose_groups(
        np.array([[fact.title_conditions for fact in line] for line in facts]),
        np.array([[fact.body_conditions for fact in line] for line in facts]),
        np.array([[fact.chars for fact in line] for line in facts]),
        np.array([[texts.setdefault(fact.text, len(texts)) for fact in line] for line in facts]),
    )
    entries = [
        Entry(row, groups[choice.title], groups[choice.body])
        for row, groups in zip(members, columns, strict=True)
    ]
    return EntrySet(entries, round(choice.conditions, 6), least)


def _common_groups(subtrees: Subtrees, members: Sequence[int], least: int) -> list[list[TextGroup]]:
    """Return of each member its groups that correspond to one of every other; none for one."""
    examples = {subtrees.number(row): row for row in members}
    lists = {number: subtrees.match(members[0], row, least) for number, row in examples.items()}
    common = [
        column
        for column, places in enumerate(zip(*lists.values(), strict=True))
        if min(places) >= 0
    ]
    if len(common) < 2:
        return []
    result = []
    for row in members:
        groups, places = subtrees.groups(row, least), lists[subtrees.number(row)]
        result.append([groups[places[column]] for column in common])
    return result


def _is_alike(shapes: Shapes, entry: Entry, other: Entry) -> bool:
    """Say whether the same tags lead to the titles and bodies, with classes that agree."""
    return all(
        _is_same_path(shapes.path(entry.row, group.top), shapes.path(other.row, partner.top))
        for group, partner in ((entry.title, other.title), (entry.body, other.body))
    )


def _is_same_path(path: list[Label], other: list[Label]) -> bool:
    return len(path) == len(other) and all(
        label.tag == partner.tag and label.agrees(partner)
        for label, partner in zip(path, other, strict=True)
    )


def _is_apart(shapes: Shapes, row: int, entries: list[Entry], place: int) -> bool:
    """Say whether *row* has nothing in common with the entries before and from *place* on."""
    return (place == 0 or shapes.end(entries[place - 1].row) <= row) and (
        place == len(entries) or shapes.end(row) <= entries[place].row
    )


def _is_flat(shapes: Shapes, rows: Sequence[int]) -> bool:
    """Say whether none of the rows, which are in order, is inside another."""
    return all(shapes.end(row) <= after for row, after in pairwise(rows))
