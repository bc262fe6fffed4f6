"""Title and body of the subtrees of a cluster (paper 3, §3.3), and what it missed (§3.4)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from zaru.dom.shapes import Shapes
from zaru.feeds.paper.conditions import choose_groups, count_conditions
from zaru.feeds.paper.subtrees import Places, Subtrees
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

    None when the rows have no two text groups that correspond.
    Of groups that are parted by blank lines and by line ends, those that meet more are taken.
    """
    found = [_choose(subtrees, members, least) for least in (BLANK_LINE, LINE)]
    return max(filter(None, found), key=lambda entries: entries.conditions, default=None)


def recover_entries(
    subtrees: Subtrees, found: EntrySet, nearest: Mapping[int, Sequence[int]], rows: Sequence[int]
) -> EntrySet:
    """Return *found* with the entries that others of *rows* have in the same places (§3.4).

    *nearest* has for the example of each other row those of the members, the most alike first:
    the first that has its title and body in the same places decides.
    """
    known = {subtrees.example(entry.row): entry for entry in found.entries}
    entries = list(found.entries)
    for row in rows:
        example = subtrees.example(row)
        place = bisect_left(entries, row, key=lambda entry: entry.row)
        if example in known or not _is_apart(subtrees.shapes, row, entries, place):
            continue
        for member in nearest[example]:
            entry = _entry_like(subtrees, known[member], row, found.least)
            if entry is not None:
                entries.insert(place, entry)
                break
    if len(entries) == len(found.entries):
        return found
    return found._replace(entries=entries, conditions=_count(subtrees, entries))


def _entry_like(subtrees: Subtrees, like: Entry, row: int, least: int) -> Entry | None:
    """Return the entry that *row* has in the same places as *like*; None when it has none.

    A place is the same when the mapping joins it with a node of its kind, and the two subtrees
    are of one kind: of one tag, with classes that agree.
    """
    groups, others = subtrees.groups(like.row, least), subtrees.groups(row, least)
    match = subtrees.match(like.row, row, least)
    title, body = (int(match[groups.index(group)]) for group in (like.title, like.body))
    if min(title, body) < 0:
        return None
    entry = Entry(row, others[title], others[body])
    return entry if _is_alike(subtrees.shapes, like, entry) else None


def _choose(subtrees: Subtrees, members: Sequence[int], least: int) -> EntrySet | None:
    columns = _common_groups(subtrees, members, least)
    if not columns:
        return None
    facts = [[subtrees.facts(group) for group in groups] for groups in columns]
    texts: dict[str, int] = {}
    title, body = choose_groups(
        np.array([[fact.title_conditions for fact in line] for line in facts]),
        np.array([[fact.body_conditions for fact in line] for line in facts]),
        np.array([[fact.chars for fact in line] for line in facts]),
        np.array([[texts.setdefault(fact.text, len(texts)) for fact in line] for line in facts]),
    )
    entries = [
        Entry(row, groups[title], groups[body])
        for row, groups in zip(members, columns, strict=True)
    ]
    return EntrySet(entries, _count(subtrees, entries), least)


def _count(subtrees: Subtrees, entries: Sequence[Entry]) -> float:
    return count_conditions(
        [(subtrees.facts(entry.title), subtrees.facts(entry.body)) for entry in entries]
    )


def _common_groups(subtrees: Subtrees, members: Sequence[int], least: int) -> list[list[TextGroup]]:
    """Return of each member its groups that correspond to one of every other.

    None when they are fewer than two. The mappings between all members must agree on them.
    """
    examples = list(dict.fromkeys(map(subtrees.example, members)))
    places: dict[int, Places] = {row: subtrees.match(examples[0], row, least) for row in examples}
    common = np.all([match >= 0 for match in places.values()], axis=0)
    for row, other in combinations(examples[1:], 2):
        if common.sum() < 2:
            break
        match = subtrees.match(row, other, least)
        common &= match[places[row]] == places[other]
    if common.sum() < 2:
        return []
    return [
        [subtrees.groups(row, least)[place] for place in places[subtrees.example(row)][common]]
        for row in members
    ]


def _is_alike(shapes: Shapes, entry: Entry, other: Entry) -> bool:
    """Say whether the two subtrees, their titles and their bodies are each of one kind."""
    tops = ((one.row, one.title.top, one.body.top) for one in (entry, other))
    pairs = ((shapes.label(row), shapes.label(partner)) for row, partner in zip(*tops, strict=True))
    return all(label.tag == partner.tag and label.agrees(partner) for label, partner in pairs)


def _is_apart(shapes: Shapes, row: int, entries: list[Entry], place: int) -> bool:
    """Say whether *row* has nothing in common with the entries before and from *place* on."""
    return (place == 0 or shapes.end(entries[place - 1].row) <= row) and (
        place == len(entries) or shapes.end(row) <= entries[place].row
    )


def is_flat(shapes: Shapes, rows: Sequence[int]) -> bool:
    """Say whether none of the rows, which are in order, is inside another."""
    return all(shapes.end(row) <= after for row, after in pairwise(rows))
