"""The blocks of a content put together again: lists, tables, quotes, single blocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from zaru.content.content import Content, ContentBlock
from zaru.dom import Tree

_ITEMS = ("li", "dt", "dd")


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list: its blocks, how deep it is, whether its list is numbered."""

    blocks: list[ContentBlock]
    level: int
    is_numbered: bool


@dataclass(frozen=True, slots=True)
class Part:
    """Blocks of one kind that stand together."""

    role: str
    blocks: list[ContentBlock]


def iter_parts(content: Content) -> Iterator[Part]:
    """Yield the parts of *content* in order."""
    tree = content.tree

    def key(block: ContentBlock) -> tuple[str, int]:
        if block.role == "table":
            return block.role, _ancestor(tree, block.row, ("table",))
        if block.role in ("list", "quote", "code"):
            return block.role, block.row if block.role == "code" else -1
        return block.role, block.span[0]

    for (role, _), blocks in groupby(content.blocks, key=key):
        yield Part(role, list(blocks))


def list_items(tree: Tree, part: Part) -> list[Item]:
    """Return the items of a list part."""
    items = []
    for row, blocks in groupby(part.blocks, key=lambda block: _ancestor(tree, block.row, _ITEMS)):
        of_item = list(blocks)
        holder = _ancestor(tree, row, ("ul", "ol", "menu", "dir", "dl"))
        level = max(1, of_item[0].level)
        items.append(Item(of_item, level, holder >= 0 and tree.tags[holder] == "ol"))
    return items


def table_rows(tree: Tree, part: Part) -> list[list[list[ContentBlock]]]:
    """Return the rows of a table part, each a list of cells, each a list of blocks."""
    rows = []
    for _, blocks in groupby(part.blocks, key=lambda block: _ancestor(tree, block.row, ("tr",))):
        cells = groupby(blocks, key=lambda block: _ancestor(tree, block.row, ("td", "th")))
        rows.append([list(cell) for _, cell in cells])
    return rows


def _ancestor(tree: Tree, row: int, tags: tuple[str, ...]) -> int:
    """Return the nearest row from *row* upwards with one of *tags*, -1 for none."""
    while row >= 0 and tree.tags[row] not in tags:
        row = tree.parents[row]
    return row
