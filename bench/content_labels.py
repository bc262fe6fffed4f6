"""Labels for training: how much of each segment of a page its true text has, in the same place.

Long segments are found by their 4-grams, the longest first, so that a paragraph wins over a
teaser that quotes it. Short ones, which may be in the truth by chance, must stand between the
same long ones as there, in the same order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

_GRAM = 4
_LONG = 6  # tokens in a segment that is looked for by itself
_LEAST_SHARE, _LEAST_TOKENS = 0.3, 12  # a long segment with less of both in the truth has nothing
_ANCHOR_SHARE = 0.5  # with more, it says where the short ones around it must be
_SLACK = 3  # tokens by which places may overlap
_MAX_TOKENS = 60_000  # as in evaluate.py
_MAX_UNWANTED_CHARS = 400  # a longer segment holds more than an unwanted snippet

Tokens = list[str]


class _Place(NamedTuple):
    start: int
    end: int


def label_segments(segments: list[Tokens], truth: Tokens) -> tuple[NDArray[Any], float]:
    """Return how many tokens of each segment are the truth's, and the share of it that is found."""
    truth = truth[:_MAX_TOKENS]
    covered = np.zeros(len(truth), bool)
    matched = np.zeros(len(segments))
    anchors = _match_long(segments, truth, covered, matched)
    _match_short(segments, truth, covered, matched, anchors)
    return matched, float(covered.mean()) if truth else 1.0


def _match_long(
    segments: list[Tokens], truth: Tokens, covered: NDArray[np.bool_], matched: NDArray[Any]
) -> dict[int, _Place]:
    """Match the long segments; return where those stand that are mostly in the truth."""
    index: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for place in range(len(truth) - _GRAM + 1):
        index[tuple(truth[place : place + _GRAM])].append(place)
    anchors = {}
    long = (number for number, tokens in enumerate(segments) if len(tokens) >= _LONG)
    for number in sorted(long, key=lambda number: -len(segments[number])):
        tokens = segments[number]
        is_matched = np.zeros(len(tokens), bool)
        places: list[int] = []
        for start in range(len(tokens) - _GRAM + 1):
            free = index.get(tuple(tokens[start : start + _GRAM]), [])
            free = [place for place in free if not covered[place : place + _GRAM].all()]
            if free:
                last = places[-1] if places else -1
                places.append(next((place for place in free if place > last), free[0]))
                is_matched[start : start + _GRAM] = True
        count = int(is_matched.sum())
        if count < _LEAST_SHARE * len(tokens) and count < _LEAST_TOKENS:
            continue
        matched[number] = count
        for place in places:
            covered[place : place + _GRAM] = True
        if count >= _ANCHOR_SHARE * len(tokens):
            anchors[number] = _Place(places[0], places[-1] + _GRAM)
    return anchors


def _match_short(
    segments: list[Tokens],
    truth: Tokens,
    covered: NDArray[np.bool_],
    matched: NDArray[Any],
    anchors: dict[int, _Place],
) -> None:
    """Match the segments between two anchors with what is left of the truth between them."""
    numbers = [-1, *sorted(anchors), len(segments)]
    for before, after in pairwise(numbers):
        first = max(anchors[before].end - _SLACK, 0) if before >= 0 else 0
        last = anchors[after].start + _SLACK if after < len(segments) else len(truth)
        free = [place for place in range(first, min(last, len(truth))) if not covered[place]]
        words = {truth[place] for place in free}
        owners = [
            (number, token)
            for number in range(before + 1, after)
            if not matched[number] and words.issuperset(segments[number])
            for token in segments[number]
        ]
        if before < 0 and after < len(segments):  # of equal titles, the one next to the text
            owners.reverse()
            free.reverse()
        mine, theirs = [token for _, token in owners], [truth[place] for place in free]
        if not mine or not theirs:
            continue
        for step in LCSseq.opcodes(mine, theirs):
            if step.tag == "equal":
                for number, _ in owners[step.src_start : step.src_end]:
                    matched[number] += 1
                covered[free[step.dest_start : step.dest_end]] = True


def label_snippets(
    texts: list[str], wanted: list[str], unwanted: list[str], norm: Callable[[str], str]
) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Return labels of texts that hold a snippet, and which texts do."""
    labels, is_known = np.zeros(len(texts)), np.zeros(len(texts), bool)
    normal = [norm(text) for text in texts]
    for snippets, label in ((wanted, 1.0), (unwanted, 0.0)):
        for snippet in filter(None, map(norm, snippets)):
            for number, text in enumerate(normal):
                if snippet not in text or is_known[number]:
                    continue
                if label or len(text) <= _MAX_UNWANTED_CHARS:
                    labels[number], is_known[number] = label, True
    return labels, is_known
