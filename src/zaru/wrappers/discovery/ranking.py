"""Ranking: which proposals are the fields of a site, the surest first, without repetition.

A proposal is worth the signs that it has, less the signs against it. All signs count the same, from
0 to 1, so that none was fitted to some sites; only coverage counts more.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from zaru.dom import TEXT
from zaru.wrappers.discovery.naming import is_named
from zaru.wrappers.discovery.proposals import COLONS, MAX_SAME, Proposal
from zaru.wrappers.rules.rule import Element, Label, Rule
from zaru.wrappers.rules.trial import cost

_COVERAGE = 3  # a field that a third of the pages lacks needs one sign more
_VARIED = 1.5  # two thirds of the pages differ: as varied as can be asked
_MAX_LIKENESS = 0.8  # shared values of two fields that are one
_HIDDEN = frozenset({"href", "value"})  # attributes that readers do not get to see

_Pair = tuple[int, str]  # page and text
_Texts = Sequence[tuple[str, ...]]  # of each page


def rank_proposals(proposals: Sequence[Proposal], limit: int) -> list[Proposal]:
    """Return at most *limit* proposals, the best first, none that others make needless."""
    labels = _Labels(proposals)
    worths = map(_worth, proposals, _compare_nearness(proposals))
    chosen: list[Proposal] = []
    for _, number in sorted((-worth, number) for number, worth in enumerate(worths)):
        proposal = proposals[number]
        if len(chosen) == limit:
            break
        if _reads_template(proposal) or labels.deny(proposal):
            continue
        if not any(_repeats(proposal.texts, other.texts) for other in chosen):
            chosen.append(proposal)
    return chosen


def _reads_template(proposal: Proposal) -> bool:
    """Say whether a rule reads its own label, or takes elements together of which one is a label.

    Runs may be so: the articles of all laws begin with the first.
    """
    start = proposal.rule.start
    if isinstance(start, Label) and any(start.text in texts for texts in proposal.texts):
        return True
    return _is_joined(proposal.rule) and _has_template(list(filter(None, proposal.texts)))


class _Labels:
    """The labels of a site, and the values that each of them finds."""

    def __init__(self, proposals: Sequence[Proposal]) -> None:
        self._of_value: dict[_Pair, set[str]] = {}
        self._sureness: dict[_Pair, float] = {}  # the coverage of the field that has a value
        for proposal in proposals:
            if proposal.label is not None and proposal.is_labelled:
                for pair in _pairs(proposal):
                    self._of_value.setdefault(pair, set()).add(proposal.label.text)
                    self._sureness[pair] = max(self._sureness.get(pair, 0.0), proposal.coverage)
        self._texts = set(chain.from_iterable(self._of_value.values()))
        parts = (proposal.rule.part for proposal in proposals)
        self._prefixes = {part.left for part in parts if part is not None}

    def deny(self, proposal: Proposal) -> bool:
        """Say whether a proposal takes labels for values, a value for its label, or mixes fields.

        It mixes them when each value has another label: a table as a list, or rows that stand in
        one place by turns.
        """
        pairs = _pairs(proposal)
        if all(text in self._texts for _, text in pairs):
            return True
        if self._is_value(proposal.rule.start, proposal):
            return True
        labels = [self._find(pair) for pair in pairs]
        return all(labels) and not set.intersection(*labels)

    def _is_value(self, start: Element | Label | None, proposal: Proposal) -> bool:
        """Say whether a label is the value of another that is on more pages, on most of its own."""
        if not isinstance(start, Label):
            return False
        pages = [page for page, texts in enumerate(proposal.texts) if texts]
        sureness = (self._sureness.get((page, start.text), 0.0) for page in pages)
        return sum(other > proposal.coverage for other in sureness) > len(pages) / 2

    def _find(self, pair: _Pair) -> set[str]:
        """Return the labels that stand before a value, or at its beginning."""
        inner = {prefix for prefix in self._prefixes if pair[1].startswith(prefix)}
        return self._of_value.get(pair, set()) | inner


def _pairs(proposal: Proposal) -> set[_Pair]:
    return {(page, text) for page, texts in enumerate(proposal.texts) for text in texts}


def _repeats(one: _Texts, other: _Texts) -> bool:
    """Say whether *one* reads little that *other* does not, or only misses some pages of it."""
    pairs = [(set(mine), set(theirs)) for mine, theirs in zip(one, other, strict=True)]
    if all(mine == theirs for mine, theirs in pairs if mine):
        return True
    shared = sum(len(mine & theirs) for mine, theirs in pairs)
    return shared >= _MAX_LIKENESS * sum(len(mine | theirs) for mine, theirs in pairs)


def _compare_nearness(proposals: Iterable[Proposal]) -> list[float]:
    """Return for each proposal the share of proposals that stand farther behind the heading.

    0 for what stands before it, or on pages without one.
    """
    behind = [proposal.behind for proposal in proposals]
    known = sorted(distance for distance in behind if distance is not None and distance >= 0)
    return [
        0.0 if distance is None or distance < 0 else 1 - bisect_right(known, distance) / len(known)
        for distance in behind
    ]


def _worth(proposal: Proposal, nearness: float) -> float:
    """Return how much a proposal looks like a field."""
    read = list(filter(None, proposal.texts))
    values = list(chain.from_iterable(read))
    return (
        _COVERAGE * proposal.coverage
        + min(_VARIED * (len(Counter(read)) - 1) / (len(read) - 1), 1.0)
        + nearness
        + proposal.titled
        - sum(not any(map(str.isalnum, text)) for text in values) / len(values)
        - _has_template(read)
        + _rule_worth(proposal)
    )


def _has_template(read: _Texts) -> bool:
    """Say whether one of several values is the same on all pages: a label, an item of a menu."""
    counts = Counter(chain.from_iterable(read))
    return max(map(len, read)) > 1 and max(counts.values()) >= MAX_SAME * len(read)


def _rule_worth(proposal: Proposal) -> float:
    """Return how much a rule looks like one for a field."""
    rule, label = proposal.rule, proposal.label
    worth = is_named(rule) - (rule.take in _HIDDEN) - _is_joined(rule) - cost(rule)
    if label is not None and label.distance == 1 and any(map(str.isalpha, label.text)):
        worth += proposal.is_labelled + label.text.endswith(COLONS)
    return worth


def _is_joined(rule: Rule) -> bool:
    """Say whether a rule takes the text of an element, which is that of several runs."""
    if rule.take != TEXT:
        return False
    if rule.steps:
        return rule.steps[-1].tag != TEXT
    return not isinstance(rule.start, Label) or rule.start.up > 0
