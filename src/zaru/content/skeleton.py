"""The skeleton of a page: the elements that hold its segments, as columns.

Only the blocks of segments and what stands above them are in it: a fifth of a tree's rows.
Arrays have one entry for each element of the skeleton, in document order; the root is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from operator import add
from typing import cast

import numpy as np
from numpy.typing import NDArray

from zaru.content.segments import Segment
from zaru.content.table import GROUPS, MARKS
from zaru.content.table import NUMBERS as N
from zaru.dom import Tree

Ints = NDArray[np.int64]
Attributes = tuple[tuple[str, str | None], ...]

# A bit for each group of elements, and further ones for links and for marks.
FLAGS = {tag: 1 << bit for bit, tags in enumerate(GROUPS.values()) for tag in tags}
LINK = FLAGS["a"] = 1 << len(GROUPS)
MARK_BITS = {
    word: LINK << bit for bit, words in enumerate(MARKS.values(), start=1) for word in words
}
_HIDDEN = FLAGS["hidden"]
_HIDERS: Mapping[str, Callable[[str], bool]] = {  # attributes that may hide an element
    "hidden": lambda _value: True,
    "aria-hidden": lambda value: value == "true",
    "style": lambda value: "display" in value and "none" in value,
}
# Letters in lower case, other ASCII characters as spaces, bytes of other characters as they are.
_TO_WORDS = bytes(
    code if code > 127 else ord(chr(code).lower()) if chr(code).isalpha() else ord(" ")
    for code in range(256)
)


class Skeleton:
    """The elements above the segments of a page, what repeats, and which segments each holds."""

    __slots__ = (
        "articles", "blocks", "firsts", "flags", "index", "kinds", "lasts", "parents", "paths",
        "repeated", "repeats", "sizes", "token_sets", "wider",
    )  # fmt: skip

    def __init__(self, tree: Tree, segments: list[Segment]) -> None:
        rows = _find_rows(tree, segments)
        self.index = index = {row: place for place, row in enumerate(rows)}
        self.blocks: Ints = np.array([index[segment.row] for segment in segments])
        self.token_sets: list[list[str]] = []  # the distinct ones
        self.parents: list[int] = []
        self.flags: list[int] = []  # `FLAGS` and `MARK_BITS` of the element and of those above it
        self.kinds: list[int] = []  # the place of its tokens in `token_sets`
        self.articles: list[int] = []  # the nearest <article>, itself or above; 0 for none
        self.paths = self._read_elements(tree, rows)  # equal for equal tags and classes above
        self.repeats = self._count_siblings()  # how many siblings have its tag and class
        self._find_ranges()

    def _read_elements(self, tree: Tree, rows: list[int]) -> Ints:
        """Fill the columns of single elements; return their paths as numbers."""
        tags, row_parents, index = tree.tags, tree.parents, self.index
        values = cast(list[Attributes], tree.values)  # those of elements, which alone are read
        parents, flags, kinds, articles = self.parents, self.flags, self.kinds, self.articles
        known: dict[Attributes, tuple[int, str, int]] = {}
        numbers: dict[tuple[int, str, str], int] = {}
        paths: list[int] = []
        for place, row in enumerate(rows):
            attributes = values[row]
            facts = known.get(attributes)
            if facts is None:
                flag, class_, tokens = _read_attributes(attributes)
                facts = known[attributes] = (flag, class_, len(self.token_sets))
                self.token_sets.append(tokens)
            tag = tags[row]
            flag = FLAGS.get(tag, 0) | (facts[0] if place > 1 else 0)
            if place:
                parent = index[row_parents[row]]
                key = (paths[parent], tag, facts[1])
                articles.append(place if tag == "article" else articles[parent])
                flags.append(flag | flags[parent])
            else:
                parent, key = 0, (0, tag, facts[1])
                articles.append(0)
                flags.append(flag)
            parents.append(parent)
            kinds.append(facts[2])
            paths.append(numbers.setdefault(key, len(numbers)))
        return np.array(paths)

    def _count_siblings(self) -> Ints:
        """Return for each element how many siblings, itself too, have its tag and class."""
        keys = np.array(self.parents) * len(self.parents) + self.paths
        _, places, counts = np.unique(keys, return_inverse=True, return_counts=True)
        return counts[places]

    def _find_ranges(self) -> None:
        """Find which segments each element holds, and the elements above that hold more."""
        parents, repeats = self.parents, self.repeats.tolist()
        count = len(parents)
        firsts, lasts = [len(self.blocks)] * count, [-1] * count
        for number, place in enumerate(self.blocks.tolist()):
            if lasts[place] < 0:
                firsts[place] = number
            lasts[place] = number
        for place in range(count - 1, 0, -1):
            parent = parents[place]
            if firsts[place] < firsts[parent]:
                firsts[parent] = firsts[place]
            if lasts[place] > lasts[parent]:
                lasts[parent] = lasts[place]
        wider, repeated = [0] * count, [0] * count
        for place in range(1, count):
            parent, first, last = parents[place], firsts[place], lasts[place]
            is_whole = first == firsts[parent] and last == lasts[parent]
            wider[place] = wider[parent] if is_whole else parent
            is_item = repeats[place] >= N.ALIKE and last > first
            repeated[place] = place if is_item else repeated[parent]
        self.firsts: Ints = np.array(firsts)  # the first segment in it
        self.lasts: Ints = np.array(lasts)
        self.sizes: Ints = self.lasts - self.firsts + 1
        self.wider: Ints = np.array(wider)  # the nearest above that holds more segments
        self.repeated: Ints = np.array(repeated)  # the nearest, itself or above, that repeats


def _find_rows(tree: Tree, segments: list[Segment]) -> list[int]:
    """Return the rows of the segments' blocks and of the elements above them."""
    parents = tree.parents
    found: set[int] = set()
    for segment in segments:
        row = segment.row
        while row >= 0 and row not in found:
            found.add(row)
            row = parents[row]
    return sorted(found)


