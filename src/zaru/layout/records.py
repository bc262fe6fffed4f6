"""Records: what repeats on a page. Titles are passages that look alike, and a record is the stretch
of the page that belongs to one. All that a list might be is given, for those who weigh them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, groupby, pairwise, takewhile
from typing import NamedTuple

from zaru.layout.lines import rows_between
from zaru.layout.outline import Look, Outline, Rows, find_tops
from zaru.layout.passages import Passage, take_passage

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
    lists: list[Records] = []
    count = rows = 0
    for titles in chosen[:MAX_LISTS]:
        count += len(titles)
        rows += titles[-1].end - titles[0].start
        if lists and (count > MAX_TITLES or rows > MAX_ROWS):
            break
        lists.append(make_list(outline, titles))
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
    lasts = {parents[title.start]: title for title in group}
    if MIN_TITLES <= len(firsts) < len(group):
        for ends in (firsts, lasts):
            yield sorted(ends.values(), key=lambda title: title.start)


def _split(outline: Outline, titles: list[Passage]) -> list[list[Passage]]:
    """Return the titles by the child of their lowest common element that they are in."""
    tree, first, last = outline.tree, titles[0], titles[-1]
    children = outline.children(tree.shared(tree.parents[first.start], last.start))
    parts = groupby(titles, key=lambda title: bisect_right(children, title.start))
    return [list(part) for _, part in parts]


def make_list(outline: Outline, titles: list[Passage]) -> Records:
    """Return the list with the record of each title.

    Where each article has an element, that is its record. Where titles and bodies are siblings,
    it ends before the next title, and that of the last before what no other article has.
    """
    tree, ends = outline.tree, outline.ends
    tops = find_tops(tree, [(title.start, title.end) for title in titles], 0, len(tree))
    lead = _find_lead(outline, tops)
    nexts = [*tops[1:], len(tree)]
    siblings = [_sibling_of(outline, top, after) for top, after in zip(tops, nexts, strict=True)]
    looks = {
        outline.look(row)
        for top, sibling in zip(tops, siblings, strict=True)
        if sibling > ends[top]
        for row in outline.siblings(top, ends[top], sibling)
    }
    records: list[Record] = []
    before = 0  # the end of the record before
    for title, top, after, sibling in zip(titles, tops, nexts, siblings, strict=True):
        if sibling < 0:
            end = _extend(outline, top, looks)
        elif sibling == after:
            end = _step_back(outline, after, lead, ends[top])
        else:
            end = sibling
        start = _step_back(outline, top, lead, before)
        before = max(end, ends[top])
        records.append(Record(title, top, start, before))
    return tuple(records)


def make_list_at(outline: Outline, titles: Iterable[Rows]) -> Records:
    """Return the list of titles that are told by their rows alone, whatever they look like."""
    return make_list(outline, [take_passage(outline, *rows) for rows in titles])


def _sibling_of(outline: Outline, top: int, row: int) -> int:
    """Return the sibling of a top that is *row*, the next one, or holds it; -1 without one."""
    parents = outline.tree.parents
    if row >= outline.ends[parents[top]]:
        return -1
    while parents[row] != parents[top]:  # elements that the page forgot to close
        row = parents[row]
    return row


def _extend(outline: Outline, top: int, looks: Collection[Look]) -> int:
    """Return the row behind the siblings of *top* that look like what other articles have."""
    behind = outline.siblings(top, outline.ends[top], len(outline.tree))
    alike = list(takewhile(lambda row: outline.look(row) in looks, behind))
    return outline.ends[alike[-1] if alike else top]


def _find_lead(outline: Outline, tops: list[int]) -> int:
    """Return how many siblings before each top belong to it, such as a line with the date."""
    if not outline.siblings(tops[0], 0, tops[0]):  # nothing leads the first
        return 0
    befores = [
        outline.siblings(top, last + 1, top)[-MAX_LEAD - 1 :] for last, top in pairwise([-1, *tops])
    ]
    lead = 0
    needed = LEAD_SHARE * len(befores)
    while lead < MAX_LEAD and len(befores[0]) > lead:
        looks = [outline.look(rows[-lead - 1]) for rows in befores if len(rows) > lead]
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
    before = outline.siblings(top, limit, top)[-lead:] if lead else []
    return before[0] if before else top
