"""The outline of a page: what its rows hold, as columns over its tree.

Rows are in document order, so that a line, a title, an article and a list are each a range of
rows, and sums over rows tell what a range holds.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import compress, islice
from operator import lt, sub
from sys import maxsize

from zaru.dom import BLOCK_TAGS, TEXT, Tree
from zaru.layout.class_words import read_words
from zaru.layout.credits import Credits
from zaru.layout.head import Head
from zaru.layout.lines import Line, lines_between, read_lines, rows_between
from zaru.layout.roles import Role, find_roles, read_roles
from zaru.layout.sizes import read_sizes
from zaru.layout.value import Part

Span = tuple[int, int]  # byte offset and length
Rows = tuple[int, int]  # the first row, and the one behind the last
Look = tuple[str, str]  # tag and class

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
_MAIN_TAGS = frozenset({"html", "body", "article"})  # are no side bar, whatever their names
_SIDE_NAMES = frozenset({"left", "right"})  # as a whole name: `thumbnail-right` is none
_OWN_WORDS = frozenset({"post", "entry", "article", "hentry"})  # what an article says of itself
# A menu or a side bar holds at most this share of the page's text; blogs of the 2000s call the
# main column "left" or "right".
MAX_SIDE_SHARE = 0.5
_ASIDE_TAGS = ("nav", "menu")  # not `aside` and `footer`, where comments may be
_SCRIPTED = ("javascript:", "mailto:", "tel:", "data:")
_MAX_CLASS = 60  # characters of a class or id that are read
_CACHED = 4096  # distinct classes


class Outline:
    """What a page holds, as columns over the rows of its tree, made when they are first asked for.

    Its dates are in *language*, and those that do not say their year are of *year*.
    """

    def __init__(self, tree: Tree, *, language: str | None = None, year: int | None = None) -> None:
        self.tree = tree
        self.ends = tree.ends  # the row behind the last below each row
        self.sizes = read_sizes(tree)  # how much text rows hold
        self.lines = read_lines(tree)
        self.credits = Credits(tree, language, year)  # who wrote its stretches, and when
        self.kept: dict[object, object] = {}  # what else is read of it
        self._children: dict[int, list[int]] = {}  # of elements that were asked for
        self.date_rows: list[int] = []  # rows that have a date, in order, as far as they are read

    @cached_property
    def roles(self) -> list[int]:
        """The `Role`s of each element; 0 for text."""
        return read_roles(self.tree)

    @cached_property
    def runs(self) -> list[int]:
        """The text runs that are read and not white, in order."""
        chars = self.sizes.chars
        return list(compress(range(len(self.tree)), map(lt, chars, islice(chars, 1, None))))

    @cached_property
    def held(self) -> list[int]:
        """The characters of each row, with all below it."""
        chars = self.sizes.chars
        return list(map(sub, map(chars.__getitem__, self.ends), chars))

    @cached_property
    def classes(self) -> list[str]:
        """What tells each element from others of its tag: its class; empty for text.

        What `font` says of colour and size stands for a class: pages of its time have no others.
        """
        tree = self.tree
        classes = [""] * len(tree)
        for row, value in tree.having("class"):
            classes[row] = _read_class(value)
        for row in tree.rows_of("font"):
            classes[row] = "/".join(f"{value}"[:_MAX_CLASS] for _, value in sorted(tree.pairs(row)))
        return classes

    @property
    def kinds(self) -> list[int]:
        """Equal for elements with the same tags and classes from the root; -1 for text."""
        return self._kinds_and_paths[0]

    @property
    def paths(self) -> list[int]:
        """By kind: equal for elements with the same tags from the root."""
        return self._kinds_and_paths[1]

    @cached_property
    def _kinds_and_paths(self) -> tuple[list[int], list[int]]:
        tree = self.tree
        numbers: dict[tuple[int, str, str], int] = {}
        paths: dict[tuple[int, str], int] = {}
        path_of: list[int] = []
        kinds: list[int] = []
        for tag, parent, class_ in zip(tree.tags, tree.parents, self.classes, strict=True):
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

    def look(self, row: int) -> Look:
        """Return the tag and the class of *row*."""
        return self.tree.tags[row], self.classes[row]

    def children(self, row: int) -> list[int]:
        """Return the rows right below *row*, without white space."""
        if row not in self._children:
            tags, ends, found = self.tree.tags, self.ends, []
            child = row + 1
            while child < ends[row]:
                if tags[child] != TEXT or self.sizes.has_text(child):
                    found.append(child)
                child = ends[child]
            self._children[row] = found
        return self._children[row]

    def siblings(self, row: int, start: int, end: int) -> list[int]:
        """Return *row*'s siblings and itself, of those from *start* to before *end*."""
        return rows_between(self.children(self.tree.parents[row]), start, end)

    @cached_property
    def side(self) -> list[bool]:
        """Whether the row is in a part that is set off from the main list."""
        tree, ends, sizes, tags = self.tree, self.ends, self.sizes, self.tree.tags
        sides = {*tree.rows_of(*_SIDE_TAGS)}
        sides.update(row for row, role in tree.having("role") if role in _SIDE_ROLES)
        words: dict[int, frozenset[str]] = dict.fromkeys(sides, frozenset())
        for row, value in (*tree.having("class"), *tree.having("id")):
            words[row] = words.get(row, frozenset()) | read_words(value)
            if value.strip().lower() in _SIDE_NAMES:
                sides.add(row)
        most = MAX_SIDE_SHARE * sizes.chars[-1]
        main = tree.rows_of("main", "h1")
        above_main = {row for start in main for row in (start, *tree.ancestors(start))}

        def is_aside(row: int, said: frozenset[str]) -> bool:
            if row not in above_main and not said.isdisjoint(_OVERLAY_WORDS):
                return True
            size, is_menu = sizes.size(row, ends[row]), not said.isdisjoint(_MENU_WORDS)
            if (is_menu or tags[row] == "nav") and sizes.link_size(row, ends[row]) == size:
                return True
            if size > most or tags[row] in _MAIN_TAGS:
                return False
            named = not said.isdisjoint(_SIDE_WORDS) and said.isdisjoint(_OWN_WORDS)
            return row in sides or named

        side = [False] * len(tree)
        for row in sorted(words):
            if not side[row] and is_aside(row, words[row]):
                side[row : ends[row]] = [True] * (ends[row] - row)
        return side

    @cached_property
    def aside(self) -> list[bool]:
        """Whether the row is in a part that is set off from posts; comments on them are not."""
        tree, ends, sizes = self.tree, self.ends, self.sizes
        aside = [False] * len(tree)
        prose = sizes.free_size(0, len(tree))
        named = [row for row in self.find(Role.ASIDE) if not self.roles[row] & Role.POST]
        for row in sorted({*named, *tree.rows_of(*_ASIDE_TAGS)} - {*tree.rows_of("html", "body")}):
            # What holds most of what the page tells is no side bar, whatever its name.
            if not aside[row] and 2 * sizes.free_size(row, ends[row]) <= prose:
                aside[row : ends[row]] = [True] * (ends[row] - row)
        return aside

    @cached_property
    def main_size(self) -> int:
        """The characters that are not aside."""
        chars = self.sizes.chars
        aside: int = sum(compress(map(sub, islice(chars, 1, None), chars), self.aside))
        return chars[-1] - aside

    @cached_property
    def links(self) -> list[int]:
        """The rows of links that lead somewhere, in order."""
        tags, hrefs = self.tree.tags, self.tree.having("href")
        known = ((row, href.strip().lower()) for row, href in hrefs if tags[row] == "a")
        return [row for row, href in known if href and not href.startswith(_SCRIPTED)]

    def links_between(self, start: int, end: int) -> list[int]:
        """Return the links in the rows from *start* to before *end*."""
        return rows_between(self.links, start, end)

    def lines_between(self, start: int, end: int) -> list[Line]:
        """Return the lines that begin in the rows from *start* to before *end*."""
        return lines_between(self.lines, start, end)

    def headings_between(self, start: int, end: int) -> list[int]:
        """Return the headings in the rows from *start* to before *end*."""
        return rows_between(Head(self.tree).headings, start, end)

    def find(self, role: int, start: int = 0, end: int = maxsize) -> list[int]:
        """Return the elements of that role in the rows from *start* to before *end*."""
        return find_roles(self.tree, role, start, end)

    def find_main(self, role: int) -> list[int]:
        """Return the elements of that role that are not aside."""
        return [row for row in self.find(role) if not self.aside[row]]

    def text(self, start: int, end: int) -> str:
        """Return the text from *start* to before *end* on one line, of images when it has none."""
        tree = self.tree
        found = tree.columns.range_text(start, end, self.sizes.chars, BLOCK_TAGS)
        if found:
            return found
        images = rows_between(tree.rows_of("img"), start, end)
        return " ".join(" ".join(tree.attribute(row, "alt") or "" for row in images).split())

    def span(self, start: int, end: int) -> Span | None:
        """Return the bytes from the first to the last text of the rows; None without text.

        Of images when there is no other text, as in `text`.
        """
        if runs := rows_between(self.runs, start, end):
            return self.tree.run_span(runs)
        images = rows_between(self.tree.rows_of("img"), start, end)
        spans = [self.tree.attribute_span(row, "alt") for row in images]
        written = [span for span in spans if span is not None]
        return (written[0][0], sum(written[-1]) - written[0][0]) if written else None

    def part(self, start: int, end: int) -> Part:
        """Return the text from *start* to before *end*, and its bytes."""
        return Part(self.text(start, end), self.span(start, end))

    def line_before(self, row: int) -> Line | None:
        """Return the last line that begins before *row*; None without one."""
        place = bisect_left(self._line_starts, row)
        return self.lines[place - 1] if place else None

    @cached_property
    def _line_starts(self) -> list[int]:
        return [line.start for line in self.lines]


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


@lru_cache(_CACHED)
def _read_class(value: str) -> str:
    """Return the first of the classes that an attribute has, without its digits."""
    words = value[:_MAX_CLASS].split()
    return "".join(sign for sign in words[0] if not sign.isdigit()) if words else ""
