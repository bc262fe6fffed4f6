"""What a page set keeps of a page: numbers for its segments, no text and no tree."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from zaru.content.segments import Segment
from zaru.content.sharing import Floats, Integers
from zaru.dom import HEADINGS, Tree
from zaru.layout.head import Head

LONG_BYTES = 60  # in UTF-8, where 20 Japanese characters are as much as 60 of English
_SHORT_CHARS = 200  # of a text that is remembered
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


def sketch_segments(
    segments: Sequence[Segment], texts: Sequence[str], scores: Sequence[float] | Floats
) -> Sketch:
    """Return the sketch of the page whose *segments*, which say *texts*, got these *scores*."""
    title = _read_title(segments[0].tree) if segments else b""
    place_numbers, places = _find_places(segments)
    sizes, digests = list[int](), list[bytes]()
    folded_rows, folded_texts, title_rows = list[int](), list[bytes](), list[int]()
    for row, text in enumerate(texts):
        seen = _view_short(text) if len(text) <= _SHORT_CHARS else _view(text)
        size = len(seen.folded)
        sizes.append(size)
        digests.append(seen.digest)
        if seen.without_digits:
            folded_rows.append(row)
            folded_texts.append(seen.without_digits)
        if _TITLE_BYTES <= size <= len(title) + 2 and seen.folded.strip() in title:
            title_rows.append(row)
    return Sketch(
        texts=b"".join(digests),
        numbers=np.array([sizes, place_numbers], np.int32).T.copy(),
        places=places,
        folded_rows=folded_rows,
        folded_texts=b"".join(folded_texts),
        title_rows=title_rows,
        scores=np.asarray(scores, np.float32),
        characters=np.fromiter(map(len, texts), np.int32, len(texts)),
    )


def _find_places(segments: Sequence[Segment]) -> tuple[list[int], list[tuple[int, str]]]:
    """Return the number of the place of each segment, and the places."""
    if not segments:
        return [], []
    places = _Places(segments[0].tree)
    return [places.number(segment.row) for segment in segments], list(places.found)


class _Places:
    """The places of one tree: that of a row is its tag, class and id in the place of its parent."""

    def __init__(self, tree: Tree) -> None:
        self._tags, self._parents = tree.tags, tree.parents
        self._classes, self._ids = dict(tree.having("class")), dict(tree.having("id"))
        self._max_chars = tree.limits.max_attribute_chars
        self.found: dict[tuple[int, str], int] = {}  # their numbers
        self._rows: dict[int, int] = {}  # the places of rows
        self._labels: dict[tuple[str, str, str], str] = {}  # what tags, classes and ids make

    def number(self, row: int) -> int:
        """Return the number of the place of *row*."""
        known, missing = self._rows, []
        while row >= 0 and row not in known:
            missing.append(row)
            row = self._parents[row]
        place = known.get(row, -1)
        for row in reversed(missing):
            place = self.found.setdefault((place, self._label(row)), len(self.found))
            known[row] = place
        return place

    def _label(self, row: int) -> str:
        classes, name = self._classes.get(row, ""), self._ids.get(row, "")
        marks = self._tags[row], classes[: self._max_chars], name[: self._max_chars]
        label = self._labels.get(marks)
        if label is None:
            label = self._labels[marks] = _make_label(*marks)
        return label


class _View(NamedTuple):
    """A text as it is compared."""

    folded: bytes
    digest: bytes
    without_digits: bytes  # the digest when digits do not count, of a long text with some


def _view(text: str) -> _View:
    folded = _fold(text)
    plain = _BYTE_DIGITS.sub(b"0", folded) if len(folded) > LONG_BYTES else folded
    return _View(folded, _digest(folded), b"" if plain == folded else _digest(plain))


_view_short = lru_cache(maxsize=4096)(_view)  # menus and labels come again on each page of a site


def _fold(text: str) -> bytes:
    """Return *text* as texts are compared: white space as one blank, in small letters."""
    if "  " in text or not text.isprintable():  # no other white space is
        text = _WHITE.sub(" ", text)
    return text.lower().encode("utf-8", "replace")


def _make_label(tag: str, classes: str, name: str) -> str:
    """Return what rows of one place have in common: id="post-123" is one place."""
    if tag not in HEADINGS:  # whose ids are made from their texts
        classes += f"#{name}"
    return f"{tag}.{_DIGITS.sub('0', classes)}"


def _digest(text: bytes) -> bytes:
    return blake2b(text, digest_size=8).digest()


def _read_title(tree: Tree) -> bytes:
    """Return the text of `<title>` as texts of segments are compared; empty without one."""
    text = next(map(tree.text, Head(tree).titles), "")
    return _fold(text)
