"""Blocks: the smallest units of content and of clutter (paper 5, §3.4).

A block is a block-level element with its inline content, without the block-level elements
below it. `body` counts as one, since text may stand in it directly. What `script` and `style`
hold is in no block. Blocks come in the order in which their elements end, as in the paper's
figure 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zaru.dom.columns import Group, Span

if TYPE_CHECKING:
    from zaru.dom.tree import Tree

# HTML 4.01's %block; (with the transitional DTD), what it says may be considered block-level
# since it holds blocks (li, td, …), and HTML5's.
BLOCK_TAGS = frozenset(
    """
    address blockquote center dir div dl fieldset form h1 h2 h3 h4 h5 h6 hr isindex menu
    noframes noscript ol p pre table ul
    caption dd dt frameset legend li tbody td tfoot th thead tr
    article aside details dialog figcaption figure footer header hgroup main nav search section
    summary body
    """.split()
)
HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}  # tags and their levels
UNSEEN_TAGS = frozenset({"script", "style", "svg:script", "svg:style"})
# Elements whose text is not read on the page: code, form values, what stands in for media.
UNREAD_TAGS = frozenset(
    """
    script style template select option datalist textarea button iframe object embed applet
    audio video canvas map svg:svg math:math noembed noframes title rp
    """.split()
)
_ROOT_TAGS = frozenset({"body", "frameset"})  # nothing above them is part of a block
_PRE_TAGS = frozenset({"pre", "listing", "textarea", "xmp"})


class Block:
    """One block of a tree: its element, and the rows of its inline content."""

    __slots__ = ("bounds", "row", "rows", "tree")

    def __init__(self, tree: Tree, row: int, rows: list[int], bounds: Span) -> None:
        self.tree = tree
        self.row = row  # of the block-level element
        self.rows = rows  # of its inline elements and text runs, in document order
        self.bounds = bounds  # first byte of its text and behind the last; (-1, -1) without

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
        return [row for row in self.rows if row in self.tree.spans]

    @property
    def text(self) -> str:
        """The text as a reader sees it: white space as one space, `<br>` as a line end."""
        tree = self.tree
        if tree.tags[self.row] in _PRE_TAGS:
            return tree.literal_text(self.rows)
        return tree.reader_text(self.rows)

    @property
    def span(self) -> tuple[int, int] | None:
        """Byte offset and length from the first to the last text run; None without text."""
        return None if self.bounds[0] < 0 else self.tree.trim(*self.bounds)

    @property
    def is_exact(self) -> bool:
        """Whether the span's bytes say the text; if not, the text stands somewhere in them."""
        return self.tree.unplaced.isdisjoint(self.rows)

    def __repr__(self) -> str:
        """Return the path and the beginning of the text."""
        return f"<Block {self.path} {self.text[:40]!r}>"


def group_blocks(tree: Tree) -> list[Group]:
    """Return the row of each block with the rows of its inline content, in the blocks' order."""
    return tree.columns.groups(_ROOT_TAGS, BLOCK_TAGS, UNSEEN_TAGS)
