"""Text to tree to blocks; paths; where everything stands in the file."""

from zaru.dom.blocks import BLOCK_TAGS, HEADINGS, UNREAD_TAGS, UNSEEN_TAGS, Block
from zaru.dom.columns import TEXT
from zaru.dom.tree import Tree, build_tree

__all__ = [
    "BLOCK_TAGS",
    "HEADINGS",
    "TEXT",
    "UNREAD_TAGS",
    "UNSEEN_TAGS",
    "Block",
    "Tree",
    "build_tree",
]
