"""Records of a content: the cards of a listing, the posts of a thread, what each says of itself.

The kind of a page says whether it has any. What repeats is read as feeds and posts read it
(`layout.records`): titles that look alike, or bylines, and the stretch of the page that belongs to
each. Of all such lists the one counts that most of the content stands in.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from zaru.content.content import RECORD, Content, ContentBlock
from zaru.layout.outline import Outline, Rows
from zaru.layout.passages import find_passages
from zaru.layout.records import Record, Records, find_lists, make_list_at
from zaru.layout.roles import Role
from zaru.layout.value import Part, Value
from zaru.text.dates import find_url_year

_ROLE_OF_KIND = {"listing": "item", "thread": "comment"}
_LEAST = {"item": 3, "comment": 2}  # records; fewer are no list
# Of the content that stands in the records of a list: listings have introductions. Set while
# reading the listings and threads of the bench (2026-11), of which 156 of 190 have records so; with
# a half 147 have, with a tenth 158.
_LEAST_SHARE = 0.3
_ALIKE = 10  # lists whose shares differ by less than a tenth are as good
# Bounds of the work on one page: lists that are weighed, the longest first, and their records.
_MAX_LISTS = 12
_MAX_RECORDS = 2_000

Look = tuple[object, ...]  # equal for titles that look alike
Signs = tuple[int, bool, bool, int]  # the greater, the better
_NO_SIGNS: Signs = (-1, False, False, 0)


class ContentRecord(NamedTuple):
    """One card of a listing, or one post of a thread. None stands for what it does not say."""

    role: str  # "item" or "comment"
    title: Part | None  # of a card
    link: Part | None  # where its title leads, absolute
    author: Part | None  # of a post
    date: Part | None  # ISO 8601
    blocks: range  # the numbers of its blocks in the content
    rows: range  # of the tree
    is_signed: bool = False  # its blocks say who wrote it

    @property
    def byline(self) -> str:
        """What stands above a post that is not signed: its author and its date."""
        if self.is_signed:
            return ""
        author = self.author.text if self.author else ""
        date = self.date.text.replace("T", " ") if self.date else ""
        return " · ".join(filter(None, (author, date)))

    def to_json(self) -> dict[str, object]:
        """Return the record as a JSON object; `blocks` are the first one's number and how many."""
        said: dict[str, Part | None] = {name: getattr(self, name) for name in RECORD}
        return {
            "role": self.role,
            **{name: part and part.text for name, part in said.items()},
            "blocks": [self.blocks.start, len(self.blocks)],
            "spans": {
                name: list(part.span) if part and part.span else None for name, part in said.items()
            },
        }


def find_records(content: Content) -> tuple[ContentRecord, ...]:
    """Return the records of *content* in order, none inside another; most pages have none."""
    role = _ROLE_OF_KIND.get(content.kind.name) if content.kind else None
    if role is None or len(content.blocks) < _LEAST[role]:
        return ()
    year = find_url_year(content.page.url or "")
    outline = Outline(content.tree, language=content.language, year=year)
    lists = _list_cards(outline) if role == "item" else _list_posts(outline)
    read = _read_card if role == "item" else _read_post
    chosen = _choose(content, outline, lists, role)
    return tuple(read(content, outline, record, blocks) for record, blocks in chosen)


def _list_cards(outline: Outline) -> Sequence[Records]:
    """Return what may be the cards of a listing: each has a title that leads to another page."""
    return find_lists(outline, [one for one in find_passages(outline) if one.link is not None])


def _list_posts(outline: Outline) -> Sequence[Records]:
    """Return what may be the posts of a thread: each has a byline, by the markup or by its date."""
    groups: dict[Look, list[Rows]] = defaultdict(list)

    def add(row: int, start: int, end: int, role: int = 0) -> None:
        """Put rows to those that look alike, as the element *row* does; none inside another."""
        tree, classes = outline.tree, outline.classes
        found = groups[role, tree.tag(row), classes[row], classes[tree.parent(row)]]
        if not found or found[-1][1] <= start:
            found.append((start, end))

    for role in (Role.AUTHOR, Role.DATE):
        for row in outline.find(role):
            if outline.held[row]:
                add(row, row, outline.ends[row], role)
    for line in outline.lines:
        if outline.credits.read_line_date(line):
            add(line.block, line.start, line.end)
    longest = sorted(groups.values(), key=len)[-_MAX_LISTS:]
    return [make_list_at(outline, rows[:_MAX_RECORDS]) for rows in longest]


