"""What tokens of classes and ids, and first words of texts, say: log odds from labelled pages."""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.content_examples import Array, Example

from zaru.content.features import to_matrix
from zaru.content.skeleton import Skeleton, token_columns
from zaru.content.table import COLUMNS
from zaru.content.wording import word_columns

HEADING = COLUMNS.index("heading")
Table = dict[str, float]
Tables = tuple[Table, Table]  # of tokens and of words

TOKEN_SITES = 3  # a token must be on so many sites
TOKEN_PRIOR = 1.5  # sites' worth of doubt about a token's log odds
LEAST_ODDS = 0.1
TOKEN_CHARS = 24
WORD_SITES = 6  # the same of words; 5 and 0.5 gave 15,000 words, which are no better
WORD_PRIOR = 2.0
LEAST_WORD_ODDS = 0.6


def learn_tokens(examples: list[Example]) -> Table:
    """Return for each token the log odds that what stands below it is content.

    Each page has one unit of content and one of clutter; a site counts little more with many
    pages than with one.
    """
    shares: dict[str, dict[str, list[Array]]] = defaultdict(lambda: defaultdict(list))
    for example in examples:
        if example.skeleton is not None and example.weights.any():
            if example.shares is None:
                example.shares = share_tokens(example, example.skeleton)
            for token, share in example.shares.items():
                shares[token][example.site].append(np.minimum(share, 1))
    table = {}
    for token, by_site in shares.items():
        if len(by_site) >= TOKEN_SITES and len(token) <= TOKEN_CHARS:
            means = [np.mean(pages, axis=0) * len(pages) ** 0.3 for pages in by_site.values()]
            content, clutter = np.sum(means, axis=0) + TOKEN_PRIOR
            if abs(math.log(content / clutter)) > LEAST_ODDS:
                table[token] = round(math.log(content / clutter), 3)
    return table


def share_tokens(example: Example, skeleton: Skeleton) -> dict[str, Array]:
    """Return for each token the shares of the page's content and clutter that stand below it."""
    parents = skeleton.parents
    content = np.bincount(skeleton.blocks, example.weights * example.labels, len(parents))
    clutter = np.bincount(skeleton.blocks, example.weights * (1 - example.labels), len(parents))
    held = np.stack((content / max(content.sum(), 1e-6), clutter / max(clutter.sum(), 1e-6)), 1)
    for place in range(len(parents) - 1, 0, -1):
        held[parents[place]] += held[place]
    words = [frozenset(tokens) for tokens in skeleton.token_sets]
    above: list[frozenset[str]] = []  # what inner elements repeat counts once
    shares: dict[str, Array] = defaultdict(lambda: np.zeros(2))
    for place, (kind, parent) in enumerate(zip(skeleton.kinds, parents, strict=True)):
        outer = above[parent] if place else frozenset()
        fresh = words[kind] - outer
        for token in fresh:
            shares[token] += held[place]
        above.append(outer | fresh if fresh else outer)
    return shares


def learn_words(examples: list[Example]) -> Table:
    """Return for each word the log odds that a text is content that begins with it, among others.

    All texts of a page that have a word count as one, and a site counts once.
    """
    shares: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for example in examples:
        if example.word_shares is None:
            example.word_shares = share_words(example)
        for word, share in example.word_shares.items():
            shares[word][example.site].append(share)
    means = {
        word: [sum(pages) / len(pages) for pages in by_site.values()]
        for word, by_site in shares.items()
        if len(by_site) >= WORD_SITES and len(word) <= TOKEN_CHARS
    }
    usual = np.mean([mean for sites in means.values() for mean in sites]) if means else 0.5
    table = {}
    for word, sites in means.items():
        content = sum(sites) + WORD_PRIOR * usual
        clutter = len(sites) - sum(sites) + WORD_PRIOR * (1 - usual)
        odds = math.log(content / clutter) - math.log(usual / (1 - usual))
        if abs(odds) > LEAST_WORD_ODDS:
            table[word] = round(odds, 3)
    return table


def share_words(example: Example) -> dict[str, float]:
    """Return for each word the share of content of the texts that begin with it, among others."""
    labels: dict[str, list[float]] = defaultdict(list)
    known = zip(example.said, example.labels.tolist(), example.weights.tolist(), strict=True)
    for words, label, weight in known:
        for word in set(words) if weight > 0 else ():
            labels[word].append(label)
    return {word: sum(found) / len(found) for word, found in labels.items()}


class Lessons:
    """Examples, and what tokens and words say of them; kept, for many trees ask the same."""

    def __init__(self, examples: list[Example]) -> None:
        self.examples = examples
        self.folds = sorted({example.fold for example in examples})
        self.known: dict[frozenset[int], Tables] = {}

    def leave(self, *folds: int) -> list[Example]:
        """Return the examples of all other folds."""
        return [example for example in self.examples if example.fold not in folds]

    def learn_tables(self, *folds: int) -> Tables:
        """Return what tokens and words say, by the examples of all other folds."""
        left = frozenset(folds)
        if left not in self.known:
            others = self.leave(*folds)
            self.known[left] = learn_tokens(others), learn_words(others)
        return self.known[left]


def add_tables(examples: list[Example], tables: Tables) -> Iterator[Array]:
    """Yield the whole feature matrix of each example."""
    for example in examples:
        if example.skeleton is None:
            yield example.columns
        else:
            tokens = token_columns(example.skeleton, tables[0])
            words = word_columns(example.said, example.columns[HEADING], tables[1])
            said = to_matrix({**tokens, **words}, len(example.texts))
            yield np.concatenate((example.columns, said))
