"""Trial: candidates for the rules of a field, tried on labelled and on other pages.

A rule must be right where labels tell. Among those that are, the other pages of the site decide:
for rules that find what most others find, on most pages, values that look like the labelled
ones and are not the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain, islice
from operator import itemgetter
from typing import NamedTuple

from zaru.dom import TEXT
from zaru.dom.keeping import once
from zaru.wrappers.rules.rule import Label, Rule
from zaru.wrappers.rules.shapes import Shapes
from zaru.wrappers.rules.view import View
from zaru.wrappers.rules.votes import Columns, Texts, Tried, count_votes, is_apart

Place = tuple[Rule, ...]  # alternatives: the first that finds something

_MAX_RULES = 6  # of one field
_MAX_ALTERNATIVES = 3  # that no label asks for
_BEAM = 8  # choices that are tried with one more rule
_RULE_COST = 0.05
_LUCK_COST = 0.2  # of a rule that is right on one labelled page of many: its label is a value
_USELESS_COST = 0.5  # of a rule that finds nothing on any other page
_MAX_TRIED = 150  # candidates, by how they do on the labelled pages, that are tried on others
_MIN_GAIN = 0.005  # in F1 that one more rule must bring
_MIN_SHARED = 3  # pages on which an alternative must find something, too
_SAME_SHARE = 0.9  # of them on which it must find the same
# How much each sign counts beside agreement; found on 50 sites, coarse on purpose.
_COVERAGE = _FIT = _VARIETY = _USUAL = 0.5
_VARIED = 1.5  # two thirds of the pages differ: as varied as can be asked
_MANY = 3  # times the values of the labelled pages


class Outcome(NamedTuple):
    """The rules that were chosen for a field, and what they find."""

    places: tuple[Place, ...] = ()
    rules: tuple[Tried, ...] = ()
    labelled: Columns = ()
    others: Columns = ()


@dataclass(frozen=True, slots=True)
class _Choice:
    """Some rules for a field, as places, and what they find together."""

    places: tuple[tuple[int, ...], ...] = ()  # numbers of tried rules
    before: tuple[Columns, Columns] = ((), ())  # found by all places but the last
    last: tuple[Columns, Columns] = ((), ())  # found by the last place: labelled, others

    @property
    def labelled(self) -> Columns:
        return _join(self.before[0], self.last[0])

    @property
    def others(self) -> Columns:
        return _join(self.before[1], self.last[1])

    def add_place(self, number: int, tried: Tried) -> _Choice:
        """Return the choice with one rule more, whose values are values of the field, too."""
        before = (self.labelled, self.others)
        return _Choice((*self.places, (number,)), before, (tried.labelled, tried.others))

    def add_alternative(self, number: int, tried: Tried) -> _Choice:
        """Return the choice with one rule more, for pages where the last place finds nothing."""
        last = (_fill(self.last[0], tried.labelled), _fill(self.last[1], tried.others))
        return _Choice((*self.places[:-1], (*self.places[-1], number)), self.before, last)


def _join(first: Columns, second: Columns) -> Columns:
    return tuple(map(frozenset.union, first, second)) if first else second


def _fill(first: Columns, second: Columns) -> Columns:
    return tuple(mine or theirs for mine, theirs in zip(first, second, strict=True))


class Trial:
    """The candidates for one field."""

    def __init__(
        self,
        rules: Sequence[Rule],
        labelled: Sequence[tuple[View, Texts]],
        others: Sequence[View],
        *,
        is_one: bool = False,
    ) -> None:
        self.truth = [values for _, values in labelled]
        most = 1 if is_one else None
        self.tried = _try(rules, [view for view, _ in labelled], self.truth, others, most)
        self.known = Shapes(chain.from_iterable(self.truth))
        self.kept: dict[object, object] = {}
        self.votes = count_votes(self.tried, len(others))
        self.total = sum(self.votes[0].values()) if self.votes else 1.0

    def choose(self) -> Outcome:
        """Return the places whose union is the field.

        Of the choices that are best on the labelled pages, the one that is believed most on the
        others. Rules are added one by one to the most promising choices.
        """
        beam = [_Choice()]
        ranked: list[tuple[float, float, _Choice]] = []
        for _ in range(_MAX_RULES):
            options = list(chain.from_iterable(map(self._extend, beam)))
            ranked += options
            beam = self._prune(options)
        if not ranked:
            return Outcome(
                (), (), (frozenset(),) * len(self.truth), (frozenset(),) * len(self.votes)
            )
        enough = max(score for score, _, _ in ranked) - _MIN_GAIN
        best = max((option for option in ranked if option[0] >= enough), key=itemgetter(1))[2]
        return self._describe(self._widen(best))

    def outcome(self, number: int) -> Outcome:
        """Return what comes of one rule alone."""
        return self._describe(_Choice().add_place(number, self.tried[number]))

    def _describe(self, choice: _Choice) -> Outcome:
        places = tuple(tuple(self.tried[n].rule for n in place) for place in choice.places)
        rules = tuple(self.tried[n] for n in chain.from_iterable(choice.places))
        return Outcome(places, rules, choice.labelled, choice.others)

    def find_lonely(self, outcome: Outcome) -> list[int]:
        """Return the labelled pages with values for which no chosen rule speaks that holds.

        A rule holds that finds nothing wrong on labelled pages, and something on two of them or
        on pages of their own: they have another template.
        """
        sound = [
            tried
            for tried in outcome.rules
            if all(map(frozenset.issubset, tried.labelled, self.truth))
            and (sum(map(bool, tried.labelled)) > 1 or is_apart(tried, outcome.rules))
        ]
        return [
            number
            for number, wanted in enumerate(self.truth)
            if not wanted <= frozenset().union(*(tried.labelled[number] for tried in sound))
        ]

    def find_rivals(self, chosen: Columns) -> list[tuple[float, Texts]]:
        """Return for each other page the share of votes against what was *chosen*, and for what.

        All rules that fit all labels vote, but those that find nothing.
        """
        fitting = [tried for tried in self.tried if list(tried.labelled) == self.truth]
        rivals = []
        for votes, mine in zip(count_votes(fitting, len(chosen)), chosen, strict=True):
            votes.pop(frozenset(), None)
            total = sum(votes.values())
            votes.pop(mine, None)
            rival = max(votes, key=lambda texts: (votes[texts], sorted(texts)), default=frozenset())
            rivals.append((sum(votes.values()) / (total or 1.0), rival))
        return rivals

    def _extend(self, choice: _Choice) -> Iterator[tuple[float, float, _Choice]]:
        """Yield the choices with one rule more that do better, with their score and belief."""
        least = f1(choice.labelled, self.truth) + _MIN_GAIN if choice.places else _MIN_GAIN
        for number, tried in enumerate(self.tried):
            options = [choice.add_place(number, tried)]
            if choice.places:
                options.append(choice.add_alternative(number, tried))
            for option in options:
                score = f1(option.labelled, self.truth)
                if score >= least:
                    yield score, self._believe(option), option

    def _prune(self, options: list[tuple[float, float, _Choice]]) -> list[_Choice]:
        """Return the best of *options*, and the best of those that find nothing wrong."""
        options.sort(key=itemgetter(0, 1), reverse=True)
        choices = [choice for _, _, choice in options]
        pure = (one for one in choices if all(map(frozenset.issubset, one.labelled, self.truth)))
        return list({id(one): one for one in (*choices[:_BEAM], *islice(pure, _BEAM))}.values())

    def _believe(self, choice: _Choice) -> float:
        """Return how far what the places of a choice find elsewhere can be believed, on average."""
        rules = [self.tried[number] for number in chain.from_iterable(choice.places)]
        price = sum(cost(tried.rule) for tried in rules) + _RULE_COST * len(rules)
        price += _LUCK_COST * sum(map(self._miss, rules))
        if self.votes:
            price += _USELESS_COST * sum(not any(tried.others) for tried in rules)
        return sum(map(self._believe_place, choice.places)) / len(choice.places) - price

    def _miss(self, tried: Tried) -> float:
        """Return the share of the labelled pages with values on which a rule finds nothing."""
        pairs = zip(tried.labelled, self.truth, strict=True)
        return _share(not found for found, wanted in pairs if wanted)

    @once
    def _believe_place(self, place: tuple[int, ...]) -> float:
        """Return how far what a place finds on the other pages can be believed."""
        found = reduce(_fill, (self.tried[number].others for number in place))
        usual = _MANY * max(map(len, self.truth), default=0)
        return (
            self._agree(found)
            + _COVERAGE * _share(map(bool, found))
            + _FIT * self.known.fit(chain.from_iterable(found))
            + _VARIETY * _variety(found)
            + _USUAL * _share(len(texts) <= usual for texts in found if texts)
        )

    def _agree(self, found: Columns) -> float:
        """Return the share of votes for what was found, over the other pages."""
        pairs = zip(self.votes, found, strict=True)
        shares = [votes.get(texts, 0.0) for votes, texts in pairs if texts]
        return sum(shares) / (self.total or 1.0) / max(len(found), 1)

    def _widen(self, choice: _Choice) -> _Choice:
        """Add alternatives that agree with the last place wherever both find something."""
        for _ in range(_MAX_ALTERNATIVES):
            options = [
                (gain, -cost(tried.rule), number)
                for number, tried in enumerate(self.tried)
                if (gain := self._gain(choice, tried)) > 0
            ]
            if not options:
                break
            number = max(options)[2]
            choice = choice.add_alternative(number, self.tried[number])
        return choice

    def _gain(self, choice: _Choice, tried: Tried) -> int:
        """Return on how many other pages a rule finds what is missed; 0 if not believed."""
        pairs = list(zip(choice.last[1], tried.others, strict=True))
        both = [mine == theirs for mine, theirs in pairs if mine and theirs]
        if len(both) < _MIN_SHARED or sum(both) < _SAME_SHARE * len(both):
            return 0
        labelled = zip(choice.last[0], tried.labelled, self.truth, strict=True)
        if any(not mine and theirs - truth for mine, theirs, truth in labelled):
            return 0  # it finds what labels deny
        return sum(not mine and bool(theirs) for mine, theirs in pairs)


def _try(
    rules: Sequence[Rule],
    pages: Sequence[View],
    truth: Sequence[Texts],
    others: Sequence[View],
    most: int | None,
) -> list[Tried]:
    """Try *rules*, the best on the labelled pages on the others, too; drop those without use.

    Of what a rule finds on a page, the first *most* values count.
    """
    found = [tuple(frozenset(rule.texts(view)[:most]) for view in pages) for rule in rules]
    scores = [f1(texts, truth) for texts in found]
    order = sorted(range(len(rules)), key=lambda number: (-scores[number], cost(rules[number])))
    tried: dict[tuple[Columns, Columns], Tried] = {}
    for number in order[:_MAX_TRIED]:
        elsewhere = tuple(frozenset(rules[number].texts(view)[:most]) for view in others)
        key = (found[number], elsewhere)  # of rules that find the same, the simplest is enough
        tried.setdefault(key, Tried(rules[number], *key, scores[number]))
    return list(tried.values())


def f1(found: Sequence[Texts], truth: Sequence[Texts]) -> float:
    """Return the F1 of sets of values over pages; 1 when there is nothing to find."""
    hits = sum(len(a & b) for a, b in zip(found, truth, strict=True))
    total = sum(map(len, found)) + sum(map(len, truth))
    return 2 * hits / total if total else 1.0


def _share(signs: Iterable[bool]) -> float:
    flags = list(signs)
    return sum(flags) / len(flags) if flags else 0.0


def _variety(columns: Sequence[Texts]) -> float:
    """Return 0 when pages all say the same, 1 when most of them differ."""
    hits = [texts for texts in columns if texts]
    if len(hits) < 2:
        return 0.0
    return min((len(set(hits)) - 1) / (len(hits) - 1) * _VARIED, 1.0)


def cost(rule: Rule) -> float:
    """Return how likely a rule is to break: 0 for the simplest."""
    price = 0.01 * len(rule.steps) + 0.01 * sum(step.position is not None for step in rule.steps)
    if rule.start is None:
        price += 0.1
    elif isinstance(rule.start, Label):
        price += 0.05 * (rule.start.distance - 1) + 0.01 * (not rule.start.whole)
    elif rule.start.attribute in ("", "class"):
        price += 0.02
    if rule.take != TEXT:
        price += 0.1  # nobody sees when it is wrong
    if rule.part is not None:
        price += 0.05 + 0.001 * (len(rule.part.left) + len(rule.part.right))
    return price
