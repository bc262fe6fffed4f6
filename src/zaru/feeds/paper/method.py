"""Paper 3 to the letter: articles are alike subtrees with what looks like title and body.

Tag sequences (§3.1) give sets of subtrees, group-average clustering of these (§3.2) sets of
alike ones; each gets the two text groups that are most like title and body and correspond under
the mappings (§3.3), and what other subtrees have in the same places (§3.4); F (§3.5) chooses.

What the paper leaves open, and how it was read, is in docs/papers.md.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zaru.dom import TEXT, Tree
from zaru.dom.shapes import Shapes
from zaru.feeds.article import ArticleList
from zaru.feeds.paper.articles import PageReader
from zaru.feeds.paper.entries import EntrySet, choose_entries, is_flat, recover_entries
from zaru.feeds.paper.subtrees import MAX_GROUPS, Subtrees
from zaru.feeds.paper.text_groups import LINE
from zaru.page import Page

# Guards. What they leave out is said in the reasons; of the feed benchmark's 135 pages one meets
# one (`MAX_GROUPS`).
_MAX_SUBTREES = 5_000  # of a sequence: the first
_MAX_SHAPES = 200  # of a sequence that are clustered: the most frequent
_MAX_STEPS = 1_500_000  # of a page: groups that are read, subtrees that are compared; some seconds
_MIN_ARTICLES = 2
_NO_ARTICLE_TAGS = frozenset({"html", "body", TEXT})
_MAX_REASONS = 20

Cluster = tuple[int, ...]  # the numbers of its elements, in order


class TagSequence(NamedTuple):
    """The end of a path of tags, and all rows whose paths end so."""

    tags: tuple[str, ...]
    rows: list[int]

    def __str__(self) -> str:
        """Return the tags as the paper writes them: `<div><p>`."""
        return "".join(f"<{tag}>" for tag in self.tags)


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
    entries = candidates[0].found.entries if candidates else []
    reasons = [str(candidate) for candidate in candidates[:_MAX_REASONS]]
    return finder.reader.make_list(entries, reasons=(*reasons, *finder.notes()))


class Finder:
    """The search over one page."""

    def __init__(self, page: Page, now: datetime | None = None) -> None:
        self.tree = page.tree
        self.shapes = Shapes(self.tree)
        self.subtrees = Subtrees(self.shapes)
        self.reader = PageReader(page, self.subtrees.flow, now)
        self._counts = self._count_groups()
        self._steps_left = _MAX_STEPS
        self._left_out: Counter[str] = Counter()

    def notes(self) -> list[str]:
        """Return what was left out because the page is too large."""
        notes = [f"too large a page: {count} {what}" for what, count in self._left_out.items()]
        if self.subtrees.mapper.has_refused:
            notes.append("too large a page: not all subtrees were compared")
        return notes

    def candidates(self) -> Iterator[Candidate]:
        """Yield the best candidate of each sequence that has one."""
        for sequence in self.sequences():
            if self._steps_left <= 0:
                self._left_out["tag sequences were not looked at"] += 1
                continue
            candidate = self.best_candidate(sequence)
            if candidate is not None:
                yield candidate

    def sequences(self) -> Iterator[TagSequence]:
        """Yield the sequences of which at least two subtrees may hold a title and a body."""
        counts = self._counts

        def is_wanted(rows: list[int]) -> bool:
            return sum(counts[row] > 1 for row in rows) >= _MIN_ARTICLES

        return find_sequences(self.tree, counts, is_wanted)

    def best_candidate(self, sequence: TagSequence) -> Candidate | None:
        """Return the candidate of the sequence's best cluster; None when no cluster has one.

        Subtrees of one shape have the distance 0 and are together from the start.
        """
        rows = self._rows_by_shape(sequence)
        examples = sorted(rows)
        self._steps_left -= len(examples) ** 2
        distances = self.subtrees.distances(examples)
        every = sorted(row for same in rows.values() for row in same)
        best: Candidate | None = None
        for cluster in cluster_by_average(distances, [len(rows[row]) for row in examples]):
            inside = list(cluster)
            members = sorted(row for place in inside for row in rows[examples[place]])
            if not is_flat(self.shapes, members) or not self._may_read(members, every):
                continue
            orders = np.argsort(distances[:, inside], axis=1, kind="stable")
            nearest = {
                row: [examples[inside[place]] for place in order]
                for row, order in zip(examples, orders, strict=True)
            }
            found = self._candidate(sequence, members, nearest, every)
            if found is not None and (best is None or found.rank > best.rank):
                best = found
        return best

    def _rows_by_shape(self, sequence: TagSequence) -> dict[int, list[int]]:
        """Return the sequence's rows, by the example of their shape."""
        rows: defaultdict[int, list[int]] = defaultdict(list)
        for row in sequence.rows[:_MAX_SUBTREES]:
            rows[self.subtrees.example(row)].append(row)
        kept = sorted(rows, key=lambda example: -len(rows[example]))[:_MAX_SHAPES]
        lost = len(sequence.rows) - sum(len(rows[example]) for example in kept)
        if lost:
            self._left_out["subtrees were not clustered"] += lost
        return {example: rows[example] for example in kept}

    def _may_read(self, members: list[int], rows: list[int]) -> bool:
        """Say whether the page's share of work has room for a cluster, and take that room."""
        groups = len(rows) + sum(self._counts[row] for row in members)
        if groups > self._steps_left:
            self._left_out["clusters were not looked at"] += 1
            return False
        self._steps_left -= groups
        cut = sum(max(0, self._counts[row] - MAX_GROUPS) for row in members)
        if cut:
            self._left_out["lines were not looked at"] += cut
        return True

    def _candidate(
        self,
        sequence: TagSequence,
        members: list[int],
        nearest: dict[int, list[int]],
        rows: list[int],
    ) -> Candidate | None:
        """Return the articles of a cluster with those it missed; None when it has none."""
        found = choose_entries(self.subtrees, members)
        if found is not None:
            found = recover_entries(self.subtrees, found, nearest, rows)
        if found is None or len(found.entries) < _MIN_ARTICLES:
            return None
        facts = self.subtrees.facts
        texts = [(facts(entry.title).text, facts(entry.body).text) for entry in found.entries]
        supported = sum(self.reader.is_supported(title, body) for title, body in texts)
        byte_count = sum(len((title + body).encode()) for title, body in texts)
        return Candidate(found, supported, byte_count, sequence)

    def _count_groups(self) -> dict[int, int]:
        """Return the number of text groups of each element that may be an article."""
        flow, shapes = self.subtrees.flow, self.shapes
        rows = (row for row in shapes.rows if self.tree.tags[row] not in _NO_ARTICLE_TAGS)
        ranges = ((row, flow.range(row, shapes.end(row))) for row in rows)
        counts = ((row, flow.count_groups(*texts, LINE)) for row, texts in ranges)
        return {row: count for row, count in counts if count}


