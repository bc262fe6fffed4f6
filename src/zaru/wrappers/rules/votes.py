"""Votes: what most rules find on pages without labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from zaru.wrappers.rules.rule import Label, Rule

Texts = frozenset[str]
Columns = tuple[Texts, ...]  # what was found, on each page

_SURENESS = 4  # the power of a rule's F1 in its vote on what others should find


@dataclass(frozen=True, slots=True)
class Tried:
    """A rule, and what it found."""

    rule: Rule
    labelled: Columns
    others: Columns
    score: float  # F1 on the labelled pages


def count_votes(rules: Sequence[Tried], pages: int) -> list[dict[Texts, float]]:
    """Return for each other page how many rules find what there, by their F1.

    Rules that begin at the same place share its vote; those that always find the same have one.
    """
    shares: dict[object, set[Columns]] = {}
    for tried in rules:
        shares.setdefault(_anchor(tried.rule), set()).add(tried.others)
    votes: dict[Columns, float] = {}
    for tried in rules:
        vote = tried.score**_SURENESS / len(shares[_anchor(tried.rule)])
        votes[tried.others] = max(votes.get(tried.others, 0.0), vote)
    counts: list[dict[Texts, float]] = [{} for _ in range(pages)]
    for column, vote in votes.items():
        for count, texts in zip(counts, column, strict=True):
            count[texts] = count.get(texts, 0.0) + vote
    return counts


def is_apart(tried: Tried, rules: Iterable[Tried]) -> bool:
    """Say whether a rule is for pages of its own, on which others find nothing or one constant."""
    pairs = chain.from_iterable(zip(tried.others, other.others, strict=True) for other in rules)
    others = [theirs for mine, theirs in pairs if mine and theirs and mine != theirs]
    is_constant = len(others) > len(set(others)) == 1
    return any(tried.others) and (not others or is_constant)


def _anchor(rule: Rule) -> object:
    """Return what a rule begins at, whichever element behind a label it means."""
    start = rule.start
    return (start.text, start.distance) if isinstance(start, Label) else start
