"""The blocks of a content put together again: lists, tables, quotes and code, as the page nests."""

from __future__ import annotations

import re
from typing import NamedTuple

from zaru.content.content import Content, ContentBlock
from zaru.content.roles import LISTS
from zaru.dom import Tree

try:
    from zaru.content import _kernel
except ImportError:  # installed without a compiler
    _kernel = None  # type: ignore[assignment]

_ITEMS = frozenset({"li", "dt", "dd"})
_LAYOUT_LISTS = tuple(LISTS - {"ol"})
_HOLDERS = _ITEMS | LISTS | {"blockquote", "pre"}
_MAY_HOLD = _HOLDERS | {"table"}
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

Holder = tuple[str, int]  # "list", "item", "quote", "code" or "table", and its row


class Part(NamedTuple):
    """A block, or blocks that one element holds."""

    role: str  # "block", "list", "item", "quote", "code" or "table"
    row: int  # the element that holds it
    blocks: list[ContentBlock]  # all that are in it
    parts: list[Part]  # of a list its items, of an item or a quote what it holds
    number: int | None = None  # of an item of a numbered list


def is_flat(content: Content) -> bool:
    """Say whether no list, quote, code or table holds a block of *content*: all are parts."""
    return not any(find_held(content.tree, [block.row for block in content.blocks]))


def build_parts(content: Content) -> list[Part]:
    """Return the parts of *content* in order."""
    blocks = content.blocks
    is_held = find_held(content.tree, [block.row for block in blocks])
    if not any(is_held):
        return [Part("block", block.row, [block], []) for block in blocks]
    finder = _HolderFinder(content)
    held = [
        (block, finder.find(block) if may_be else [])
        for block, may_be in zip(blocks, is_held, strict=True)
    ]
    lists = {row for _, holders in held for role, row in holders if role == "list"}
    return _nest(held, 0, _number_items(content.tree, lists))


def find_held(tree: Tree, rows: list[int]) -> list[bool]:
    """Return for each of *rows* whether a list, a quote, code or a table may hold it."""
    if _kernel is not None:
        return _kernel.find_held(tree.columns, rows)
    return [any(tree.tags[one] in _MAY_HOLD for one in (row, *tree.ancestors(row))) for row in rows]


def code_language(tree: Tree, pre: int) -> str:
    """Return the language that the classes of a `pre` or of the elements about it name, or "".

    >>> from zaru import Page
    >>> tree = Page.from_bytes(b'<pre><code class="hljs language-c++">x</code></pre>').tree
    >>> code_language(tree, tree.tags.index("pre"))
    'c++'
    """
    rows, frame = [pre], tree.parents[pre]
    while len(rows) <= _MAX_FRAMES and tree.tags[frame] in ("div", "figure", "span"):
        rows.append(frame)
        frame = tree.parents[frame]
    if "code" in tree.tags[pre + 1 : pre + 3]:
        rows.insert(0, tree.tags.index("code", pre))
    for row in rows:
        attributes = tree.attributes(row)
        for name in ("data-lang", "data-language", "class"):
            words = attributes.get(name, "")
            found = _LANGUAGE.search(words if name == "class" else f"lang-{words}")
            if found and found[1] not in _NO_LANGUAGES:
                return found[1]
    return ""


class _HolderFinder:
    """Finds what holds the blocks of one content; remembers what it knows of lists and tables."""

    def __init__(self, content: Content) -> None:
        self.tree = tree = content.tree
        self.last: dict[int, int] = {}  # the last item of each list
        self.tables: set[int] = set()  # those that hold data, as the roles of their blocks say
        self.next: dict[int, int] = {-1: -1}  # of a row: the first at or above it that may hold
        # Lists that hold headings arrange the page, as tables may, but for numbered ones.
        self.layout: set[int] = set()
        above_headings = {-1}
        tags, parents, lists = tree.tags, tree.parents, tree.rows_of(*_LAYOUT_LISTS)
        for block in content.blocks:
            row, role = block.row, block.role
            if role == "table":
                while tags[row] != "table":
                    row = parents[row]
                self.tables.add(row)
            elif lists and (role == "heading" or role == "title"):
                while (row := parents[row]) not in above_headings:
                    above_headings.add(row)
        if len(above_headings) > 1:
            self.layout = above_headings.intersection(lists)

    def find(self, block: ContentBlock) -> list[Holder]:
        """Return what holds *block*, the outermost first."""
        tags, holders, row = self.tree.tags, list[Holder](), self._next(block.row)
        if row < 0:  # as most
            return holders
        while row >= 0:
            tag = tags[row]
            if tag in _ITEMS:
                item, row = row, _list_of(self.tree, row)
                holders += self._item(row, item)
            elif tag in LISTS:
                holders += self._item(row, self.last.get(row, row))
            elif tag == "blockquote":
                holders.append(("quote", row))
            elif tag == "pre" and block.role == "code":
                holders = [("code", row)]
            elif row in self.tables:
                holders = [("table", row)]  # what stands in its cells is written in a line
            row = self._next(self.tree.parents[row])
        holders = holders[::-1][:_MAX_NESTING]
        return holders[:-1] if holders and holders[-1][0] == "list" else holders

    def _next(self, row: int) -> int:
        """Return the first row from *row* upwards that may hold blocks, -1 for none."""
        tree, passed = self.tree, []
        while row not in self.next:
            if tree.tags[row] in _HOLDERS or row in self.tables:
                self.next[row] = row
                break
            passed.append(row)
            row = tree.parents[row]
        for step in passed:
            self.next[step] = self.next[row]
        return self.next[row]

    def _item(self, row: int, item: int) -> list[Holder]:
        """Return the list *row* and its *item*; what is in no item belongs to the one before."""
        self.last[row] = item
        return [] if row in self.layout else [("item", item), ("list", row)]


def _list_of(tree: Tree, item: int) -> int:
    """Return the list of an item: `dl` may hold `div`; an item without a list is one's child."""
    row = tree.parents[item]
    while row > 0 and tree.tags[row] == "div":
        row = tree.parents[row]
    return row if tree.tags[row] in LISTS else max(tree.parents[item], 0)


def _nest(
    held: list[tuple[ContentBlock, list[Holder]]], level: int, numbers: dict[int, int]
) -> list[Part]:
    """Return the parts of blocks that stand in one element, which is *level* holders deep."""
    parts, start, count = list[Part](), 0, len(held)
    while start < count:
        block, holders = held[start]
        end = start + 1
        if level == len(holders):
            parts.append(Part("block", block.row, [block], []))
        else:
            holder = role, row = holders[level]
            while end < count and held[end][1][level : level + 1] == [holder]:
                end += 1
            pairs = held[start:end]
            inner = [] if role in ("code", "table") else _nest(pairs, level + 1, numbers)
            parts.append(Part(role, row, [block for block, _ in pairs], inner, numbers.get(row)))
        start = end
    return parts


def _number_items(tree: Tree, lists: set[int]) -> dict[int, int]:
    """Return the number of each item of those *lists* that have some, by row, as HTML counts."""
    numbers: dict[int, int] = {}
    numbered = lists.intersection(tree.rows_of("ol"))
    if not numbered:
        return numbers
    items: dict[int, list[int]] = {}
    for row in tree.rows_of("li"):
        items.setdefault(_list_of(tree, row), []).append(row)
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
