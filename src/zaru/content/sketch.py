"""What a page set keeps of a page: numbers for its segments, no text and no tree."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from zaru.content.segments import Segment
from zaru.content.sharing import Floats, Integers
from zaru.dom import HEADINGS, Tree
from zaru.layout.head import Head

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


def sketch_segments(segments: Sequence[Segment], scores: Sequence[float] | Floats) -> Sketch:
    """Return the sketch of the page whose *segments* got these *scores*."""
    read = [segment.text for segment in segments]
    texts = list(map(_fold, read))
    rows, labels = dict[int, int](), dict[tuple[str, str, str], str]()
    places: dict[tuple[int, str], int] = {}
    numbers = [
        (len(text), _number_place(segment.tree, segment.row, rows, labels, places))
        for text, segment in zip(texts, segments, strict=True)
    ]
    title = _read_title(segments[0].tree) if segments else b""
    folded_rows, folded_texts, title_rows = [], [], []
    for row, text in enumerate(texts):
        if len(text) > LONG_BYTES and (folded := _BYTE_DIGITS.sub(b"0", text)) != text:
            folded_rows.append(row)
            folded_texts.append(_digest(folded))
        if _TITLE_BYTES <= len(text) <= len(title) + 2 and text.strip() in title:
            title_rows.append(row)
    return Sketch(
        texts=b"".join(map(_digest, texts)),
        numbers=np.array(numbers, np.int32).reshape(-1, 2),
        places=list(places),
        folded_rows=folded_rows,
        folded_texts=b"".join(folded_texts),
        title_rows=title_rows,
        scores=np.asarray(scores, np.float32),
        characters=np.fromiter(map(len, read), np.int32, len(read)),
    )


def _number_place(
    tree: Tree,
    row: int,
    rows: dict[int, int],
    labels: dict[tuple[str, str, str], str],
    places: dict[tuple[int, str], int],
) -> int:
    """Return the number of the place of *row*: its tag, class and id, in that of its parent.

    *rows* remembers the places of the tree's rows, *labels* what tags, classes and ids make.
    """
    missing, limit = [], tree.limits.max_attribute_chars
    while row >= 0 and row not in rows:
        missing.append(row)
        row = tree.parents[row]
    place = rows.get(row, -1)
    for row in reversed(missing):
        classes = name = ""
        for key, value in tree.pairs(row):
            if key == "class":
                classes = value or ""
            elif key == "id":
                name = value or ""
        known = tree.tags[row], classes[:limit], name[:limit]
        label = labels.get(known)
        if label is None:
            label = labels[known] = _make_label(*known)
        place = places.setdefault((place, label), len(places))
        rows[row] = place
    return place


def _fold(text: str) -> bytes:
    """Return *text* as texts are compared: white space as one blank, in small letters."""
    words = " ".join(text.split())
    if words != text:  # or there is white space of another kind, and around it
        words = _WHITE.sub(" ", text)
    return words.lower().encode("utf-8", "replace")


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
