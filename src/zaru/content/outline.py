"""The blocks of a content put together again: lists, tables, quotes and code, as the page nests."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import islice, pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from zaru.content.compiled import _kernel
from zaru.content.content import Content, ContentBlock
from zaru.content.roles import LISTS
from zaru.dom import Tree

if TYPE_CHECKING:
    from zaru.content.records import ContentRecord

_ITEMS = frozenset({"li", "dt", "dd"})
_LAYOUT_LISTS = tuple(LISTS - {"ol"})
_MAY_HOLD = _ITEMS | LISTS | {"blockquote", "pre", "table"}
_WHOLE = frozenset({"code", "table"})  # what is in them has no parts
HEADING_ROLES = frozenset({"title", "heading"})
# How many lists, items and quotes may stand in each other; what is deeper is written as if it
# stood in the last of them. Each level indents every line, and a page may nest hundreds.
_MAX_NESTING = 16
_INTEGER = re.compile(r"[\t\n\f\r ]*([-+]?\d{1,9})(?!\d)")
_LANGUAGE = re.compile(
    r"(?:^|[\s-])(?:language-|lang-|highlight-(?:source-|text-)?|brush:\s*|"
    r"(?:hljs|sourceCode)\s+(?!lang))(\w[\w+#.-]{0,30})"
)
_NO_LANGUAGES = frozenset("default hljs nohighlight none plain plaintext sourceCode text".split())
_MAX_FRAMES = 3  # elements around a `pre` that may name its language

Holder = tuple[str, int]  # "list", "item", "quote", "code", "table" or "post", and its row
Held = tuple[list[int], dict[int, int]]  # of blocks: see `find_holders`


class Part(NamedTuple):
    """A block, or blocks that one element holds."""

    role: str  # "block", "list", "item", "quote", "code", "table" or "post"
    row: int  # the element that holds it
    blocks: list[ContentBlock]  # the block, or what code and tables hold
    parts: list[Part]  # of a list its items, of an item, a quote or a post what it holds
    number: int | None = None  # of an item of a numbered list
    record: ContentRecord | None = None  # that a post, or an item, is


def find_holders(tree: Tree, rows: list[int]) -> Held:
    """Return which lists, items, quotes, code and tables of a page may hold some of its rows.

    Of each of the rows the first at or above it, -1 for none; and of each of those, and of these,
    the next one above it. The reference of the kernel, and what is done without it.
    """
    nearest, above = [], dict[int, int]()
    for row in rows:
        holders = [one for one in (row, *tree.ancestors(row)) if tree.tag(one) in _MAY_HOLD]
        above.update(pairwise([*holders, -1]))
        nearest.append(holders[0] if holders else -1)
    return nearest, above


def find_held(content: Content) -> Held:
    """Return what `find_holders` does for the blocks of *content*."""
    tree, rows = content.tree, [block.row for block in content.blocks]
    return _kernel.find_holders(tree.columns, rows) if _kernel else find_holders(tree, rows)


def build_parts(content: Content, held: Held | None = None) -> list[Part]:
    """Return the parts of *content* in order; *held* is what `find_held` returned, if known."""
    tree, blocks = content.tree, content.blocks
    nearest, above = held or find_held(content)
    records = content.records if content.tells_records else ()
    finder = _HolderFinder(content, nearest, above)
    pairs = zip(blocks, nearest, strict=True)
    holders = [finder.find(block, row) if row >= 0 else [] for block, row in pairs]
    _hold_records(records, holders)
    told = {record.rows.start: record for record in records}
    return _nest(blocks, holders, _number_items(tree, holders), told)


def _hold_records(records: Sequence[ContentRecord], holders: list[list[Holder]]) -> None:
    """Put what holds the records into *holders*: posts by themselves, cards in one list.

    What arranges them on the page goes: lists and quotes that hold several.
    """
    for record in records:
        start = record.rows.start
        own: list[Holder] = [("post", start)]
        if record.role == "item":
            own = [("list", records[0].rows.start), ("item", start)]
        for number in record.blocks:
            around = [holder for holder in holders[number] if start <= holder[1]]
            if around[:1] and around[0][0] == "item":  # its list holds other records
                del around[0]
            holders[number] = _cut_nesting([*own, *around])


def _cut_nesting(holders: list[Holder]) -> list[Holder]:
    """Return the outermost of *holders*; the last is no list, which holds items only."""
    kept = holders[:_MAX_NESTING]
    return kept[:-1] if kept and kept[-1][0] == "list" else kept


def code_language(tree: Tree, pre: int) -> str:
    """Return the language that the classes of a `pre` or of the elements about it name, or "".

    >>> from zaru import Page
    >>> tree = Page.from_bytes(b'<pre><code class="hljs language-c++">x</code></pre>').tree
    >>> code_language(tree, tree.tags.index("pre"))
    'c++'
    """
    above = islice(tree.ancestors(pre), _MAX_FRAMES)
    frames = takewhile(lambda row: tree.tag(row) in ("div", "figure", "span"), above)
    inside = range(pre + 1, min(pre + 3, len(tree)))
    code = [row for row in inside if tree.tag(row) == "code"]
    for row in (*code[:1], pre, *frames):
        attributes = tree.attributes(row)
        for name in ("data-lang", "data-language", "class"):
            words = attributes.get(name)
            found = words and _LANGUAGE.search(words if name == "class" else f"lang-{words}")
            if found and found[1] not in _NO_LANGUAGES:
                return found[1]
    return ""


class _HolderFinder:
    """Finds what holds the blocks of one content; remembers what it knows of lists and tables."""

    def __init__(self, content: Content, nearest: list[int], above: dict[int, int]) -> None:
        self.tree, self.above = content.tree, above
        self.last: dict[int, int] = {}  # the last item of each list
        pairs = zip(content.blocks, nearest, strict=True)
        # Those that hold data, as the roles of their blocks say.
        self.tables = {self._table_of(row) for block, row in pairs if block.role == "table"}
        self.layout = self._find_layout(content)

    def _table_of(self, row: int) -> int:
        while self.tree.tag(row) != "table":
            row = self.above[row]
        return row

    def _find_layout(self, content: Content) -> set[int]:
        """Return the lists that hold headings: they arrange the page, but for numbered ones."""
        lists = self.above.keys() & self.tree.rows_of(*_LAYOUT_LISTS)
        if not lists:
            return lists
        above_headings = {-1}
        for block in content.blocks:
            if block.role in HEADING_ROLES:
                row = block.row
                while (row := self.tree.parent(row)) not in above_headings:
                    above_headings.add(row)
        return lists & above_headings

    def find(self, block: ContentBlock, row: int) -> list[Holder]:
        """Return what holds *block*, the outermost first; *row* is the first that may."""
        holders = list[Holder]()
        while row >= 0:
            tag, outer = self.tree.tag(row), self.above[row]
            if tag in _ITEMS:
                item, row = row, _list_of(self.tree, row)
                holders += self._item(row, item)
                outer = self.above.get(row, outer)
            elif tag in LISTS:
                holders += self._item(row, self.last.get(row, row))
            elif tag == "blockquote":
                holders.append(("quote", row))
            elif tag == "pre" and block.role == "code":
                holders = [("code", row)]
            elif row in self.tables:
                holders = [("table", row)]  # what stands in its cells is written in a line
            row = outer
        return _cut_nesting(holders[::-1])

    def _item(self, row: int, item: int) -> list[Holder]:
        """Return the list *row* and its *item*; what is in no item belongs to the one before."""
        self.last[row] = item
        return [] if row in self.layout else [("item", item), ("list", row)]


def _list_of(tree: Tree, item: int) -> int:
    """Return the list of an item: `dl` may hold `div`; an item without a list is one's child."""
    row = parent = tree.parent(item)
    while row > 0 and tree.tag(row) == "div":
        row = tree.parent(row)
    return row if tree.tag(row) in LISTS else max(parent, 0)


