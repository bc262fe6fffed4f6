"""Signatures: which texts nearly repeat another, by MinHash (Broder 1997).

The share of shingles that two texts have in common is estimated from 64 numbers of each: the
least of all its shingles' hashes, under 64 hash functions. A shingle is five tokens that follow
one another, as in FineWeb (words) and Swallow (characters of Japanese).
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import eq

import numpy as np

from zaru.corpus.tokens import mix, read_tokens

_SHINGLE_TOKENS = 5
_FUNCTIONS = 64
# Two texts are compared when the numbers of a band are equal: 99.8 % of those that have 0.75 of
# their shingles in common, 64 % at 0.5, 12 % at 0.3.
_BANDS, _ROWS = 16, 4
# The least estimate that makes a repetition, FineWeb's target, too. An estimate is off by 0.05
# (standard deviation): two in a hundred pairs of 0.85 are missed, as many of 0.65 are taken.
REPETITION = 0.75
# Of fewer tokens, one other character or word changes more of the shingles than a repetition may.
MIN_TOKENS = 40

# The functions: shingles are random numbers already, times an odd number in 32 bits.
_NUMBERS = np.arange(1, _FUNCTIONS + 1, dtype=np.uint64)
_FACTORS = mix(_NUMBERS).astype(np.uint32)[:, None] | np.uint32(1)
_BATCH = 1024  # shingles at a time: what a long text needs stays in the cache of the processor
_CHANCE = 1 / 256  # that bytes of different numbers are equal


@dataclass(frozen=True, slots=True)
class Signature:
    """What is kept of a text to find and to compare what repeats it."""

    bands: tuple[int, ...]  # 16 keys below 2**64; texts that have one in common may be repetitions
    minima: bytes  # 64, for `similarity`


def sign(text: str) -> Signature | None:
    """Return the signature of *text*; None when it is too short, fewer than 40 tokens.

    White space, punctuation and case count for nothing. A token is a word, or a character of a
    script without blanks: a text of 40 kana and kanji has a signature.
    """
    tokens = read_tokens(text.lower())
    if len(tokens.hashes) < MIN_TOKENS:
        return None
    shingles = (tokens.ngrams(_SHINGLE_TOKENS) >> np.uint64(32)).astype(np.uint32)
    batches = (shingles[begin : begin + _BATCH] for begin in range(0, len(shingles), _BATCH))
    minima = np.min([(_FACTORS * batch).min(axis=1) for batch in batches], axis=0)
    minima = mix(minima.astype(np.uint64) + (_NUMBERS << np.uint64(32)))
    bands = mix(minima.reshape(_BANDS, _ROWS).sum(axis=1, dtype=np.uint64))
    return Signature(tuple(bands.tolist()), minima.astype(np.uint8).tobytes())


def similarity(minima: bytes, others: bytes) -> float:
    """Return the estimated share of the shingles of two texts that both have, from 0 to 1."""
    share: float = sum(map(eq, minima, others)) / _FUNCTIONS
    return max(0.0, (share - _CHANCE) / (1 - _CHANCE))


def is_repetition(minima: bytes, others: bytes) -> bool:
    """Say whether one of two texts nearly repeats the other: `REPETITION` of their shingles."""
    return similarity(minima, others) >= REPETITION