def _read_attributes(attributes: Attributes) -> tuple[int, str, list[str]]:
    """Return the flag, the class and the tokens of an element."""
    flag, class_ = 0, ""
    words: list[str] = []
    roles: list[str] = []
    for name, value in attributes:
        if name in _HIDERS:
            flag |= _HIDERS[name](value or "") and _HIDDEN
        elif value and (name == "class" or name == "id"):
            class_ = value if name == "class" else class_
            words += split_tokens(value[: N.MAX_VALUE_CHARS])
        elif value and (name == "role" or name == "itemprop"):
            roles.append(f"{name}:{value[: N.MAX_VALUE_CHARS].lower()}")
    for word in words:
        flag |= MARK_BITS.get(word, 0)
    return flag, class_, words + roles


def split_tokens(names: str) -> list[str]:
    """Return the words of a class or id attribute, lower-cased.

    >>> split_tokens("entry-content post_body2")
    ['entry', 'content', 'post', 'body']
    """
    return names.encode("utf-8", "replace").translate(_TO_WORDS).decode("utf-8").split()


def token_columns(
    skeleton: Skeleton, tokens: Mapping[str, float]
) -> dict[str, NDArray[np.float64]]:
    """Return what the class, id, role and itemprop tokens of the elements above say."""
    own, lows, highs = [], [], []
    for words in skeleton.token_sets:
        scores = [tokens[word] for word in dict.fromkeys(words) if word in tokens]
        own.append(reduce(add, scores, 0.0))  # `sum` adds in other ways from Python 3.12 on
        lows.append(min(scores, default=0.0))
        highs.append(max(scores, default=0.0))
    total, near, low, high = [0.0], [0.0], [0.0], [0.0]
    for kind, parent in zip(skeleton.kinds[1:], skeleton.parents[1:], strict=True):
        score = own[kind]
        total.append(total[parent] + score)
        near.append(score or N.FADE * near[parent])
        low.append(min(low[parent], lows[kind]))
        high.append(max(high[parent], highs[kind]))
    below = skeleton.blocks
    holder = skeleton.wider[below]
    columns = {
        "token_low": np.array(low)[below],
        "token_high": np.array(high)[below],
        "token_total": np.array(total)[below],
    }
    own_scores, near_scores = np.array(own)[skeleton.kinds], np.array(near)
    for level in range(3):
        columns[f"token_own_{level}"] = own_scores[below]
        columns[f"token_near_{level}"] = near_scores[below]
        below, holder = holder, skeleton.wider[holder]
    return columns
