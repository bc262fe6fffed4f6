"""Proposals: rules that read something from many pages of a site, and not the same from all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from statistics import median
from typing import NamedTuple

from zaru.dom import TEXT
from zaru.wrappers.discovery.survey import Place, Survey
from zaru.wrappers.rules.rule import Label, Part, Rule
from zaru.wrappers.rules.trial import cost
from zaru.wrappers.rules.view import View

_MIN_COVERAGE = 0.4  # of the pages; paper 4 asks for half of them
MAX_SAME = 0.95  # of the pages with a value: where all say the same, it is template

_CHANCE = 0.05  # the price of a label that may be none: what an element with a class costs

COLONS = (":", "：")
_HEADINGS = ("h1", "h2", "h3")


class Headline(NamedTuple):
    """The title in a page's head, and the heading of its text."""

    title: str  # its letters and digits
    run: int | None  # the number of the first run of the first heading of the highest rank

    @classmethod
    def of(cls, view: View) -> Headline:
        """Return the headline of a page."""
        titles = view.rows_of("title", "", "")
        headings = (row for tag in _HEADINGS for row in view.rows_of(tag, "", ""))
        runs = (view.reach[row][0] for row in headings if row in view.reach)
        return cls(_letters(view.text(titles[0])) if titles else "", next(runs, None))

    def has(self, text: str) -> bool:
        """Say whether the title has a text; one letter is in most titles by chance.

        >>> Headline(_letters("Green Tea | Shop"), None).has("green tea")
        True
        """
        letters = _letters(text)
        return len(letters) > 1 and letters in self.title


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


@dataclass(frozen=True, slots=True)
class Proposal:
    """A rule, and what it reads."""

    rule: Rule
    texts: tuple[tuple[str, ...], ...]  # of each page, each text once
    before: tuple[str, ...]  # the text before the first value of each page; "" for a page's own
    label: Label | None = None  # by which the same is found
    titled: float = 0.0  # the share of its pages whose title has the first value
    behind: float | None = None  # runs between a page's heading and the first value, usually

    @property
    def coverage(self) -> float:
        """The share of pages from which something is read."""
        return sum(map(bool, self.texts)) / len(self.texts)

    @property
    def is_labelled(self) -> bool:
        """Say whether the text right before a value, in words, finds it."""
        if self.label is None or (self.label.distance, self.label.up) != (1, 0):
            return False
        return any(map(str.isalpha, self.label.text))

    @property
    def usual_label(self) -> tuple[str, float]:
        """The text that most often stands before the values, and its share of such texts.

        ("", 1.0) where most values have no text of the template before them.
        """
        labels = [text for text in self.before if text]
        if 2 * len(labels) < len(self.before) or not labels:
            return "", 1.0
        text, count = Counter(labels).most_common(1)[0]
        return text, count / len(labels)


def propose(views: Sequence[View]) -> list[Proposal]:
    """Return the rules that may read a field; of rules that read the same, the simplest."""
    survey = Survey(views)
    headlines = list(map(Headline.of, views))
    same_places: dict[tuple[str, Part | None, tuple[Place, ...]], list[Rule]] = {}
    for rule, places in survey.rules(_MIN_COVERAGE * len(views)):
        if isinstance(rule.start, Label):  # it finds its text everywhere, also where it is no label
            rows = ((page, row) for page, view in enumerate(views) for row in rule.rows(view))
            places = tuple(rows)
        same_places.setdefault((rule.take, rule.part, places), []).append(rule)
    same_texts: dict[tuple[frozenset[str], ...], list[Proposal]] = {}
    for (_, _, places), rules in same_places.items():
        proposal = _read(views, survey, headlines, rules, places)
        if _varies(proposal):
            same_texts.setdefault(tuple(map(frozenset, proposal.texts)), []).append(proposal)
    return [_merge(proposals) for proposals in same_texts.values()]


def _merge(proposals: Sequence[Proposal]) -> Proposal:
    """Return the simplest of proposals that read the same, with the best label of any."""
    best = min(proposals, key=lambda proposal: _price(proposal.rule))
    labels = [proposal.label for proposal in proposals if proposal.label is not None]
    return replace(best, label=min(labels, key=_label_price, default=None))


def _price(rule: Rule) -> float:
    """Return how likely a rule is to break: texts without a colon may be before it by chance."""
    is_chance = isinstance(rule.start, Label) and not rule.start.text.endswith(COLONS)
    return cost(rule) + _CHANCE * is_chance


def _label_price(label: Label) -> tuple[bool, bool, int, int]:
    is_mark = not any(map(str.isalnum, label.text))
    return is_mark, not label.text.endswith(COLONS), label.distance, label.up


def _read(
    views: Sequence[View],
    survey: Survey,
    headlines: Sequence[Headline],
    rules: Sequence[Rule],
    places: tuple[Place, ...],
) -> Proposal:
    """Return the simplest of *rules*, which all lead to *places*, and what is there."""
    rule = min(rules, key=_price)
    labels = [rule.start for rule in rules if isinstance(rule.start, Label)]
    texts: list[tuple[str, ...]] = [()] * len(views)
    before, behind = [], []
    titled = 0
    for page, group in groupby(places, key=itemgetter(0)):
        view, headline = views[page], headlines[page]
        rows = [row for _, row in group]
        read = (text[begin:end] for _, text, begin, end in rule.read(view, rows))
        texts[page] = tuple(dict.fromkeys(read))
        titled += bool(texts[page]) and headline.has(texts[page][0])
        number = view.number.get(rows[0], view.reach.get(rows[0], (None,))[0])
        if number is not None and headline.run is not None:
            behind.append(number - headline.run)
        if rule.take == TEXT:
            text = view.texts[number - 1] if number else ""
            before.append(text if text in survey.labels else "")
    label = min(labels, key=_label_price, default=None)
    return Proposal(
        rule,
        tuple(texts),
        tuple(before),
        label,
        titled / (sum(map(bool, texts)) or 1),
        median(behind) if behind else None,
    )


def _varies(proposal: Proposal) -> bool:
    counts = Counter(filter(None, proposal.texts))
    return len(counts) > 1 and max(counts.values()) <= MAX_SAME * counts.total()
