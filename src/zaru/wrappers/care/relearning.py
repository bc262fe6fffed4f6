"""Relearning: new rules for fields of a changed site, from values that are found again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from zaru.errors import UsageError
from zaru.wrappers.care.evidence import Clue, Reading, Verdict, choose_lessons, find_clues, judge
from zaru.wrappers.care.health import check
from zaru.wrappers.care.recognition import Haystack, Known, recognise
from zaru.wrappers.labels import Label, LabelValue
from zaru.wrappers.learning import learn, name_sample
from zaru.wrappers.rules.rule import Places, Rule, read_places, read_rule
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.rules.view import View
from zaru.wrappers.wrapper import Wrapper

_MAX_OTHERS = 40  # pages beside the lessons that learning looks at
_ROUNDS = 3  # of learning: from all lessons, and from two halves
_MIN_USES = 2  # known pages for which a rule must be of use


class ChangedSite:
    """The changed pages, and what is known of them."""

    def __init__(self, wrapper: Wrapper, views: Sequence[View]) -> None:
        self.wrapper = wrapper
        self.views = views
        haystack = Haystack(views)
        self.known: list[Known] = recognise(wrapper, views, haystack)
        self.clues = {
            name: find_clues(
                name, self.known, views, haystack, may_be_part=_has_part(wrapper, name)
            )
            for name in wrapper.fields
        }

    @cached_property
    def old_readings(self) -> dict[str, list[frozenset[str]]]:
        """What the old rules read from each page."""
        records = [self.wrapper.apply(view.page) for view in self.views]
        return {
            name: [
                frozenset(text for record in found for text in record.texts(name))
                for found in records
            ]
            for name in self.wrapper.fields
        }

    def read(self, places: Places) -> list[frozenset[str]]:
        """Return what new rules read from each page."""
        return [
            frozenset(value.text for _, value in read_places(view, places)) for view in self.views
        ]

    def findings(self, wrapper: Wrapper) -> dict[str, str]:
        """Return for each field the first thing that is not as it was, "" for none."""
        health = check(wrapper, (view.page for view in self.views))
        return {field.name: next(iter(field.findings), "") for field in health.fields}


class Choice(NamedTuple):
    """Rules that were learnt again for a field."""

    places: Places
    reading: Reading
    verdict: Verdict
    finding: str  # of `check`


def _has_part(wrapper: Wrapper, name: str) -> bool:
    if not isinstance(wrapper.rules, RuleWrapper):
        return True
    return any(rule.part for place in wrapper.rules.fields[name] for rule in place)


def relearn(site: ChangedSite, names: Sequence[str]) -> dict[str, list[Choice]]:
    """Return for each field the rules learnt from all known pages, and from halves of them."""
    lessons = {name: choose_lessons(site.clues[name]) for name in names}
    rounds = [{name: lessons[name][number] for name in names} for number in range(_ROUNDS)]
    found: dict[str, list[Choice]] = {name: [] for name in names}
    for clues in rounds:
        fields = {
            name: tuple(filter(None, (_prune(site, name, place) for place in places)))
            for name, places in _learn(site, clues).items()
        }
        trial = Wrapper(RuleWrapper(fields), site.wrapper.samples, site.wrapper.made)
        findings = site.findings(trial) if fields else {}
        for name, places in fields.items():
            if places:
                reading = site.read(places)
                verdict = judge(reading, site.clues[name])
                found[name].append(Choice(places, reading, verdict, findings[name]))
    return found


def _learn(site: ChangedSite, clues: Mapping[str, Sequence[Clue]]) -> dict[str, Places]:
    """Return the rules for *clues* as labels; nothing when nothing can be learnt."""
    labels = [
        Label(
            name_sample(site.views[clue.number].page),
            name,
            tuple(map(LabelValue, sorted(clue.values or ()))),
        )
        for name, found in clues.items()
        for clue in found
    ]
    lessons = {clue.number for found in clues.values() for clue in found}
    others = [number for number in range(len(site.views)) if number not in lessons]
    numbers = [*sorted(lessons), *others[:_MAX_OTHERS]]
    try:
        rules = learn([site.views[number].page for number in numbers], labels).rules
    except UsageError:
        return {}
    assert isinstance(rules, RuleWrapper)
    return dict(rules.fields)


def _prune(site: ChangedSite, name: str, place: Sequence[Rule]) -> tuple[Rule, ...]:
    """Return the rules of a place that two known pages ask for; a single one may be chance."""
    uses = dict.fromkeys(place, 0)
    for view in (site.views[clue.number] for clue in site.clues[name] if clue.values):
        first = next((rule for rule in place if read_rule(view, rule)), None)
        if first is not None:
            uses[first] += 1
    return tuple(rule for rule in place if uses[rule] >= _MIN_USES)
