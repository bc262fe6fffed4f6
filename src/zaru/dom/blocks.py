"""Blocks: the smallest units of content and of clutter (paper 5, §3.4).

A block is a block-level element with its inline content, without the block-level elements
below it. `body` counts as one, since text may stand in it directly. What `script` and `style`
hold is in no block. Blocks come in the order in which their elements end, as in the paper's
figure 4.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from zaru.dom.parser import TEXT

if TYPE_CHECKING:
    from zaru.dom.tree import Tree

# HTML 4.01's %block; (with the transitional DTD), what it says may be considered block-level
# since it holds blocks (li, td, …), and HTML5's.
BLOCK_TAGS = frozenset(
    """
    address blockquote center dir div dl fieldset form h1 h2 h3 h4 h5 h6 hr isindex menu
    noframes noscript ol p pre table ul
    dd dt frameset li tbody td tfoot th thead tr caption legend
    article aside details dialog figcaption figure footer header hgroup main nav search section
    summary body
    """.split()
)
UNSEEN_TAGS = frozenset({"script", "style", "svg:script", "svg:style"})
_PRE_TAGS = frozenset({"pre", "listing", "textarea", "xmp"})
_WHITE = re.compile(r"[\t\n\f\r ]+")
_AROUND_BREAK = re.compile(r" *\n *")


class Block:
    """One block of a tree: its element, and the rows of its inline content."""

    __slots__ = ("row", "rows", "tree")

    def __init__(self, tree: Tree, row: int) -> None:
        self.tree = tree
        self.row = row  # of the block-level element
        self.rows: list[int] = []  # of its inline elements and text runs, in document order

    @property
    def tag(self) -> str:
        """The tag of the block-level element."""
        return self.tree.tags[self.row]

    @property
    def path(self) -> str:
        """The tags from the root to the block: `html/body/div/p`."""
        return self.tree.path(self.row)

    @property
    def runs(self) -> list[int]:
        """The rows of the block's text runs that are not white space."""
        tags, values = self.tree.tags, self.tree.values
        return [row for row in self.rows if tags[row] == TEXT and not values[row].isspace()]  # type: ignore[union-attr]

    @property
    def text(self) -> str:
        """The text as a reader sees it: white space as one space, `<br>` as a line end."""
        tags, values = self.tree.tags, self.tree.values
        parts = []
        for row in self.rows:
            tag = tags[row]
            if tag == TEXT:
                parts.append(values[row])
            elif tag == "br":
                parts.append("\0")  # parsed text has no NUL
        joined = "".join(parts)  # type: ignore[arg-type]
        if tags[self.row] in _PRE_TAGS:
            return joined.replace("\0", "\n").strip("\n")
        joined = _WHITE.sub(" ", joined).strip(" ")
        if "\0" in joined:
            joined = _AROUND_BREAK.sub("\n", joined.replace("\0", "\n")).strip("\n")
        return joined

    @property
    def span(self) -> tuple[int, int] | None:
        """Byte offset and length from the first to the last text run; None without text."""
        runs = self.runs
        if not runs:
            return None
        starts, ends = self.tree.starts, self.tree.ends
        first = min(starts[row] for row in runs)
        return first, max(ends[row] for row in runs) - first

    def __repr__(self) -> str:
        """Return the path and the beginning of the text."""
        return f"<Block {self.path} {self.text[:40]!r}>"


def find_blocks(tree: Tree) -> list[Block]:
    """Return the blocks of *tree* in the order in which their elements end."""
    tags, depths = tree.tags, tree.depths
    owners: list[Block | None] = []
    done: list[Block] = []
    is_open: list[Block] = []
    for row, (tag, parent) in enumerate(zip(tags, tree.parents, strict=True)):
        owner = owners[parent] if row else None
        if tag in BLOCK_TAGS:
            if owner is not None or tag in ("body", "frameset"):
                owner = Block(tree, row)
                depth = depths[row]
                while is_open and depths[is_open[-1].row] >= depth:
                    done.append(is_open.pop())
                is_open.append(owner)
        elif tag in UNSEEN_TAGS:
            owner = None
        elif owner is not None:
            owner.rows.append(row)
        owners.append(owner)
    done.extend(reversed(is_open))
    return done
