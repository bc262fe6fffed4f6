"""The outline of a page: what its rows hold, as columns over its tree.

Rows are in document order, so that a line, a title, an article and a list are each a range of
rows, and sums over rows tell what a range holds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate

from zaru.content.skeleton import split_tokens
from zaru.dom import BLOCK_TAGS, TEXT, UNREAD_TAGS, Tree
from zaru.feeds.article import Span

Pairs = tuple[tuple[str, str | None], ...]  # the attributes of an element

# Elements, roles and words of classes and ids that set a part of a page off from its main list.
_SIDE_TAGS = frozenset({"nav", "aside", "footer", "menu"})
_SIDE_ROLES = frozenset({"navigation", "complementary", "contentinfo", "search"})
_SIDE_WORDS = frozenset(
    """
    sidebar side sidemenu sidenavi leftcol rightcol nav navi navigation globalnav gnav menu footer
    foot widget widgets plugin breadcrumb breadcrumbs pager pagination calendar
    profile comment comments trackback trackbacks related recent ranking banner ad ads
    advertisement copyright links blogroll tagcloud cookie cookies consent modal popup
    """.split()
)
_SIDE_NAMES = frozenset({"left", "right"})  # as a whole name: `thumbnail-right` is none
_OWN_WORDS = frozenset({"post", "entry", "article", "hentry"})  # what an article says of itself
# A menu or a side bar holds at most this share of the page's text; blogs of the 2000s call the
# main column "left" or "right".
MAX_SIDE_SHARE = 0.5
_MAX_CLASS = 60  # characters of a class or id that are read
_CACHED = 4096  # distinct sets of attributes


@dataclass(frozen=True, slots=True)
class Line:
    """What a reader sees as one line of text, as far as the markup says."""

    start: int  # the first row
    end: int  # the row behind the last
    block: int  # the row of the block that holds it
    text: str


@dataclass(slots=True)
class Outline:
    """What a page holds, as columns over the rows of its tree."""

    tree: Tree
    ends: list[int]  # the row behind the last below each row
    classes: list[str]  # what tells elements of one tag apart; empty for text
    kinds: list[int]  # equal for rows with the same tags and classes from the root
    paths: list[int]  # equal for rows with the same tags from the root
    chars: list[int]  # characters of read text before each row; one more entry than rows
    link_chars: list[int]  # those inside links
    side: list[bool]  # whether the row is in a part that is set off from the main list
    lines: list[Line] = field(default_factory=list)
    date_rows: list[int] = field(default_factory=list)  # rows that have a date, in order

    def text_size(self, start: int, end: int) -> int:
        """Return the number of characters in the rows from *start* to before *end*."""
        return self.chars[end] - self.chars[start]

    def link_size(self, start: int, end: int) -> int:
        """Return the number of characters in links in the rows from *start* to before *end*."""
        return self.link_chars[end] - self.link_chars[start]

    def has_text(self, row: int) -> bool:
        """Say whether *row* is a text run that is read and not white."""
        return self.tree.tags[row] == TEXT and self.chars[row + 1] > self.chars[row]

    def text(self, start: int, end: int) -> str:
        """Return the text from *start* to before *end* on one line, of images when it has none."""
        tree = self.tree
        parts: list[str] = []
        for row in range(start, end):
            tag = tree.tags[row]
            if tag == TEXT:
                parts.append(tree.text(row) if self.has_text(row) else " ")
            elif tag == "br" or tag in BLOCK_TAGS:
                parts.append(" ")
        found = " ".join("".join(parts).replace("\xad", "").split())
        if found:
            return found
        images = (row for row in range(start, end) if tree.tags[row] == "img")
        return " ".join(" ".join(tree.attribute(row, "alt") or "" for row in images).split())

    def span(self, start: int, end: int) -> Span | None:
        """Return the bytes from the first to the last text of the rows; None without text."""
        return self.tree.run_span(filter(self.has_text, range(start, end)))


def draw_outline(tree: Tree) -> Outline:
    """Return the outline of *tree*."""
    ends = tree.ends
    classes = [
        "" if tag == TEXT else _read_class(tag, tree.pairs(row))
        for row, tag in enumerate(tree.tags)
    ]
    unread = _spread(tree, lambda row: tree.tags[row] in UNREAD_TAGS)
    linked = _spread(tree, lambda row: tree.tags[row] == "a" and _has_address(tree, row))
    sizes = [
        0 if tag != TEXT or unread[row] else len("".join(tree.text(row).split()))
        for row, tag in enumerate(tree.tags)
    ]
    chars = list(accumulate(sizes, initial=0))
    in_links = (size if linked[row] else 0 for row, size in enumerate(sizes))
    most = MAX_SIDE_SHARE * chars[-1]
    outline = Outline(
        tree,
        ends,
        classes,
        kinds=_find_kinds(tree, classes),
        paths=_find_kinds(tree, [""] * len(tree)),
        chars=chars,
        link_chars=list(accumulate(in_links, initial=0)),
        side=_spread(
            tree, lambda row: _is_side(tree, row) and chars[ends[row]] - chars[row] <= most
        ),
    )
    outline.lines = _find_lines(outline)
    return outline


def _spread(tree: Tree, holds: Callable[[int], bool]) -> list[bool]:
    """Return for each row whether it, or an element above it, fulfils *holds*."""
    result: list[bool] = []
    for row, parent in enumerate(tree.parents):
        is_below = parent >= 0 and result[parent]
        result.append(is_below or (tree.tags[row] != TEXT and holds(row)))
    return result


def _has_address(tree: Tree, row: int) -> bool:
    return any(name == "href" for name, _ in tree.pairs(row))


def _is_side(tree: Tree, row: int) -> bool:
    tag = tree.tags[row]
    if tag == "body" or tag == "html" or tag == "article":
        return False
    return tag in _SIDE_TAGS or _names_side(tree.pairs(row))


@lru_cache(_CACHED)
def _names_side(pairs: Pairs) -> bool:
    """Say whether attributes name a menu, a side bar, a footer."""
    words: set[str] = set()
    for name, value in pairs:
        if value and (name == "class" or name == "id"):
            words.update(split_tokens(value[:_MAX_CLASS]))
            if value.strip().lower() in _SIDE_NAMES:
                return True
        elif name == "role" and value in _SIDE_ROLES:
            return True
    return not words.isdisjoint(_SIDE_WORDS) and words.isdisjoint(_OWN_WORDS)


@lru_cache(_CACHED)
def _read_class(tag: str, pairs: Pairs) -> str:
    """Return the first class of an element without its digits; empty when it has none.

    What `font` says of colour and size stands for a class: pages of its time have no others.
    """
    if tag == "font":
        return "/".join(f"{value}"[:_MAX_CLASS] for _, value in sorted(pairs))
    for name, value in pairs:
        if name == "class" and value:
            words = value[:_MAX_CLASS].split()
            return "".join(sign for sign in words[0] if not sign.isdigit()) if words else ""
    return ""


def _find_kinds(tree: Tree, classes: list[str]) -> list[int]:
    """Return a number for each row that is equal for equal tags and classes from the root."""
    numbers: dict[tuple[int, str, str], int] = {}
    kinds: list[int] = []
    for tag, parent, class_ in zip(tree.tags, tree.parents, classes, strict=True):
        above = kinds[parent] if parent >= 0 else -1
        kinds.append(numbers.setdefault((above, tag, class_), len(numbers)))
    return kinds


def _find_lines(outline: Outline) -> list[Line]:
    """Return the lines: text runs with no block's start or end and no `<br>` between them."""
    tree = outline.tree
    blocks: list[int] = []  # the block of each row
    lines: list[Line] = []
    current: list[int] = []

    def close() -> None:
        runs = [row for row in current if outline.has_text(row)]
        if runs:
            text = " ".join("".join(tree.text(row) for row in current).split())
            lines.append(Line(runs[0], runs[-1] + 1, blocks[runs[0]], text))
        current.clear()

    for row, tag in enumerate(tree.tags):
        parent = tree.parents[row]
        is_block = tag in BLOCK_TAGS
        blocks.append(row if is_block or parent < 0 else blocks[parent])
        if is_block or tag == "br":
            close()
        elif tag == TEXT and (outline.has_text(row) or (current and tree.text(row).isspace())):
            if current and blocks[current[0]] != blocks[row]:
                close()
            current.append(row)
    close()
    return lines
