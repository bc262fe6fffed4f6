"""Ranking: which proposals are the fields of a site, the surest first, without repetition."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Sequence
from itertools import chain

from zaru.dom import TEXT
from zaru.wrappers.naming import is_named
from zaru.wrappers.proposals import COLONS, Proposal
from zaru.wrappers.rules import Label, Rule
from zaru.wrappers.trial import cost

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
_MAX_LIKENESS = 0.8  # shared values of two fields that are one

_Pairs = frozenset[tuple[int, str]]  # page and text


def rank_proposals(proposals: Sequence[Proposal], limit: int) -> list[Proposal]:
    """Return at most *limit* proposals, the best first; what is like a better one comes later."""
    pairs = [_pairs(proposal) for proposal in proposals]
    worths = [_worth(proposal) for proposal in proposals]
    likeness = [0.0] * len(proposals)
    chosen: list[int] = []
    # A proposal is compared with what was chosen since only when it comes up again.
    queue = [(-worth, number, 0) for number, worth in enumerate(worths)]
    heapq.heapify(queue)
    while queue and len(chosen) < limit:
        _, number, compared = heapq.heappop(queue)
        fresh = (_likeness(pairs[number], pairs[other]) for other in chosen[compared:])
        likeness[number] = max(likeness[number], max(fresh, default=0.0))
        if likeness[number] >= _MAX_LIKENESS:
            continue
        worth = worths[number] - _LIKENESS * likeness[number]
        if queue and -worth > queue[0][0]:
            heapq.heappush(queue, (-worth, number, len(chosen)))
        else:
            chosen.append(number)
    return [proposals[number] for number in chosen]


def _pairs(proposal: Proposal) -> _Pairs:
    return frozenset((page, text) for page, texts in enumerate(proposal.texts) for text in texts)


def _likeness(one: _Pairs, other: _Pairs) -> float:
    """Return the share of values that two fields have in common."""
    shared = len(one & other)
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
    if proposal.label is not None:
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
