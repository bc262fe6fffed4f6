"""Figures that corpora are filtered by: what they measure and nothing else, no verdict.

Characters are those of the text that are not white space; shares are shares of them, from 0 to 1.
"""

from __future__ import annotations

import numpy as np

from zaru.content.content import Content
from zaru.corpus.tokens import (
    DIGIT,
    KANA_LETTER,
    KANJI_LETTER,
    LETTER,
    SYMBOL,
    UNSPACED_LETTER,
    WHITE,
    Tokens,
    read_tokens,
)
from zaru.dom import Tree

# What `measure_quality` has under its keys, in the same order, for tables.
SHAPE: dict[str, type] = {
    "characters": int,
    "lines": int,  # that are not empty
    "mean_line_characters": float,
    "end_mark_share": float,  # lines that end in 。！？.!? or a closing quotation mark or bracket
    "repeated_line_share": float,  # characters, and blanks, in lines that stood before (Gopher)
    "repeated_ngram_share": float,  # letters and digits in 10-grams that stood before (Gopher)
    "kana_share": float,
    "kanji_share": float,
    "letter_share": float,  # letters of other scripts
    "digit_share": float,
    "symbol_share": float,  # symbols and punctuation
    "links_per_character": float,
    "link_share": float,  # characters in links
}

# What ends a sentence in the scripts of the web, and what closes behind it.
_END_MARKS = tuple("。｡．.!！?？…‥‼⁇⁈⁉♪।॥؟۔։។၊။።፧」』）)】〉》”’»›\"'｣］]")
# Of tokens: words, or kana and kanji. Gopher counts 5 to 10 words; ten characters are about five
# words of Japanese, and fewer are repeated in any text: しています.
_NGRAM_TOKENS = 10
_DIGITS = 5  # of a figure, behind the point: links on a long page are some 0.0001 a character


def measure_quality(content: Content) -> dict[str, float | int]:
    """Return the figures of the text of *content* under the keys of `SHAPE`; 0 where there is none.

    Credits beside the content are no part of it, as in `Content.text`.
    """
    text = content.text
    tokens = read_tokens(text)
    kinds = np.bincount(tokens.kinds, minlength=UNSPACED_LETTER + 1).tolist()
    characters = len(text) - kinds[WHITE]
    lines = list(filter(None, map(str.strip, text.split("\n"))))
    links, link_characters = _measure_links(content)
    shares = {
        "kana_share": kinds[KANA_LETTER],
        "kanji_share": kinds[KANJI_LETTER],
        "letter_share": kinds[LETTER] + kinds[UNSPACED_LETTER],
        "digit_share": kinds[DIGIT],
        "symbol_share": kinds[SYMBOL],
        "links_per_character": links,
        "link_share": link_characters,
    }
    found: dict[str, float | int] = {
        "characters": characters,
        "lines": len(lines),
        "mean_line_characters": characters / max(1, len(lines)),
        "end_mark_share": sum(line.endswith(_END_MARKS) for line in lines) / max(1, len(lines)),
        "repeated_line_share": _repeated_share(lines),
        "repeated_ngram_share": _repeated_ngram_share(tokens),
        **{name: count / max(1, characters) for name, count in shares.items()},
    }
    return {name: kind(round(found[name], _DIGITS)) for name, kind in SHAPE.items()}


def _repeated_share(lines: list[str]) -> float:
    """Return the share of the characters of *lines* in those that stood before."""
    return 1 - sum(map(len, set(lines))) / sum(map(len, lines)) if lines else 0.0


def _repeated_ngram_share(tokens: Tokens) -> float:
    """Return the share of the tokens, in characters, that n-grams hold which stood before."""
    ngrams = tokens.ngrams(_NGRAM_TOKENS)
    if len(ngrams) < 2:
        return 0.0
    # A hash with its place in the lower bits: in order, equal ones stand by their places.
    bits = np.uint64(len(ngrams).bit_length())
    keys = np.sort(ngrams >> bits << bits | np.arange(len(ngrams), dtype=np.uint64))
    is_repeated = keys[1:] >> bits == keys[:-1] >> bits
    if not is_repeated.any():
        return 0.0
    begins = (keys[1:][is_repeated] & ((np.uint64(1) << bits) - np.uint64(1))).astype(np.int64)
    held = np.zeros(len(tokens.sizes) + 1, np.int64)
    held[begins] += 1
    held[begins + _NGRAM_TOKENS] -= 1
    return float(tokens.sizes[held[:-1].cumsum() > 0].sum() / tokens.sizes.sum())


def _measure_links(content: Content) -> tuple[int, int]:
    """Return how many links the text of *content* has, and how many characters they hold."""
    tree = content.tree
    links: dict[int, int] = {0: 0}  # the row of the link that holds a row, 0 for none
    found: set[int] = set()
    characters = 0
    for segment, text, _, is_credit in content.kept:
        if not text or is_credit:
            continue
        for row in segment.rows:
            link = _find_link(tree, row, links)
            if link and row in tree.spans:
                found.add(link)
                characters += len("".join(tree.text(row).split()))
    return len(found), characters


def _find_link(tree: Tree, row: int, links: dict[int, int]) -> int:
    """Return the row of the link that holds *row*, 0 for none; *links* are the known ones."""
    passed = []
    while row not in links:
        if tree.tags[row] == "a" and tree.attribute(row, "href") is not None:
            links[row] = row
            break
        passed.append(row)
        row = tree.parents[row]
    for step in passed:
        links[step] = links[row]
    return links[row]
