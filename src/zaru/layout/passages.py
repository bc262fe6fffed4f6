"""Passages: the stretches of a page that may be the title of an article.

A passage is an element without blocks in it (`h3`, `a`, `b`, `dt`, a table cell), an image with
its text, or a line that has no element of its own. Elements that hold the same text are one
passage: `<h3><a>…</a></h3>` is the heading, and the link is found in it.
"""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from zaru.dom import BLOCK_TAGS, HEADINGS, TEXT, Tree
from zaru.layout.class_words import read_words
from zaru.layout.lines import Line
from zaru.layout.outline import Outline

Key = tuple[object, ...]

_STRONG_TAGS = frozenset({"b", "strong", "font", "big", "dt", "th", "em", "summary", "caption"})
_PLAIN_BLOCKS = frozenset({"p", "div", "td", "li", "center"})
_TITLE_WORDS = frozenset({"title", "ttl", "headline", "subject", "midashi", "heading", "name"})
_NAMING = ("class", "id", "itemprop")
# Lines that begin with such a sign are titles where people have no headings; the asterisk and
# the reference mark ※ begin footnotes.
BULLETS = frozenset("■□●○◆◇★☆▼▽▲△◎・►▶")
_MARKS = BULLETS | frozenset("【＜")
# What is before a question, before its answer: 【Q】 Q3. 問２：
_LABEL = re.compile(r"【[^】]{1,4}】|([QAＱＡ問答])[0-9０-９]{0,3}[.．:：、)）\s]")
_RULE = re.compile(r"[-=_*~─━＝ー―…‥・+]{5,}\Z")  # a line that parts articles
# Of a passage: what is longer is a text or an attack, and titles are looked at many times.
MAX_CHARS, MAX_ROWS = 400, 400
RULED: Key = ("ruled",)  # the key of lines behind a rule
MIN_ALT = 4  # characters of an image's text that may be a title; shorter ones are buttons


class Passage(NamedTuple):
    """A stretch that may be a title."""

    start: int  # the first row
    end: int  # the row behind the last
    keys: tuple[Key, ...]  # each equal for passages that look alike in one way
    link: int | None  # the row of the link that it is, or that it is in
    is_heading: bool
    is_strong: bool  # bold, of another colour or size, a term, with a class or a mark
    is_named: bool = False  # its class says that it is a title


def find_passages(outline: Outline) -> list[Passage]:
    """Return the passages of a page, in document order."""
    found = [*_find_elements(outline), *_find_lines(outline), *_find_images(outline)]
    found.sort(key=lambda passage: (passage.start, -passage.end))
    return found


def take_passage(outline: Outline, start: int, end: int) -> Passage:
    """Return some rows as a passage, whatever they look like: a person says that it is a title."""
    link = _find_link(outline, start, end)
    return Passage(start, end, (), link, is_heading=False, is_strong=False)


def _find_link(outline: Outline, start: int, end: int) -> int | None:
    """Return the row of the link of a passage; None without one.

    A link that is only a word or two of the title is none.
    """
    sizes = outline.sizes
    size = sizes.size(start, end)
    if size and not sizes.link_size(start, end):
        return None
    rows = outline.links_between(start, end)
    if rows:  # of several the longest: the others are a category, a number of comments
        row = max(rows, key=outline.held.__getitem__)
        return row if 2 * outline.held[row] >= size else None
    above = outline.tree.ancestors(start)
    return next((row for row in above if outline.links_between(row, row + 1)), None)


def _find_elements(outline: Outline) -> list[Passage]:
    """Return the passages that are elements."""
    tree, ends, held, kinds = outline.tree, outline.ends, outline.held, outline.kinds
    tags, parents = tree.tags, tree.parents
    has_block, titled = _find_holders(outline), _find_titled(tree)
    is_part = [False] * len(tree)  # is a passage, or has the same text as one above it
    looks: dict[tuple[int, int], _Look] = {}  # of the outermost and the innermost kind
    found: list[Passage] = []
    for row, (tag, size) in enumerate(zip(tags, held, strict=True)):
        if not size or tag == TEXT or (has_block[row] and tag not in HEADINGS):
            continue
        end = ends[row]
        if size > MAX_CHARS or end - row > MAX_ROWS:
            continue
        parent = parents[row]
        is_part[row] = True
        if is_part[parent] and held[parent] == size:
            continue
        rows = [row] if tag in HEADINGS else [row, *_find_inner(outline, row, size)]
        key = kinds[row], kinds[rows[-1]]
        look = looks.get(key) or looks.setdefault(key, _read_look(outline, rows))
        link = _find_link(outline, row, end)
        is_named = not titled.isdisjoint(rows)
        found.append(Passage(row, end, *look[:1], link, *look[1:], is_named))
    return found


