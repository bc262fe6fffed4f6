"""Paper 5 to the letter: content is the blocks that no other page of the set has (§3.5-§3.7).

Two blocks are the same when the cosine of their feature vectors is above 0.9. All counts are
whole numbers, so that this is decided without rounding.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Literal

from zaru.content.content import Content, Kept
from zaru.content.segments import Segment
from zaru.dom import Block
from zaru.page import Page

Feature = tuple[Literal["tag", "text"], str]
Features = Mapping[Feature, int]

_TEXT_ATTRIBUTES = ("title", "alt")
# §3.6: Sim > 0.9, as Sim² > 81 / 100.
_SAME_NUMERATOR, _SAME_DENOMINATOR = 81, 100


def block_features(block: Block) -> Counter[Feature]:
    """Return the feature vector of *block* (§3.5): tags, text lines, `title` and `alt` texts.

    Texts are lower-cased and split at line ends; lines of white space alone are left out.
    """
    tree = block.tree
    features: Counter[Feature] = Counter()
    for row in (block.row, *block.rows):
        if tree.is_text(row):
            _count_lines(tree.text(row), features)
        else:
            features["tag", tree.tags[row]] += 1
            for name in _TEXT_ATTRIBUTES:
                _count_lines(tree.attribute(row, name) or "", features)
    return features


def read_features(page: Page) -> list[Counter[Feature]]:
    """Return the feature vectors of the blocks of *page*; raises `InputError`."""
    return [block_features(block) for block in page.tree.blocks]


def build_paper_content(page: Page, numbers: Sequence[int]) -> Content:
    """Return the blocks of *page* with these numbers as its content, photos without text, too."""
    tree, kept = page.tree, []
    for block in (tree.blocks[number] for number in numbers):
        if block.span:
            kept.append((block.runs[0], Kept(Segment(tree, block.row, block.runs), block.text)))
        # §3.1: photos and figures are content (5)
        images = [row for row in block.rows if tree.tags[row] == "img"]
        kept += [(row, Kept(Segment(tree, block.row, [row]), "")) for row in images]
    return Content(page, tuple(item for _, item in sorted(kept, key=itemgetter(0))))


def _count_lines(text: str, features: Counter[Feature]) -> None:
    for line in text.lower().split("\n"):
        if line and not line.isspace():
            features["text", line] += 1


def _dot(left: Features, right: Features) -> int:
    if len(left) > len(right):
        left, right = right, left
    return sum(count * right.get(feature, 0) for feature, count in left.items())


def _square(features: Features) -> int:
    return sum(count * count for count in features.values())


def find_unique_blocks(pages: Sequence[Sequence[Features]]) -> list[list[int]]:
    """Return, for each page, the numbers of its blocks that occur in no other page (§3.7).

    The answer is that of comparing all pairs. It costs less because equal vectors are compared
    once, and because only blocks that share a feature of both their prefixes can be the same.
    """
    numbers: dict[frozenset[tuple[Feature, int]], int] = {}
    vectors: list[Features] = []
    owners: list[int] = []  # of each vector: the page that has it, -1 when several have
    page_vectors: list[list[int]] = []
    for page, blocks in enumerate(pages):
        page_vectors.append([])
        for features in blocks:
            number = numbers.setdefault(frozenset(features.items()), len(vectors))
            if number == len(vectors):
                vectors.append(features)
                owners.append(page)
            elif owners[number] != page:
                owners[number] = -1
            page_vectors[-1].append(number)
    is_shared = _find_shared(vectors, owners)
    return [
        [block for block, vector in enumerate(page) if not is_shared[vector]]
        for page in page_vectors
    ]


def _find_shared(vectors: list[Features], owners: list[int]) -> list[bool]:
    """Say for each of the distinct *vectors* whether more than one page has it or one like it."""
    prefixes = _find_prefixes(vectors)
    squares = [_square(vector) for vector in vectors]
    lists: defaultdict[Feature, list[int]] = defaultdict(list)
    for number, prefix in enumerate(prefixes):
        for feature in prefix:
            lists[feature].append(number)
    is_shared = [owner < 0 for owner in owners]
    for number, vector in enumerate(vectors):
        if is_shared[number]:
            continue
        seen = {number}
        for other in (other for feature in prefixes[number] for other in lists[feature]):
            if other in seen or owners[other] == owners[number]:
                continue
            seen.add(other)
            dot, both = _dot(vector, vectors[other]), squares[number] * squares[other]
            if _SAME_DENOMINATOR * dot * dot > _SAME_NUMERATOR * both:
                is_shared[number] = is_shared[other] = True
                break
    return is_shared


def _find_prefixes(vectors: list[Features]) -> list[list[Feature]]:
    """Return of each vector its rarest features, so many that the rest is at most 0.9 of it.

    Let f be the rarest feature that two vectors have in common. If f is not in the prefix of
    one of them, their product is at most the length of that one's rest times the length of the
    other (Cauchy-Schwarz), so their cosine is at most 0.9.
    """
    frequencies = Counter(feature for vector in vectors for feature in vector)
    prefixes = []
    for vector in vectors:
        square = rest = _square(vector)
        prefix = []
        for feature in sorted(vector, key=lambda feature: (frequencies[feature], feature)):
            if _SAME_DENOMINATOR * rest <= _SAME_NUMERATOR * square:
                break
            prefix.append(feature)
            rest -= vector[feature] ** 2
        prefixes.append(prefix)
    return prefixes
