"""The outline of a page: what its rows hold, as columns over its tree.

Rows are in document order, so that a line, a title, an article and a list are each a range of
rows, and sums over rows tell what a range holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from zaru.dom import BLOCK_TAGS, TEXT, Tree
from zaru.dom.keeping import once
from zaru.layout.class_words import read_words
from zaru.layout.lines import Line, read_lines, rows_between
from zaru.layout.sizes import Sizes, read_sizes

Span = tuple[int, int]  # byte offset and length
Rows = tuple[int, int]  # the first row, and the one behind the last
Pairs = tuple[tuple[str, str | None], ...]  # the attributes of an element

# Elements, roles and words of classes and ids that set a part of a page off from its main list.
_SIDE_TAGS = frozenset({"nav", "aside", "footer", "menu"})
_SIDE_ROLES = frozenset({"navigation", "complementary", "contentinfo", "search"})
_SIDE_WORDS = frozenset(
    """
    sidebar side sidemenu sidenavi leftcol rightcol nav navi navigation globalnav gnav menu footer
    foot widget widgets plugin breadcrumb breadcrumbs pager pagination calendar
    profile comment comments trackback trackbacks related recent ranking banner ad ads
    advertisement copyright links blogroll tagcloud
    """.split()
)
_MENU_WORDS = frozenset({"menu", "nav", "navi", "navigation", "gnav"})  # of links alone
# What lies over the page, however long.
_OVERLAY_WORDS = frozenset({"cookie", "cookies", "consent", "modal", "popup"})
_SIDE_NAMES = frozenset({"left", "right"})  # as a whole name: `thumbnail-right` is none
_NAMED = _SIDE_WORDS | _MENU_WORDS | _OVERLAY_WORDS | _SIDE_NAMES
_OWN_WORDS = frozenset({"post", "entry", "article", "hentry"})  # what an article says of itself
# A menu or a side bar holds at most this share of the page's text; blogs of the 2000s call the
# main column "left" or "right".
MAX_SIDE_SHARE = 0.5
_SCRIPTED = ("javascript:", "mailto:", "tel:", "data:")
_MAX_CLASS = 60  # characters of a class or id that are read
_CACHED = 4096  # distinct classes


@dataclass(slots=True)
class Outline:
    """What a page holds, as columns over the rows of its tree."""

    tree: Tree
    ends: list[int]  # the row behind the last below each row
    classes: list[str]  # what tells elements of one tag apart; empty for text
    kinds: list[int]  # equal for elements with the same tags and classes from the root
    paths: list[int]  # by kind: equal for elements with the same tags from the root
    sizes: Sizes
    side: list[bool]  # whether the row is in a part that is set off from the main list
    lines: list[Line]
    links: list[int]  # the rows of links that lead somewhere, in order
    date_rows: list[int] = field(default_factory=list)  # rows that have a date, in order

    def links_between(self, start: int, end: int) -> list[int]:
        """Return the links in the rows from *start* to before *end*."""
        return rows_between(self.links, start, end)

    def text(self, start: int, end: int) -> str:
        """Return the text from *start* to before *end* on one line, of images when it has none."""
        tree = self.tree
        parts: list[str] = []
        for row in range(start, end):
            tag = tree.tags[row]
            if tag == TEXT:
                parts.append(tree.text(row) if self.sizes.has_text(row) else " ")
            elif tag == "br" or tag in BLOCK_TAGS:
                parts.append(" ")
        found = " ".join("".join(parts).replace("\xad", "").split())
        if found:
            return found
        images = (row for row in range(start, end) if tree.tags[row] == "img")
        return " ".join(" ".join(tree.attribute(row, "alt") or "" for row in images).split())

    def span(self, start: int, end: int) -> Span | None:
        """Return the bytes from the first to the last text of the rows; None without text."""
        return self.tree.run_span(filter(self.sizes.has_text, range(start, end)))


def find_tops(tree: Tree, titles: Sequence[Rows], start: int, end: int) -> list[int]:
    """Return the outermost elements from *start* to before *end* that hold one of *titles* each."""
    tags, parents, ends = tree.tags, tree.parents, tree.ends
    befores = [start, *(stop for _, stop in titles)]
    behinds = [*(first for first, _ in titles[1:]), end]
    tops: list[int] = []
    for (top, _), before, behind in zip(titles, befores, behinds, strict=False):
        parent = parents[top]
        while parent > 0 and before <= parent and ends[parent] <= behind and tags[parent] != "body":
            top, parent = parent, parents[parent]
        tops.append(top)
    return tops


def draw_outline(tree: Tree) -> Outline:
    """Return the outline of *tree*; its columns are made once, and kept by the tree."""
    return Outline(
        tree,
        tree.ends,
        _read_classes(tree),
        *_find_kinds(tree),
        read_sizes(tree),
        side=_find_side(tree),
        lines=read_lines(tree),
        links=_find_links(tree),
    )


@once
def _find_links(tree: Tree) -> list[int]:
    hrefs = tree.having("href")
    return [row for row, href in hrefs if tree.tags[row] == "a" and _leads_somewhere(href)]


@once
def _find_side(tree: Tree) -> list[bool]:
    """Return for each row whether it is in a part that is set off from the main list."""
    ends, sizes = tree.ends, read_sizes(tree)
    rows = {*tree.rows_of(*_SIDE_TAGS)}
    rows.update(row for row, role in tree.having("role") if role in _SIDE_ROLES)
    for name in ("class", "id"):
        names = tree.having(name)
        rows.update(row for row, value in names if not _NAMED.isdisjoint(read_words(value)))
    most = MAX_SIDE_SHARE * sizes.chars[-1]
    main = tree.rows_of("main", "h1")
    above_main = {row for start in main for row in (start, *tree.ancestors(start))}

    def is_aside(row: int) -> bool:
        if row not in above_main and _is_called(tree.pairs(row), _OVERLAY_WORDS):
            return True
        size = sizes.size(row, ends[row])
        if sizes.link_size(row, ends[row]) == size and _is_menu(tree, row):
            return True
        return size <= most and _is_side(tree, row)

    side = [False] * len(tree)
    for row in sorted(rows):
        if not side[row] and is_aside(row):
            side[row : ends[row]] = [True] * (ends[row] - row)
    return side


def _leads_somewhere(href: str) -> bool:
    href = href.strip()
    return bool(href) and not href.lower().startswith(_SCRIPTED)


def _is_side(tree: Tree, row: int) -> bool:
    tag = tree.tags[row]
    if tag == "body" or tag == "html" or tag == "article":
        return False
    return tag in _SIDE_TAGS or _names_side(tree.pairs(row))


def _is_menu(tree: Tree, row: int) -> bool:
    return tree.tags[row] == "nav" or _is_called(tree.pairs(row), _MENU_WORDS)


def _is_called(pairs: Pairs, words: frozenset[str]) -> bool:
    """Say whether a class or the id of an element has one of *words*."""
    return any(
        value and name in ("class", "id") and not words.isdisjoint(read_words(value))
        for name, value in pairs
    )


def _names_side(pairs: Pairs) -> bool:
    """Say whether attributes name a menu, a side bar, a footer."""
    words: set[str] = set()
    for name, value in pairs:
        if value and (name == "class" or name == "id"):
            words.update(read_words(value))
            if value.strip().lower() in _SIDE_NAMES:
                return True
        elif name == "role" and value in _SIDE_ROLES:
            return True
    return not words.isdisjoint(_SIDE_WORDS) and words.isdisjoint(_OWN_WORDS)


@once
def _read_classes(tree: Tree) -> list[str]:
    """Return what tells each element from others of its tag: its class.

    What `font` says of colour and size stands for a class: pages of its time have no others.
    """
    classes = [""] * len(tree)
    for row, value in tree.having("class"):
        classes[row] = _read_class(value)
    for row in tree.rows_of("font"):
        classes[row] = "/".join(f"{value}"[:_MAX_CLASS] for _, value in sorted(tree.pairs(row)))
    return classes


@lru_cache(_CACHED)
def _read_class(value: str) -> str:
    """Return the first of the classes that an attribute has, without its digits."""
    words = value[:_MAX_CLASS].split()
    return "".join(sign for sign in words[0] if not sign.isdigit()) if words else ""


@once
def _find_kinds(tree: Tree) -> tuple[list[int], list[int]]:
    """Return a number for each element, equal for equal tags and classes from the root; and by
    these numbers another one, equal for equal tags. Text has none, -1.
    """
    numbers: dict[tuple[int, str, str], int] = {}
    paths: dict[tuple[int, str], int] = {}
    path_of: list[int] = []
    kinds: list[int] = []
    for tag, parent, class_ in zip(tree.tags, tree.parents, _read_classes(tree), strict=True):
        if tag == TEXT:
            kinds.append(-1)
            continue
        above = kinds[parent] if parent >= 0 else -1
        kind = numbers.setdefault((above, tag, class_), len(path_of))
        if kind == len(path_of):
            path = path_of[above] if above >= 0 else -1
            path_of.append(paths.setdefault((path, tag), len(paths)))
        kinds.append(kind)
    return kinds, path_of
