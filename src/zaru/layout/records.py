"""Records: what repeats on a page. Titles are passages that look alike, and a record is the stretch
of the page that belongs to one. All that a list might be is given, for those who weigh them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from zaru.dom import TEXT
from zaru.layout.lines import rows_between
from zaru.layout.outline import Outline, find_tops
from zaru.layout.passages import Passage

Look = tuple[str, str]  # tag and class

MIN_TITLES = 2
# Bounds of the work on one page: lists that are ranked (those with the most text come first),
# their titles and their rows together, parts of one list.
MAX_LISTS = 400
MAX_TITLES = 40_000
MAX_ROWS = 3_000_000
MAX_PARTS = 8
MAX_LEAD = 4  # siblings before a title that may belong to it
LEAD_SHARE = 0.8  # of the titles that must have the same siblings before them


class Record(NamedTuple):
    """The rows of one article: its title, and all that is shown with it."""

    title: Passage
    top: int  # the highest element that holds this title and no other
    start: int
    end: int


Records = tuple[Record, ...]  # a list of articles that the page may have


def find_lists(outline: Outline, passages: Sequence[Passage]) -> list[Records]:
    """Return the lists that a page may have: passages that look alike, and parts of those."""
    groups: dict[tuple[object, ...], list[Passage]] = defaultdict(list)
    for passage in passages:
        for key in passage.keys:
            groups[key].append(passage)
    variants = (_find_variants(outline, group) for group in _distinct(groups.values()))
    chosen = _distinct(chain.from_iterable(variants))
    chosen.sort(key=lambda titles: -outline.sizes.size(titles[0].start, titles[-1].end))
    children: dict[int, list[int]] = {}  # of elements that hold titles, for all lists
    lists: list[Records] = []
    count = rows = 0
    for titles in chosen[:MAX_LISTS]:
        count += len(titles)
        rows += titles[-1].end - titles[0].start
        if lists and (count > MAX_TITLES or rows > MAX_ROWS):
            break
        lists.append(make_list(outline, titles, children))
    return lists


def _distinct(lists: Iterable[list[Passage]]) -> list[list[Passage]]:
    """Return lists of titles without those that repeat one before, and titles that are alone."""
    found: dict[tuple[int, ...], list[Passage]] = {}
    for titles in lists:
        if len(titles) >= MIN_TITLES:
            found.setdefault(tuple([title.start for title in titles]), titles)
    return list(found.values())


def _find_variants(outline: Outline, group: list[Passage]) -> Iterator[list[Passage]]:
    """Yield the group, what of it is in the main part, and its parts by the elements above."""
    yield group
    yield from _ends_of_lines(outline, group)
    if group[0].is_heading:  # titles are links, and headings in their bodies are not
        yield [title for title in group if title.link is not None]
    main = [title for title in group if not outline.side[title.start]]
    yield main
    for titles in (group, main):
        if len(titles) >= MIN_TITLES:
            yield from sorted(_split(outline, titles), key=len, reverse=True)[:MAX_PARTS]


def _ends_of_lines(outline: Outline, group: list[Passage]) -> Iterator[list[Passage]]:
    """Yield the first and the last of those that stand side by side: [category] title."""
    parents = outline.tree.parents
    firsts = {parents[title.start]: title for title in reversed(group)}
    if MIN_TITLES <= len(firsts) < len(group):
        yield sorted(firsts.values(), key=lambda title: title.start)
        lasts = {parents[title.start]: title for title in group}
        yield sorted(lasts.values(), key=lambda title: title.start)


def _split(outline: Outline, titles: list[Passage]) -> list[list[Passage]]:
    """Return the titles by the child of their lowest common element that they are in."""
    parents, ends = outline.tree.parents, outline.ends
    common = parents[titles[0].start]
    while common > 0 and ends[common] <= titles[-1].start:
        common = parents[common]
    parts: list[list[Passage]] = []
    end = -1
    for title in titles:
        if title.start >= end:
            child = title.start
            while parents[child] != common and parents[child] > 0:
                child = parents[child]
            end = ends[child]
            parts.append([])
        parts[-1].append(title)
    return parts


def make_list(
    outline: Outline, titles: list[Passage], children: dict[int, list[int]] | None = None
) -> Records:
    """Return the list with the record of each title.

    Where each article has an element, that is its record. Where titles and bodies are siblings,
    it ends before the next title, and that of the last before what no other article has.
    *children* keeps what is found of elements that hold titles, for other lists.
    """
    children = {} if children is None else children
    parents, ends = outline.tree.parents, outline.ends
    rows = [(title.start, title.end) for title in titles]
    tops = find_tops(outline.tree, rows, 0, len(outline.tree))
    lead = _find_lead(outline, tops, children)
    siblings = [_next_sibling(outline, tops, number) for number in range(len(tops))]
    looks = _looks_between(outline, tops, siblings)
    records: list[Record] = []
    before = 0  # the end of the record before
    for number, (title, top, following) in enumerate(zip(titles, tops, siblings, strict=True)):
        if following < 0:
            end = _extend(outline, top, ends[parents[top]], looks)
        elif following == tops[number + 1]:
            end = _step_back(outline, following, lead, ends[top])
        else:
            end = following
        start = _step_back(outline, top, lead, before)
        before = max(end, ends[top])
        records.append(Record(title, top, start, before))
    return tuple(records)


def _next_sibling(outline: Outline, tops: list[int], number: int) -> int:
    """Return the sibling of a top that is the next top or holds it; -1 when there is none."""
    parents, ends = outline.tree.parents, outline.ends
    parent = parents[tops[number]]
    row = tops[number + 1] if number + 1 < len(tops) else -1
    if row < 0 or row >= ends[parent]:
        return -1
    while parents[row] != parent:  # elements that the page forgot to close
        row = parents[row]
    return row


def _look(outline: Outline, row: int) -> Look:
    return outline.tree.tags[row], outline.classes[row]


def _siblings(outline: Outline, start: int, end: int) -> list[int]:
    """Return *start* and its siblings before *end*, without white space."""
    tags, ends, chars = outline.tree.tags, outline.ends, outline.sizes.chars
    found: list[int] = []
    row = start
    while row < end:
        if tags[row] != TEXT or chars[row] < chars[row + 1]:
            found.append(row)
        row = ends[row]
    return found


def _looks_between(outline: Outline, tops: list[int], siblings: list[int]) -> set[Look]:
    """Return the looks of what stands between tops and their next *siblings*."""
    ends = outline.ends
    pairs = zip(tops, siblings, strict=True)
    gaps = (_siblings(outline, ends[top], row) for top, row in pairs if row > ends[top])
    return {_look(outline, row) for gap in gaps for row in gap}


def _extend(outline: Outline, top: int, limit: int, looks: Collection[Look]) -> int:
    """Return the row behind the siblings of *top* that look like what other articles have."""
    ends = outline.ends
    end = ends[top]
    for row in _siblings(outline, end, limit):
        if _look(outline, row) not in looks:
            break
        end = ends[row]
    return end


def _find_lead(outline: Outline, tops: list[int], children: dict[int, list[int]]) -> int:
    """Return how many siblings before each top belong to it, such as a line with the date."""
    befores: list[list[int]] = []
    last = -1
    for top in tops:
        parent = outline.tree.parents[top]
        if parent not in children:
            children[parent] = _siblings(outline, parent + 1, outline.ends[parent])
        rows = children[parent]
        place = bisect_left(rows, top)
        befores.append([row for row in rows[max(0, place - MAX_LEAD - 1) : place] if row > last])
        last = top
    lead = 0
    needed = LEAD_SHARE * len(befores)
    while lead < MAX_LEAD and len(befores[0]) > lead:
        looks = [_look(outline, rows[-lead - 1]) for rows in befores if len(rows) > lead]
        if looks.count(looks[0]) < needed:
            break
        lead += 1
    # What is all there is between two titles is the body of the first, unless it is a date.
    while lead and not _is_apart(outline, befores, lead):
        lead -= 1
    return lead


def _is_apart(outline: Outline, befores: list[list[int]], lead: int) -> bool:
    """Say whether more than the lead stands between titles, or the lead begins with a date."""
    others = [rows for rows in befores[1:] if len(rows) >= lead]
    more = sum(len(rows) > lead for rows in others)
    firsts = (rows[-lead] for rows in others)
    dated = sum(bool(rows_between(outline.date_rows, row, outline.ends[row])) for row in firsts)
    return max(more, dated) >= LEAD_SHARE * (len(befores) - 1)


def _step_back(outline: Outline, top: int, lead: int, limit: int) -> int:
    """Return the row *lead* siblings before *top*, not before *limit*."""
    if not lead:
        return top
    start = max(limit, outline.tree.parents[top] + 1)
    before = _siblings(outline, start, top)
    return before[-min(lead, len(before))] if before else top