def find_sequences(
    tree: Tree, rows: Iterable[int], is_wanted: Callable[[list[int]], bool]
) -> Iterator[TagSequence]:
    """Yield the sequences whose rows, out of *rows*, are wanted; the shortest come first.

    Sequences with the same rows are one, named by the shortest. *is_wanted* must not want a part
    of what it did not want: nothing longer is looked at then.
    """
    every = list(rows)
    waiting = deque([(TagSequence((), every), every)])  # with the ancestors that come next
    while waiting:
        sequence, ancestors = waiting.popleft()
        found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for row, ancestor in zip(sequence.rows, ancestors, strict=True):
            if ancestor >= 0:
                found[tree.tags[ancestor]].append((row, tree.parents[ancestor]))
        for tag, pairs in found.items():
            grown = TagSequence((tag, *sequence.tags), [row for row, _ in pairs])
            if is_wanted(grown.rows):
                if len(pairs) < len(sequence.rows) or not sequence.tags:
                    yield grown
                waiting.append((grown, [above for _, above in pairs]))


def cluster_by_average(
    distances: NDArray[np.float64], counts: Sequence[int] | None = None
) -> list[Cluster]:
    """Return all clusters of the group-average method, in the order in which they arise.

    First each element by itself, then what each step joins: the two clusters whose elements are
    nearest on average, of equally near ones those that begin first. *counts* says how many
    equal elements each stands for.

    >>> cluster_by_average(np.array([[0, 9, 9], [9, 0, 1], [9, 1, 0]]))
    [(0,), (1,), (2,), (1, 2), (0, 1, 2)]
    """
    number = len(distances)
    clusters: list[Cluster] = [(element,) for element in range(number)]
    if number < 2:
        return clusters
    weights = np.ones(number) if counts is None else np.array(counts, dtype=np.float64)
    averages = np.array(distances, dtype=np.float64)
    np.fill_diagonal(averages, np.inf)
    living = dict(enumerate(clusters))  # by the row that stands for the cluster: its first element
    for _ in range(number - 1):
        first, second = divmod(int(np.argmin(averages)), number)
        total = weights[first] + weights[second]
        joined = weights[first] * averages[first] + weights[second] * averages[second]
        joined /= total
        joined[first] = np.inf
        averages[first, :] = averages[:, first] = joined
        averages[second, :] = averages[:, second] = np.inf
        weights[first] = total
        living[first] = tuple(sorted(living[first] + living.pop(second)))
        clusters.append(living[first])
    return clusters
