"""Ranking: which proposals are the fields of a site, the surest first, without repetition."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Sequence
from itertools import chain

from zaru.dom import TEXT
from zaru.wrappers.discovery.naming import is_named
from zaru.wrappers.discovery.proposals import COLONS, Proposal
from zaru.wrappers.rules.rule import Label, Rule
from zaru.wrappers.rules.trial import cost

# How much each sign counts beside coverage; found on 50 sites, coarse on purpose.
_VARIETY = 0.6  # pages say different things
_MIXTURE = 0.6  # different labels before the values: rows of a table that shift
_LONG = 0.5
_MANY = 0.6  # many values on a page: a menu, a list of links
_LABEL = 0.2  # the text right before the value finds it
_COLON = 0.3  # and ends as labels do
_FAR_LABEL = 0.1
_NAMED = 0.2  # the page itself names the field
_UNSEEN = {"href": 0.8, "value": 0.8}  # attributes that are seldom read
_JOINED = 0.2  # several runs in one value
_PART = 0.1
_LIKENESS = 0.3  # to a field that was chosen before

_VARIED = 1.5  # two thirds of the pages differ: as varied as can be asked
_LONG_CHARS = 150
_MANY_VALUES = 10
_MAX_LABELS_READ = 0.5  # of the pages on which a label is the value of another field
_MAX_LABELS = 0.9  # of the values of a field that are labels of others
_MIN_AGREEMENT = 0.9  # of the labels before the values of one field
_MAX_LIKENESS = 0.8  # shared values of two fields that are one

_Pairs = frozenset[tuple[int, str]]  # page and text


def rank_proposals(proposals: Sequence[Proposal], limit: int) -> list[Proposal]:
    """Return at most *limit* proposals, the best first; what is like a better one comes later."""
    pairs = [_pairs(proposal) for proposal in proposals]
    worths = [_worth(proposal) for proposal in proposals]
    likeness = [0.0] * len(proposals)
    chosen: list[int] = []
    known = _Known()
    # A proposal is compared with what was chosen since only when it comes up again.
    queue = [(-worth, number, 0) for number, worth in enumerate(worths)]
    heapq.heapify(queue)
    while queue and len(chosen) < limit:
        _, number, compared = heapq.heappop(queue)
        fresh = (_likeness(pairs[number], pairs[other]) for other in chosen[compared:])
        likeness[number] = max(likeness[number], max(fresh, default=0.0))
        if likeness[number] >= _MAX_LIKENESS or known.contradicts(proposals[number], pairs[number]):
            continue
        worth = worths[number] - _LIKENESS * likeness[number]
        if queue and -worth > queue[0][0]:
            heapq.heappush(queue, (-worth, number, len(chosen)))
        else:
            chosen.append(number)
            known.add(proposals[number], pairs[number])
    return [proposals[number] for number in chosen]


class _Known:
    """The labels and the values of chosen fields: no text is both."""

    def __init__(self) -> None:
        self.labels: set[str] = set()
        self.values: Counter[str] = Counter()  # by the number of pages
        self.pairs: set[tuple[int, str]] = set()  # of fields with a label

    def add(self, proposal: Proposal, pairs: _Pairs) -> None:
        """Take in a chosen field."""
        label = proposal.label
        if label is not None and label.distance == 1:
            self.labels.add(label.text)
            if label.up == 0:
                self.values.update(text for _, text in pairs)
                self.pairs |= pairs

    def contradicts(self, proposal: Proposal, pairs: _Pairs) -> bool:
        """Say whether a proposal takes labels for values, a value for its label, or mixes fields.

        A position mixes fields when rows shift, and the labels before it are not the same.
        """
        start = proposal.rule.start
        if isinstance(start, Label):
            pages = sum(map(bool, proposal.texts))
            if self.values[start.text] > _MAX_LABELS_READ * pages:
                return True
        if proposal.usual_label[1] < _MIN_AGREEMENT and pairs <= self.pairs:
            return True
        return sum(text in self.labels for _, text in pairs) > _MAX_LABELS * len(pairs)


def _pairs(proposal: Proposal) -> _Pairs:
    return frozenset((page, text) for page, texts in enumerate(proposal.texts) for text in texts)


def _likeness(one: _Pairs, other: _Pairs) -> float:
    """Return the share of values that two fields have in common; 1 when *other* has all of *one*.

    Values that *other* has on further pages do not matter then: *one* only misses them.
    """
    shared = len(one & other)
    if shared == len(one):
        pages = {page for page, _ in one}
        if sum(page in pages for page, _ in other) == shared:
            return 1.0
    return shared / (len(one) + len(other) - shared)


def _worth(proposal: Proposal) -> float:
    """Return how much a proposal looks like a field."""
    read = list(filter(None, proposal.texts))
    values = list(chain.from_iterable(read))
    _, agreement = proposal.usual_label
    variety = min(_VARIED * (len(Counter(read)) - 1) / (len(read) - 1), 1.0)
    many = min((len(values) / len(read) - 1) / _MANY_VALUES, 1.0)
    return (
        proposal.coverage
        + _VARIETY * variety
        - _MIXTURE * (1 - agreement)
        - _LONG * sum(len(text) > _LONG_CHARS for text in values) / len(values)
        - sum(not any(map(str.isalnum, text)) for text in values) / len(values)
        - _MANY * many
        + _rule_worth(proposal)
    )


def _rule_worth(proposal: Proposal) -> float:
    """Return how much a rule looks like one for a field."""
    rule = proposal.rule
    worth = -cost(rule)
    if rule.take != TEXT:
        worth -= _UNSEEN.get(rule.take, 0.0)
    if rule.part is not None:
        worth -= _PART
    if is_named(rule):
        worth += _NAMED
    if _is_joined(rule):
        worth -= _JOINED
    if proposal.label is not None and any(map(str.isalpha, proposal.label.text)):
        if proposal.label.distance > 1:
            worth -= _FAR_LABEL
        else:
            worth += _LABEL * (proposal.label.up == 0)
            worth += _COLON * proposal.label.text.endswith(COLONS)
    return worth


def _is_joined(rule: Rule) -> bool:
    """Say whether a rule takes the text of an element, which is that of several runs."""
    if rule.take != TEXT:
        return False
    if rule.steps:
        return rule.steps[-1].tag != TEXT
    return not isinstance(rule.start, Label) or rule.start.up > 0
