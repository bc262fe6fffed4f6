"""What a page set keeps of a page: numbers for its segments, no text and no tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from zaru.content.compiled import _kernel
from zaru.content.segments import Segment, find_segments, read_texts
from zaru.content.sharing import Floats, Integers
from zaru.dom import BLOCK_TAGS, HEADINGS, UNREAD_TAGS, Tree
from zaru.layout.head import Head

MakeLabel = Callable[[str, str, str], str]  # of tag, class and id

LONG_BYTES = 60  # in UTF-8, where 20 Japanese characters are as much as 60 of English
_TITLE_BYTES = 6  # a shorter text is in a <title> by chance

_WHITE = re.compile(r"\s+")
_DIGITS = re.compile(r"\d+")
_BYTE_DIGITS = re.compile(rb"\d+")


@dataclass(frozen=True, slots=True, eq=False)
class Sketch:
    """The segments of one page in numbers; arrays have a row for each segment."""

    texts: bytes  # a digest of 8 bytes for each
    numbers: Integers  # length in bytes, place
    places: list[tuple[int, str]]  # of each place: the number of its parent's, its own label
    folded_rows: list[int]  # of the long texts with digits
    folded_texts: bytes  # their digests when digits do not count
    title_rows: list[int]  # of the texts that the <title> has
    scores: Floats  # the probabilities that the page got by itself
    characters: Integers  # of the text, as a reader sees it


def sketch_tree(tree: Tree, scores: Sequence[float] | Floats) -> Sketch:
    """Return the sketch of the page whose segments, all of them, got these *scores*."""
    title = next(map(tree.text, Head(tree).titles), "")
    limit = tree.limits.max_attribute_chars
    make_label = partial(_make_label, limit)
    if _kernel is not None:
        found = _kernel.sketch_page(tree.columns, BLOCK_TAGS, UNREAD_TAGS, title, make_label, limit)
    else:
        found = _sketch_page(tree, title, make_label)
    texts, numbers, places, folded_rows, folded_texts, title_rows, characters = found
    return Sketch(
        texts=texts,
        numbers=np.frombuffer(numbers, np.int32).reshape(-1, 2),
        places=places,
        folded_rows=folded_rows,
        folded_texts=folded_texts,
        title_rows=title_rows,
        scores=np.asarray(scores, np.float32),
        characters=np.frombuffer(characters, np.int32),
    )


def _sketch_page(
    tree: Tree, title: str, make_label: MakeLabel
) -> tuple[bytes, bytes, list[tuple[int, str]], list[int], bytes, list[int], bytes]:
    """Return what `kernel/` makes of a page in C: all but the scores."""
    segments, known = find_segments(tree), _fold(title)
    texts = read_texts(tree, segments)
    place_numbers, places = _find_places(tree, segments, make_label)
    seen = list(map(_view, texts))
    sizes = [len(view.folded) for view in seen]
    folded_rows = [row for row, view in enumerate(seen) if view.without_digits]
    title_rows = [
        row
        for row, size in enumerate(sizes)
        if _TITLE_BYTES <= size <= len(known) + 2 and seen[row].folded.strip() in known
    ]
    return (
        b"".join([view.digest for view in seen]),
        np.array([sizes, place_numbers], np.int32).T.tobytes(),
        places,
        folded_rows,
        b"".join([seen[row].without_digits for row in folded_rows]),
        title_rows,
        np.array([len(text) for text in texts], np.int32).tobytes(),
    )


def _find_places(
    tree: Tree, segments: list[Segment], make_label: MakeLabel
) -> tuple[list[int], list[tuple[int, str]]]:
    """Return the number of the place of each segment, and the places.

    That of a row is its tag, class and id in the place of its parent.
    """
    tags, parents = tree.tags, tree.parents
    classes, names = dict(tree.having("class")), dict(tree.having("id"))
    found: dict[tuple[int, str], int] = {}  # their numbers
    known = {-1: -1}  # the places of rows
    make_label = cache(make_label)  # of one page
    for segment in segments:
        row, missing = segment.row, []
        while row not in known:
            missing.append(row)
            row = parents[row]
        place = known[row]
        for row in reversed(missing):
            label = make_label(tags[row], classes.get(row, ""), names.get(row, ""))
            place = known[row] = found.setdefault((place, label), len(found))
    return [known[segment.row] for segment in segments], list(found)


class _View(NamedTuple):
    """A text as it is compared."""

    folded: bytes
    digest: bytes
    without_digits: bytes  # the digest when digits do not count, of a long text with some


def _view(text: str) -> _View:
    folded = _fold(text)
    plain = _BYTE_DIGITS.sub(b"0", folded) if len(folded) > LONG_BYTES else folded
    return _View(folded, _digest(folded), b"" if plain == folded else _digest(plain))


def _fold(text: str) -> bytes:
    """Return *text* as texts are compared: white space as one blank, in small letters."""
    if "  " in text or not text.isprintable():  # no other white space is
        text = _WHITE.sub(" ", text)
    return text.lower().encode("utf-8", "replace")


def _make_label(limit: int, tag: str, classes: str, name: str) -> str:
    """Return what rows of one place have in common: id="post-123" is one place.

    Attributes count up to *limit* characters.
    """
    marks = classes[:limit]
    if tag not in HEADINGS:  # whose ids are made from their texts
        marks += f"#{name[:limit]}"
    return f"{tag}.{_DIGITS.sub('0', marks)}"


def _digest(text: bytes) -> bytes:
    return blake2b(text, digest_size=8).digest()