def _nest(
    blocks: Sequence[ContentBlock],
    holders: list[list[Holder]],
    numbers: dict[int, int],
    records: dict[int, ContentRecord],
) -> list[Part]:
    """Return the parts of *blocks*, each in its *holders*; what one holds is one part of it.

    *numbers* are those of items, *records* those that items and posts are, by their rows.
    """
    parts, before = list[Part](), list[Holder]()
    open_parts = list[Part]()  # that the block before stands in, the outermost first
    inside, is_whole = parts, False  # what the last of them holds, and whether that is all
    for block, around in zip(blocks, holders, strict=True):
        if around != before:
            level = count_shared(around, before)
            del open_parts[level:]
            inside = open_parts[-1].parts if open_parts else parts
            for role, row in around[level:]:
                part = Part(role, row, [], [], numbers.get(row), records.get(row))
                inside.append(part)
                open_parts.append(part)
                inside = part.parts
            before, is_whole = around, bool(around) and around[-1][0] in _WHOLE
        if is_whole:
            open_parts[-1].blocks.append(block)
        else:
            inside.append(Part("block", block.row, [block], []))
    return parts


def count_shared(path: Sequence[object], other: Sequence[object]) -> int:
    """Return how many steps, from the first on, two paths have in common."""
    pairs = enumerate(zip(path, other, strict=False))
    least = min(len(path), len(other))
    return next((number for number, (one, two) in pairs if one != two), least)


def _number_items(tree: Tree, holders: list[list[Holder]]) -> dict[int, int]:
    """Return the number of each item of those lists that have some, by row, as HTML counts."""
    numbers: dict[int, int] = {}
    lists = {row for around in holders for role, row in around if role == "list"}
    numbered = lists.intersection(tree.rows_of("ol"))
    items: defaultdict[int, list[int]] = defaultdict(list)
    for row in tree.rows_of("li") if numbered else ():
        items[_list_of(tree, row)].append(row)
    for row in numbered.intersection(items):
        step = 1 if tree.attribute(row, "reversed") is None else -1
        number = _read_integer(tree, row, "start", 1 if step > 0 else len(items[row]))
        for item in items[row]:
            number = _read_integer(tree, item, "value", number)
            numbers[item] = number
            number += step
    return numbers


def _read_integer(tree: Tree, row: int, name: str, default: int) -> int:
    found = _INTEGER.match(tree.attribute(row, name) or "")
    return int(found[1]) if found else default
