"""Paper 3 to the letter: articles are alike subtrees with what looks like title and body.

Tag sequences (§3.1) give sets of subtrees, group-average clustering of these (§3.2) sets of
alike ones; each gets the two text groups that are most like title and body and correspond under
the mapping (§3.3), and what other subtrees have in the same place (§3.4); F (§3.5) chooses.

Where the paper is silent: a list has at least two articles, none inside another; mappings are
taken from a cluster's first subtree to the others, not between all; F is 0 for a list without
a date in a title and without a title whose words its body repeats, and among such lists
t(C) · c(C) decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from zaru.dom import TEXT
from zaru.dom.shapes import Shapes
from zaru.feeds.article import ArticleList
from zaru.feeds.paper.articles import PageReader
from zaru.feeds.paper.clustering import cluster_by_average
from zaru.feeds.paper.entries import EntrySet, choose_entries, recover_entries
from zaru.feeds.paper.sequences import TagSequence, find_sequences
from zaru.feeds.paper.subtrees import Subtrees
from zaru.feeds.paper.text_groups import LINE
from zaru.page import Page

MAX_SUBTREES = 200  # of a sequence that are clustered: the first; the winner may recover others
MAX_SHAPES = 40  # of a sequence that are clustered: the most frequent; likewise
_MAX_NODES = 1_000  # of a subtree; a larger one is no article
_MAX_SEQUENCES = 150  # of a page: the shortest
_MAX_RECOVERED = 5_000  # subtrees of a sequence in which the winner looks for what it missed
_MIN_ARTICLES = 2
_NO_ARTICLE_TAGS = frozenset({"html", "body", TEXT})
_MAX_REASONS = 20


class Candidate(NamedTuple):
    """A cluster's articles, and what F makes of them."""

    found: EntrySet
    supported: int  # s(C): articles whose title is dated, or repeated by the body
    byte_count: int  # t(C), of titles and bodies in UTF-8
    sequence: TagSequence

    @property
    def value(self) -> float:
        """F(C) = s(C) · t(C) · c(C)."""
        return self.supported * self.byte_count * self.found.conditions

    @property
    def rank(self) -> tuple[float, float]:
        """F(C), and what tells candidates apart whose F is 0."""
        return self.value, self.byte_count * self.found.conditions

    def __str__(self) -> str:
        """Return the sequence, the number of articles, and F with its factors."""
        return (
            f"{self.sequence}: {len(self.found.entries)} articles, F = {self.value:.0f} (s = "
            f"{self.supported}, t = {self.byte_count}, c = {self.found.conditions:.2f})"
        )


def find_articles_by_paper(page: Page, *, now: datetime | None = None) -> ArticleList:
    """Return the articles of *page* as paper 3 finds them; empty when no list is found.

    *now* is when the page was fetched, for dates like "yesterday".
    """
    finder = Finder(page, now)
    candidates = sorted(finder.candidates(), key=lambda candidate: candidate.rank, reverse=True)
    entries = []
    if candidates:
        best = candidates[0]
        rows = best.sequence.rows[:_MAX_RECOVERED]
        entries = recover_entries(finder.subtrees, best.found, rows).entries
    reasons = tuple(str(candidate) for candidate in candidates[:_MAX_REASONS])
    return finder.reader.make_list(entries, reasons=reasons)


class Finder:
    """The search over one page."""

    def __init__(self, page: Page, now: datetime | None = None) -> None:
        self.tree = page.tree
        self.shapes = Shapes(self.tree)
        self.subtrees = Subtrees(self.shapes)
        self.reader = PageReader(page, self.subtrees.flow, now)

    def candidates(self) -> Iterator[Candidate]:
        """Yield the best candidate of each sequence that has one."""
        for sequence in islice(self.sequences(), _MAX_SEQUENCES):
            candidate = self.best_candidate(sequence)
            if candidate is not None:
                yield candidate

    def sequences(self) -> Iterator[TagSequence]:
        """Yield the sequences of which at least two subtrees may hold a title and a body."""
        counts = self._count_groups()

        def is_wanted(rows: list[int]) -> bool:
            return sum(counts[row] > 1 for row in rows) >= _MIN_ARTICLES

        return find_sequences(self.tree, counts, is_wanted)

    def clusters(self, sequence: TagSequence) -> list[list[int]]:
        """Return the clusters of the sequence's subtrees as rows, in order.

        Subtrees of one shape have the distance 0 and are together from the start.
        """
        numbers = Counter(map(self.subtrees.number, sequence.rows[:MAX_SUBTREES]))
        kept = sorted(number for number, _ in numbers.most_common(MAX_SHAPES))
        rows: dict[int, list[int]] = {number: [] for number in kept}
        for row in sequence.rows[:MAX_SUBTREES]:
            if self.subtrees.number(row) in rows:
                rows[self.subtrees.number(row)].append(row)
        counts = [len(rows[number]) for number in kept]
        return [
            sorted(row for element in cluster for row in rows[kept[element]])
            for cluster in cluster_by_average(self.subtrees.distances(kept), counts)
        ]

    def best_candidate(self, sequence: TagSequence) -> Candidate | None:
        """Return the candidate of the sequence's best cluster; None when no cluster has one."""
        clusters = self.clusters(sequence)
        found = (self._candidate(sequence, cluster, clusters[-1]) for cluster in clusters)
        return max(filter(None, found), key=lambda candidate: candidate.rank, default=None)

    def _candidate(
        self, sequence: TagSequence, members: list[int], rows: list[int]
    ) -> Candidate | None:
        """Return the articles of a cluster with those it missed; None when it has none."""
        found = choose_entries(self.subtrees, members)
        if found is not None:
            found = recover_entries(self.subtrees, found, rows)
        if found is None or len(found.entries) < _MIN_ARTICLES:
            return None
        supported = byte_count = 0
        for entry in found.entries:
            title = self.subtrees.facts(entry.title).text
            body = self.subtrees.facts(entry.body).text
            supported += self.reader.is_supported(title, body)
            byte_count += len(title.encode()) + len(body.encode())
        return Candidate(found, supported, byte_count, sequence)

    def _count_groups(self) -> dict[int, int]:
        """Return the number of text groups of each element that may be an article."""
        flow, shapes = self.subtrees.flow, self.shapes
        counts: dict[int, int] = {}
        for row in shapes.rows:
            if self.tree.tags[row] not in _NO_ARTICLE_TAGS and shapes.size(row) <= _MAX_NODES:
                count = flow.count_groups(*flow.range(row, shapes.end(row)), LINE)
                if count:
                    counts[row] = count
        return counts
