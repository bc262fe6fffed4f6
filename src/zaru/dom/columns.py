"""The rows of a page in Python lists: what XML's parser makes, and HTML's without the kernel.

`Columns` is what a tree asks of its rows. `kernel/` has them in C, where values are made when
they are asked for; `ListColumns` is the reference of its results, and the fallback.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import NamedTuple, Protocol, cast

from zaru.dom.scan import WHITE

TEXT = "#text"  # the tag of a row that is a text run

Attributes = tuple[tuple[str, str | None], ...]
Tags = frozenset[str]
Span = tuple[int, int]  # byte offsets of the first byte and behind the last
Group = tuple[int, list[int], Span]  # the row of a block, its inline rows, the span of its text
# The first row of a line and the one behind its last, the row of its block, its text with white
# space collapsed, and the same with a space between its runs.
Line = tuple[int, int, int, str, str]
Stretch = tuple[int, list[int]]  # the row of a block, and the rows of a stretch of its text

_WHITE = re.compile(f"[{WHITE}]+")
_BREAK = "\0"  # stands for <br> while a text is put together: parsed text has no NUL
_AROUND_BREAK = re.compile(f" *{_BREAK} *")


class Columns(Protocol):
    """Rows in document order; the root is row 0."""

    unplaced: frozenset[int]  # rows whose span only covers where the text must stand
    unclosed: int  # where the comment or raw text begins that the file ends in; -1 for none

    def __len__(self) -> int: ...
    def tags(self) -> list[str]: ...
    def parents(self) -> list[int]: ...
    def depths(self) -> list[int]: ...
    def values(self) -> list[str | Attributes]: ...
    def spans(self) -> dict[int, Span]: ...
    def ends(self) -> list[int]: ...
    def text(self, row: int, /) -> str: ...
    def pairs(self, row: int, /) -> Attributes: ...
    def attribute(self, row: int, name: str, /) -> str | None: ...
    def having(self, name: str, /) -> list[tuple[int, str]]: ...
    def bounds(self, rows: Iterable[int], /) -> Span | None: ...
    def tag(self, row: int, /) -> str: ...
    def parent(self, row: int, /) -> int: ...
    def end(self, row: int, /) -> int: ...
    def words_of(self, rows: list[int], /, *names: str) -> dict[str, list[int]]: ...
    def find_run(self, part: str, hidden: Tags, /) -> int: ...
    def line_text(self, row: int, gap: str, most: int, blocks: Tags, unseen: Tags, /) -> str: ...
    def range_text(self, start: int, end: int, chars: list[int], blocks: Tags, /) -> str: ...
    def index(self, *tags: str) -> dict[str, list[int]]: ...
    def groups(self, roots: Tags, blocks: Tags, unseen: Tags, /) -> list[Group]: ...
    def segments(self, blocks: Tags, unread: Tags, /) -> list[Stretch]: ...
    def read_text(self, rows: list[int], /) -> str: ...
    def sizes(self, unread: Tags, /) -> tuple[list[int], list[int]]: ...
    def lines(self, chars: list[int], blocks: Tags, /) -> list[Line]: ...


class Lists(NamedTuple):
    """A parsed document as lists, one entry for each row."""

    tags: list[str]
    parents: list[int]
    depths: list[int]
    values: list[str | Attributes]  # a text run's text, an element's attributes
    spans: dict[int, Span]  # of the text runs that are not white space, by row
    unplaced: frozenset[int] = frozenset()
    unclosed: int = -1


class ListColumns:
    """`Columns` over lists."""

    def __init__(self, lists: Lists) -> None:
        self.lists = lists
        self.unplaced = lists.unplaced
        self.unclosed = lists.unclosed

    def __len__(self) -> int:
        return len(self.lists.tags)

    def tags(self) -> list[str]:
        return self.lists.tags

    def parents(self) -> list[int]:
        return self.lists.parents

    def depths(self) -> list[int]:
        return self.lists.depths

    def values(self) -> list[str | Attributes]:
        return self.lists.values

    def spans(self) -> dict[int, Span]:
        return self.lists.spans

    def ends(self) -> list[int]:
        """Return for each row the row behind the last one below it."""
        parents, ends = self.lists.parents, list(range(1, len(self.lists.tags) + 1))
        for row in range(len(ends) - 1, 0, -1):
            if ends[row] > ends[parents[row]]:
                ends[parents[row]] = ends[row]
        return ends

    def text(self, row: int, /) -> str:
        return cast(str, self.lists.values[row])

    def pairs(self, row: int, /) -> Attributes:
        return cast(Attributes, self.lists.values[row])

    def attribute(self, row: int, name: str, /) -> str | None:
        """Return an attribute, empty where it has no value; None when it is absent."""
        for key, value in self.pairs(row):
            if key == name:
                return value or ""
        return None

    def having(self, name: str, /) -> list[tuple[int, str]]:
        """Return the elements that have an attribute, in document order, with what it says."""
        rows = (row for row, tag in enumerate(self.lists.tags) if tag != TEXT)
        found = ((row, self.attribute(row, name)) for row in rows)
        return [(row, value) for row, value in found if value is not None]

    def bounds(self, rows: Iterable[int], /) -> Span | None:
        """Return first byte and end of the text runs among *rows*; None where none has a place.

        Their order does not count: a text that was moved out of a table stands before its
        neighbours.
        """
        spans = self.lists.spans
        found = [spans[row] for row in rows if row in spans]
        return (min(found)[0], max(end for _, end in found)) if found else None

    def tag(self, row: int, /) -> str:
        return self.lists.tags[row]

    def parent(self, row: int, /) -> int:
        return self.lists.parents[row]

    def words_of(self, rows: list[int], /, *names: str) -> dict[str, list[int]]:
        """Return *rows* by the words that their attributes *names* have, in lower case."""
        index: dict[str, list[int]] = {}
        for row in rows:
            values = [value for name, value in self.pairs(row) if value and name in names]
            for word in " ".join(values).lower().split():
                index.setdefault(word, []).append(row)
        return index

    def find_run(self, part: str, hidden: Tags, /) -> int:
        """Return the first text run that has *part* and is in no *hidden* tag; -1 for none."""
        tags, parents = self.lists.tags, self.lists.parents
        for row, tag in enumerate(tags):
            if tag == TEXT and part in self.text(row) and tags[parents[row]] not in hidden:
                return row
        return -1

    def end(self, row: int, /) -> int:
        """Return the row behind the last one below *row*."""
        depths, end = self.lists.depths, row + 1
        depth, last = depths[row], len(depths)
        while end < last and depths[end] > depth:
            end += 1
        return end

    def line_text(self, row: int, gap: str, most: int, blocks: Tags, unseen: Tags, /) -> str:
        """Return the text of a text run or below an element on one line, without soft hyphens.

        A line break and a tag of *blocks* are a space, other tags *gap*; what an *unseen* tag
        holds is left out. At most *most* characters of a text, and no text behind so many.
        """
        tags, depths, parents = self.lists.tags, self.lists.depths, self.lists.parents
        parts: list[str] = [self.text(row)[:most]] if tags[row] == TEXT else []
        size = 0
        for place in range(row + 1, len(tags)):
            if depths[place] <= depths[row] or size > most:
                break
            tag = tags[place]
            if tag != TEXT:
                parts.append(" " if tag == "br" or tag in blocks else gap)
            elif tags[parents[place]] not in unseen:
                parts.append(self.text(place)[:most])
                size += len(parts[-1])
        return " ".join("".join(parts).replace("\xad", "").split())

    def range_text(self, start: int, end: int, chars: list[int], blocks: Tags, /) -> str:
        """Return what is read of the rows from *start* to before *end* on one line.

        Without soft hyphens, with a space where a block, a line break or another text parts two
        texts. *chars* are those before each row, as `sizes` has them.
        """
        parting = blocks | {TEXT, "br"}
        parts: list[str] = []
        is_parted = False
        for row in range(start, end):
            tag = self.lists.tags[row]
            if tag == TEXT and chars[row] < chars[row + 1]:
                parts += (" " * is_parted, self.text(row))
                is_parted = False
            else:
                is_parted = is_parted or tag in parting
        return " ".join("".join(parts).replace("\xad", "").split())

    def index(self, *tags: str) -> dict[str, list[int]]:
        """Return the rows of *tags*, or of each tag that there is, in document order.

        Text runs have none.
        """
        index: dict[str, list[int]] = {tag: [] for tag in tags}
        for row, tag in enumerate(self.lists.tags):
            if tag != TEXT and (not tags or tag in index):
                index.setdefault(tag, []).append(row)
        return index

    def groups(self, roots: Tags, blocks: Tags, unseen: Tags, /) -> list[Group]:
        """Return the row of each block with its inline rows and their span, by where blocks end.

        Blocks begin with a root tag; what an unseen tag holds belongs to none. A block without
        text has the span (-1, -1).
        """
        tags, parents = self.lists.tags, self.lists.parents
        groups: list[Stretch] = []
        owners: list[list[int] | None] = [None]  # of each row: the inline rows of its block
        for row in range(1, len(tags)):
            tag, owner = tags[row], owners[parents[row]]
            if owner is None:
                if tag in roots:
                    owner = []
                    groups.append((row, owner))
            elif tag == TEXT:
                owner.append(row)
            elif tag in blocks:
                owner = []
                groups.append((row, owner))
            elif tag in unseen:
                owner = None
            else:
                owner.append(row)
            owners.append(owner)
        ordered = _by_end(groups, self.lists.depths)
        return [(row, rows, self.bounds(rows) or (-1, -1)) for row, rows in ordered]

    def segments(self, blocks: Tags, unread: Tags, /) -> list[Stretch]:
        """Return the block and the rows of each stretch of text, in document order.

        A stretch ends where a block begins or ends, and at two `<br>` in a row; single ones and
        white space between texts are among its rows. What an unread tag holds is left out.
        """
        found = _Segmenting(self.lists.spans)
        owners: list[int] = []  # of each row: its block, -1 where nothing is read
        for row, tag in enumerate(self.lists.tags):
            owner = owners[self.lists.parents[row]] if row else -1
            if tag == TEXT:
                if owner >= 0:
                    found.add_text(row, owner)
            elif tag in unread:
                owner = -1
            elif tag in blocks:
                found.close()
                found.breaks = 0
                if owner >= 0 or tag == "body":
                    owner = row
            elif tag == "br":
                found.add_break(row, owner)
            owners.append(owner)
        found.close()
        return found.segments

    def read_text(self, rows: list[int], /) -> str:
        r"""Return the text of *rows* as a reader sees it: white space as one space, <br> as \n."""
        tags, values = self.lists.tags, self.lists.values
        parts: list[str] = []
        for row in rows:
            if tags[row] == TEXT:
                parts.append(cast(str, values[row]))
            elif tags[row] == "br":
                parts.append(_BREAK)
        joined = _WHITE.sub(" ", "".join(parts)).strip(" ")
        return _AROUND_BREAK.sub("\n", joined).strip("\n") if _BREAK in joined else joined

    def sizes(self, unread: Tags, /) -> tuple[list[int], list[int]]:
        """Return how many characters stand before each row and behind the last, and in links.

        White space is not counted, nor what an *unread* tag holds.
        """
        tags, ends = self.lists.tags, self.ends()
        sizes, linked = [0] * len(tags), [0] * len(tags)
        row = 0
        while row < len(tags):
            if tags[row] == TEXT:
                sizes[row] = len("".join(self.text(row).split()))
            row = ends[row] if tags[row] in unread else row + 1
        end = 0
        for row, _ in self.having("href"):
            if row >= end and tags[row] == "a":
                end = ends[row]
                linked[row:end] = sizes[row:end]
        return list(accumulate(sizes, initial=0)), list(accumulate(linked, initial=0))

    def lines(self, chars: list[int], blocks: Tags, /) -> list[Line]:
        """Return the lines that a reader sees, in document order.

        A line is text runs with no block's start or end and no `<br>` between them; *chars* are
        those before each row, as `sizes` has them.
        """
        lines: list[Line] = []
        for block, runs in self._group_runs(chars, blocks):
            while chars[runs[-1]] == chars[runs[-1] + 1]:
                runs.pop()
            texts = list(map(self.text, runs))
            text, spaced = (" ".join(gap.join(texts).split()) for gap in ("", " "))
            lines.append((runs[0], runs[-1] + 1, block, text, spaced))
        return lines

    def _group_runs(self, chars: list[int], blocks: Tags) -> Iterator[Stretch]:
        """Yield the block of each line and its text runs, with the white ones behind them."""
        ends, parts = self.ends(), blocks | {TEXT, "br"}
        runs: list[int] = []
        block = 0
        for row, tag in enumerate(self.lists.tags):
            if tag not in parts:
                continue
            is_full = chars[row] < chars[row + 1]
            if runs and (tag != TEXT or (is_full and row >= ends[block])):
                yield block, runs
                runs = []
            if is_full:
                block = block if runs else self._find_block(row, blocks)
                runs.append(row)
            elif runs and self.text(row).isspace():
                runs.append(row)
        if runs:
            yield block, runs

    def _find_block(self, row: int, blocks: Tags) -> int:
        """Return the nearest block above *row*, else the root."""
        tags, parents = self.lists.tags, self.lists.parents
        row = parents[row]
        while row > 0 and tags[row] not in blocks:
            row = parents[row]
        return row


def limit_depth(parents: list[int], max_depth: int) -> list[int]:
    """Return the depth of each row, moving in *parents* what is too deep to an ancestor."""
    depths = [0] if parents else []
    for row, parent in enumerate(parents[1:], 1):
        if depths[parent] >= max_depth:
            parent = parents[row] = parents[parent]
        depths.append(depths[parent] + 1)
    return depths


def _by_end(groups: list[Stretch], depths: list[int]) -> Iterator[Stretch]:
    """Yield *groups*, which are in the order of their start tags, in that of their ends."""
    is_open: list[Stretch] = []
    for group in groups:
        while is_open and depths[is_open[-1][0]] >= depths[group[0]]:
            yield is_open.pop()
        is_open.append(group)
    yield from reversed(is_open)


class _Segmenting:
    """The segments that have ended, and the one that is open."""

    def __init__(self, spans: dict[int, Span]) -> None:
        self.spans = spans
        self.segments: list[Stretch] = []
        self.rows: list[int] = []
        self.owner = -1  # the block that `rows` belong to
        self.breaks = 0  # since the last text

    def add_text(self, row: int, owner: int) -> None:
        """Add a text of the block *owner*; white space counts only behind a text of the block."""
        is_full = row in self.spans
        if is_full or self.rows:
            if owner != self.owner:
                self.close()
                self.owner = owner
            if is_full:
                self.breaks = 0
            if is_full or self.rows:
                self.rows.append(row)

    def add_break(self, row: int, owner: int) -> None:
        """Add a line break; the second in a row ends the segment."""
        self.breaks += 1
        if self.breaks > 1:
            self.close()
        elif self.rows and owner == self.owner:
            self.rows.append(row)

    def close(self) -> None:
        """End the segment, without the white space and breaks behind its last text."""
        while self.rows and self.rows[-1] not in self.spans:
            self.rows.pop()
        if self.rows:
            self.segments.append((self.owner, self.rows))
            self.rows = []