def _read_card(content: Content, outline: Outline, record: Record, blocks: range) -> ContentRecord:
    title, rows = record.title, range(record.start, record.end)
    date = _to_iso(outline.credits.find_date(record.start, record.end))
    link = _read_link(content, title.link)
    name = outline.part(title.start, title.end)
    return ContentRecord("item", name, link, None, date, blocks, rows)


def _read_post(content: Content, outline: Outline, record: Record, blocks: range) -> ContentRecord:
    start, end, said = record.start, record.end, outline.credits
    author, date = said.find_writer(start, end), _to_iso(said.find_date(start, end))
    is_signed = author is not None and _is_signed(content, blocks, author)
    name, rows = author.part if author else None, range(start, end)
    return ContentRecord("comment", None, None, name, date, blocks, rows, is_signed)


def _is_signed(content: Content, blocks: range, author: Value) -> bool:
    """Say whether one of *blocks* is, or has, what names the author."""
    end = content.tree.end(author.row)
    rows = (content.blocks[number].rows for number in blocks)
    return any(own and own[0] < end and author.row <= own[-1] for own in rows)


def _choose(
    content: Content, outline: Outline, lists: Iterable[Records], role: str
) -> list[tuple[Record, range]]:
    """Return the records of the best list, each with its blocks; nothing where none is good.

    Of lists that hold about the same the titles of cards decide, and how many posts there are.
    """
    texts, least = _Texts(content.blocks), _LEAST[role]
    best: Records = ()
    most, weight = int(_LEAST_SHARE * _ALIKE), _NO_SIGNS
    for records in lists:
        if len(records) < least or (share := int(texts.share(records) * _ALIKE)) < most:
            continue
        signs = _weigh_titles(outline, records) if role == "item" else _weigh_bylines(records)
        if signs is not None and (share, signs) > (most, weight):
            best, most, weight = records, share, signs
    found = [(record, blocks) for record in best if (blocks := texts.between(record))]
    return found if len(found) >= least else []


def _weigh_titles(outline: Outline, records: Records) -> Signs | None:
    """Return what makes the titles of cards good ones; None when they tell few cards apart.

    Dates name nothing, and "Read more" is one name for all.
    """
    first, is_date = records[0].title, outline.credits.is_date
    texts = {outline.text(one.title.start, one.title.end) for one in records}
    names = sum(any(map(str.isalpha, text)) and not is_date(text) for text in texts)
    if 2 * names < len(records):
        return None
    is_link = outline.sizes.link_share(first.start, first.end) == 1
    return names, first.is_heading, is_link, -first.start


def _weigh_bylines(records: Records) -> Signs:
    """Return what makes bylines good ones: there are many."""
    return len(records), False, False, -records[0].title.start


class _Texts:
    """The blocks of a content by their rows."""

    def __init__(self, blocks: Sequence[ContentBlock]) -> None:
        self.rows = [block.rows[0] if block.rows else block.row for block in blocks]
        self.sizes = [0, *accumulate(len(block.text) * bool(block.rows) for block in blocks)]

    def between(self, record: Record) -> range:
        """Return the numbers of the blocks of a record."""
        first = bisect_left(self.rows, record.start)
        return range(first, bisect_left(self.rows, record.end, first))

    def share(self, records: Records) -> float:
        """Return how much of the content stands in *records*; those without any count against."""
        held = list(map(self.between, records))
        size = sum(self.sizes[blocks.stop] - self.sizes[blocks.start] for blocks in held)
        return size / max(self.sizes[-1], 1) * sum(map(bool, held)) / len(held)


def _read_link(content: Content, row: int | None) -> Part | None:
    tree = content.tree
    href = None if row is None else tree.attribute(row, "href")
    url = None if href is None else content.resolve(href)
    return None if url is None or row is None else Part(url, tree.attribute_span(row, "href"))


def _to_iso(date: Value | None) -> Part | None:
    return None if date is None else Part(date.text.replace(" ", "T"), date.span)
