"""Records of a content: the cards of a listing, the posts of a thread, what each says of itself.

The kind of a page says whether it has any. What repeats is read as feeds and posts read it
(`layout.records`): titles that look alike, or bylines, and the stretch of the page that belongs to
each. Of all such lists the one counts that most of the content stands in.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from zaru.content.content import RECORD, Content, ContentBlock
from zaru.layout.credits import Credits
from zaru.layout.lines import read_lines
from zaru.layout.outline import Outline
from zaru.layout.passages import Passage, find_passages, take_passage
from zaru.layout.records import Record, Records, find_lists, make_list
from zaru.layout.roles import Role, find_roles
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
    tree, year = content.tree, find_url_year(content.page.url or "")
    sheet = _Sheet(content, Outline(tree), Credits(tree, content.language, year))
    return _find_cards(sheet) if role == "item" else _find_posts(sheet)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A content, and what is asked of its page."""

    content: Content
    outline: Outline
    credits: Credits

    def look(self, row: int) -> Look:
        """Return what elements share that look alike: tag, class, and the class above."""
        tree, classes = self.outline.tree, self.outline.classes
        return tree.tag(row), classes[row], classes[tree.parent(row)]

    def weigh_titles(self, records: Records) -> Signs | None:
        """Return what makes the titles of cards good ones; None when they tell few cards apart.

        Dates name nothing, and "Read more" is one name for all.
        """
        first, outline, is_date = records[0].title, self.outline, self.credits.is_date
        texts = {outline.text(one.title.start, one.title.end) for one in records}
        names = sum(any(map(str.isalpha, text)) and not is_date(text) for text in texts)
        if 2 * names < len(records):
            return None
        is_link = outline.sizes.link_share(first.start, first.end) == 1
        return names, first.is_heading, is_link, -first.start


def _weigh_bylines(records: Records) -> Signs:
    """Return what makes bylines good ones: there are many."""
    return len(records), False, False, -records[0].title.start


def _find_cards(sheet: _Sheet) -> tuple[ContentRecord, ...]:
    """Return the cards of a listing: each has a title that leads to another page."""
    outline = sheet.outline
    passages = [one for one in find_passages(outline) if one.link is not None]
    lists = find_lists(outline, passages)
    return tuple(
        ContentRecord(
            "item",
            _read_title(sheet, one.title),
            _read_link(sheet.content, one.title.link),
            None,
            _to_iso(sheet.credits.find_date(one.start, one.end)),
            blocks,
            range(one.start, one.end),
        )
        for one, blocks in _choose(sheet.content, lists, _LEAST["item"], sheet.weigh_titles)
    )


def _find_posts(sheet: _Sheet) -> tuple[ContentRecord, ...]:
    """Return the posts of a thread: each has a byline, by the markup or by its date."""
    said, least = sheet.credits, _LEAST["comment"]
    groups = sorted((some for some in _find_bylines(sheet) if len(some) >= least), key=len)
    lists = [make_list(sheet.outline, some[:_MAX_RECORDS]) for some in groups[-_MAX_LISTS:]]
    return tuple(
        ContentRecord(
            "comment",
            None,
            None,
            author.part if author else None,
            _to_iso(said.find_date(one.start, one.end)),
            blocks,
            range(one.start, one.end),
            author is not None and _is_signed(sheet.content, blocks, author),
        )
        for one, blocks in _choose(sheet.content, lists, least, _weigh_bylines)
        for author in [said.find_writer(one.start, one.end)]
    )


def _is_signed(content: Content, blocks: range, author: Value) -> bool:
    """Say whether one of *blocks* is, or has, what names the author."""
    end = content.tree.end(author.row)
    rows = (content.blocks[number].rows for number in blocks)
    return any(own and own[0] < end and author.row <= own[-1] for own in rows)


def _find_bylines(sheet: _Sheet) -> Iterable[list[Passage]]:
    """Return what looks alike and names authors or dates."""
    outline, tree = sheet.outline, sheet.outline.tree
    groups: dict[Look, list[Passage]] = defaultdict(list)

    def add(look: Look, start: int, end: int) -> None:
        found = groups[look]
        if not found or found[-1].end <= start:  # none inside another
            found.append(take_passage(outline, start, end))

    for role in (Role.AUTHOR, Role.DATE):
        for row in find_roles(tree, role, 0, len(tree)):
            if outline.held[row]:
                add((role, *sheet.look(row)), row, outline.ends[row])
    for line in read_lines(tree):
        if sheet.credits.read_line_date(line):
            add(sheet.look(line.block), line.start, line.end)
    return groups.values()


def _choose(
    content: Content, lists: Iterable[Records], least: int, weigh: Callable[[Records], Signs | None]
) -> list[tuple[Record, range]]:
    """Return the records of the best list, each with its blocks; nothing where none is good.

    Of lists that hold about the same *weigh* says which is better, and None of those that are none.
    """
    texts = _Texts(content.blocks)
    best: Records = ()
    most, weight = int(_LEAST_SHARE * _ALIKE), _NO_SIGNS
    for records in lists:
        share = int(texts.share(records) * _ALIKE)
        signs = weigh(records) if share >= most and len(records) >= least else None
        if signs is not None and (share, signs) > (most, weight):
            best, most, weight = records, share, signs
    found = [(record, blocks) for record in best if (blocks := texts.between(record))]
    return found if len(found) >= least else []


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


def _read_title(sheet: _Sheet, title: Passage) -> Part:
    start, end = title.start, title.end
    return Part(sheet.outline.text(start, end), sheet.outline.span(start, end))


def _read_link(content: Content, row: int | None) -> Part | None:
    tree = content.tree
    href = None if row is None else tree.attribute(row, "href")
    url = None if href is None else content.resolve(href)
    return None if url is None or row is None else Part(url, tree.attribute_span(row, "href"))


def _to_iso(date: Value | None) -> Part | None:
    return None if date is None else Part(date.text.replace(" ", "T"), date.span)