_Look = tuple[tuple[Key, ...], bool, bool]  # keys, is_heading, is_strong


def _read_look(outline: Outline, rows: list[int]) -> _Look:
    """Return what passages share whose elements, from the outermost in, are of the same kinds.

    Their keys are by classes above, by tags, and by looks alone, which find the articles of a page
    whose unclosed elements nest deeper and deeper.
    """
    kind, whole = outline.kinds[rows[0]], [outline.look(row) for row in rows]
    (_, class_), *chain = whole
    keys: list[Key] = [("kind", kind, *chain), ("path", outline.paths[kind], class_, *chain)]
    names = {tag for tag, _ in whole}
    is_heading, is_strong = not names.isdisjoint(HEADINGS), not names.isdisjoint(_STRONG_TAGS)
    looks = [look for look in whole if look[0] not in _PLAIN_BLOCKS]
    if is_heading or is_strong or any(class_ for _, class_ in looks):
        keys.append(("looks", *looks))
    return tuple(keys), is_heading, is_strong or any(class_ for _, class_ in whole)


def _find_holders(outline: Outline) -> list[bool]:
    """Return for each row whether it has blocks in it.

    Blocks without text part nothing: <a><h3></h3>title</a>.
    """
    parents, held = outline.tree.parents, outline.held
    holds = [False] * len(outline.tree)
    for row in outline.tree.rows_of(*BLOCK_TAGS):
        above = parents[row] if held[row] else -1
        while above >= 0 and not holds[above]:
            holds[above] = True
            above = parents[above]
    return holds


def _find_titled(tree: Tree) -> set[int]:
    """Return the elements that a name calls titles."""
    return {
        row
        for name in _NAMING
        for row, value in tree.having(name)
        if not _TITLE_WORDS.isdisjoint(read_words(value))
    }


def _find_inner(outline: Outline, row: int, size: int) -> list[int]:
    """Return the elements below *row* that hold all of its text, outermost first."""
    tags, ends, held = outline.tree.tags, outline.ends, outline.held
    found: list[int] = []
    place, end = row + 1, ends[row]
    while place < end:
        inside = held[place]
        if inside and tags[place] == TEXT:
            break
        if inside == size:
            found.append(place)
            place += 1
        else:
            place = ends[place]
    return found


def _find_lines(outline: Outline) -> list[Passage]:
    """Return the passages that are lines: with a mark, the first of a block, behind a rule."""
    rules = {line.start for line in outline.lines if _RULE.match(line.text)}
    ruled = {line.block for line in outline.lines if line.start in rules}
    found: list[Passage] = []
    for block, group in groupby(outline.lines, key=attrgetter("block")):
        lines, is_ruled = list(group), block in ruled
        for before, line in pairwise([None, *lines] if len(lines) > 1 else ()):
            if line is None or line.start in rules:
                continue
            begins = before is None or before.start in rules
            keys = _line_keys(outline, line, begins=begins, is_ruled=is_ruled)
            if keys:
                is_strong = line.text[0] in _MARKS or is_ruled or bool(_LABEL.match(line.text))
                link = _find_link(outline, line.start, line.end)
                found.append(Passage(line.start, line.end, keys, link, False, is_strong))
    return found


def _line_keys(outline: Outline, line: Line, *, begins: bool, is_ruled: bool) -> tuple[Key, ...]:
    keys: list[Key] = []
    mark = line.text[0]
    if mark in _MARKS and line.end == line.start + 1:
        keys.append(("marked", outline.kinds[outline.tree.parents[line.start]], mark))
    if begins:
        label = _LABEL.match(line.text)
        sign = (label[1] or label[0]) if label else ""
        keys.append(("first", outline.kinds[line.block], sign))
        if is_ruled:
            keys.append(RULED)
    return tuple(keys)


def _find_images(outline: Outline) -> list[Passage]:
    """Return the passages that are images of a title: alone in their block, with their text.

    Images that are links are buttons, unless they are in a heading.
    """
    tree, ends = outline.tree, outline.ends
    found: list[Passage] = []
    for row in tree.rows_of("img"):
        if len((tree.attribute(row, "alt") or "").strip()) < MIN_ALT:
            continue
        block, is_link = row, False
        while block > 0 and tree.tags[block] not in BLOCK_TAGS:
            is_link = is_link or tree.tags[block] == "a"
            block = tree.parents[block]
        is_heading = tree.tags[block] in HEADINGS
        if (is_link and not is_heading) or outline.sizes.size(block, ends[block]):
            continue
        key, link = ("image", outline.kinds[row]), _find_link(outline, row, row + 1)
        found.append(Passage(row, row + 1, (key,), link, is_heading, is_heading))
    return found
