"""A page laid out for reading posts: what its markup says, its lines, and what its dates need."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from zaru.content.titles import comparable
from zaru.dom import Tree
from zaru.layout.credits import Credits
from zaru.layout.head import Head
from zaru.layout.lines import Line, lines_between, read_lines, rows_between
from zaru.layout.outline import Outline
from zaru.layout.passages import take_passage
from zaru.layout.records import Records, make_list
from zaru.layout.roles import Role, find_marked, find_roles, read_roles
from zaru.layout.sizes import Sizes, read_sizes
from zaru.page import Page
from zaru.text.dates import find_url_year

_ASIDE_TAGS = ("nav", "menu")  # not `aside` and `footer`, where comments may be
_TITLE_PARTS = re.compile(r"\s?[|｜»«:：]\s?|\s[-–—−/＞>]\s|\s{2,}|\u3000")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page laid out for reading, as columns over the rows of its tree."""

    tree: Tree
    ends: list[int]  # the row behind the last below each row
    sizes: Sizes
    lines: list[Line]
    roles: list[int]  # `Role`s of each element; 0 for text
    marked: list[int]  # the rows that have roles, in order
    aside: list[bool]  # whether the row is in a part that is set off from the main one
    main_size: int  # characters outside of side bars
    credits: Credits  # of its stretches
    names: tuple[str, ...] = ()  # the parts of the page's title, comparable
    kept: dict[object, object] = field(default_factory=dict)

    def rows_of(self, role: int) -> list[int]:
        """Return the elements of that role outside of side bars, in document order."""
        return [row for row in self.marked if self.roles[row] & role and not self.aside[row]]

    def find(self, role: int, start: int, end: int) -> list[int]:
        """Return the elements of that role in the rows from *start* to before *end*."""
        return find_roles(self.tree, role, start, end)

    def find_headings(self, start: int, end: int) -> list[int]:
        """Return the headings in the rows from *start* to before *end*."""
        return rows_between(Head(self.tree).headings, start, end)

    def kind(self, row: int) -> tuple[str, str]:
        """Return what elements share that look alike: tag and class."""
        tree = self.tree
        return tree.tags[row], "" if tree.is_text(row) else tree.attribute(row, "class") or ""

    def lines_of(self, start: int, end: int) -> list[Line]:
        """Return the lines that begin in the rows from *start* to before *end*."""
        return lines_between(self.lines, start, end)

    def make_list(self, titles: Iterable[tuple[int, int]]) -> Records:
        """Return the records of titles, each given by its first row and the one behind it."""
        outline = Outline(self.tree)
        return make_list(outline, [take_passage(outline, *rows) for rows in titles])

    def names_page(self, text: str) -> bool:
        """Say whether *text* is a part of the page's title, or hardly more than one."""
        name = comparable(text)
        return any(part in name and 2 * len(part) >= len(name) for part in self.names)


def lay_out(page: Page) -> Sheet:
    """Return the sheet of *page*."""
    tree, head = page.tree, Head(page.tree)
    title = head.title.text if head.title else ""
    parts = _TITLE_PARTS.split(title)
    # What is left without the site's name, which stands first or last, may have such marks too.
    names = map(comparable, [title, *parts, "".join(parts[1:]), "".join(parts[:-1])])
    # Dates are in the language that the page declares, or in Japanese where it has a の.
    declared = head.language.text if head.language else None
    return Sheet(
        tree,
        tree.ends,
        read_sizes(tree),
        read_lines(tree),
        read_roles(tree),
        find_marked(tree),
        *_find_asides(tree),
        credits=Credits(
            tree, declared or ("ja" if "の" in page.html else None), find_url_year(page.url or "")
        ),
        names=tuple(filter(None, names)),
    )


def _find_asides(tree: Tree) -> tuple[list[bool], int]:
    """Return which rows are aside, and how many characters are not."""
    roles, sizes, ends = read_roles(tree), read_sizes(tree), tree.ends
    aside, main_size = [False] * len(tree), sizes.chars[-1]
    prose = sizes.free_size(0, len(tree))
    named = [
        row for row in find_roles(tree, Role.ASIDE, 0, len(tree)) if not roles[row] & Role.POST
    ]
    for row in sorted({*named, *tree.rows_of(*_ASIDE_TAGS)} - {*tree.rows_of("html", "body")}):
        end = ends[row]
        # What holds most of what the page tells is no side bar, whatever its name.
        if not aside[row] and 2 * sizes.free_size(row, end) <= prose:
            main_size -= sizes.size(row, end)
            aside[row:end] = [True] * (end - row)
    return aside, main_size
