"""Teaching: from the labels of one field to its rules, and what is doubtful about them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from heapq import nlargest
from itertools import chain, islice

from zaru.wrappers.labels import LabelValue
from zaru.wrappers.record import count, quote
from zaru.wrappers.rules.candidates import Seen, make_candidates
from zaru.wrappers.rules.occurrences import FINDERS, Occurrence, find_attribute, find_holders
from zaru.wrappers.rules.rule import Element, Label, Places, Rule, occurrence_span
from zaru.wrappers.rules.shapes import Shapes
from zaru.wrappers.rules.trial import Outcome, Trial
from zaru.wrappers.rules.view import View
from zaru.wrappers.rules.votes import Texts

_MAX_OCCURRENCES = 12  # of one value on one page; 10,000 of them tell no more than twelve
_MAX_NEAR = 50  # texts that are compared with a value that is not found
_MAX_VALUES = 30  # of one field on one page that are looked for
SHOWN_CHARS = 60


@dataclass(frozen=True, slots=True)
class Example:
    """What a label says of a field on one page."""

    view: View
    values: tuple[LabelValue, ...]

    @property
    def texts(self) -> Texts:
        """The values as texts."""
        return frozenset(value.text for value in self.values)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A page on which rules that fit all labels disagree."""

    view: View
    share: float  # of the rules' votes that are not for what the chosen ones find
    words: str  # what is found there


@dataclass(slots=True)
class Taught:
    """What was learnt of a field: where it stands, what is wrong, and what is good to know."""

    places: Places = ()
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    coverage: tuple[int, int] = (0, 0)  # other pages that have the field, and all others
    settled: list[View] = field(default_factory=list)  # what it reads there need not be told


class Teacher:
    """Learns one field."""

    def __init__(
        self, name: str, others: Sequence[View], *, values: Container[str], is_one: bool
    ) -> None:
        self.name = name
        self.others = others  # the pages without a label for the field
        self.values = values  # of all fields: what is one is no label text
        self.is_one = is_one  # whether the first value of a record is meant
        self.taught = Taught()

    def teach(self, examples: Sequence[Example]) -> Taught:
        """Return what *examples* teach; labels that contradict the others are left out."""
        taught = self.taught
        seen = list(self._see(examples))
        if not seen:
            if not taught.problems:
                taught.problems.append(f"{self.name}: no label has a value")
            return taught
        trial, outcome = self._try(seen, examples, self.others)
        examples, trial, outcome = self._leave_out(seen, examples, trial, outcome)
        listed = self._read_as_list(examples, trial) if len(outcome.rules) > 1 else None
        outcome = listed or outcome
        taught.problems += self._describe_emptiness(examples, outcome)
        taught.places = outcome.places
        taught.coverage = (sum(map(bool, outcome.others)), len(outcome.others))
        taught.doubts = list(self._find_doubts(trial, outcome))
        return taught

    def _see(self, examples: Iterable[Example]) -> Iterator[Seen]:
        for example in examples:
            for value in islice(example.values, _MAX_VALUES):
                places = _look(example.view, value)
                yield from (Seen(example.view, place) for place in places)
                if not places:
                    self.taught.problems.append(self._describe_missing(example.view, value))

    def _try(
        self, seen: Sequence[Seen], examples: Sequence[Example], others: Sequence[View]
    ) -> tuple[Trial, Outcome]:
        views = [*(example.view for example in examples if example.values), *others]
        rules = _drop_lone_anchors(make_candidates(seen, values=self.values), views)
        labelled = [(example.view, example.texts) for example in examples]
        is_one = self.is_one and all(len(texts) <= 1 for _, texts in labelled)
        trial = Trial(rules, labelled, others, is_one=is_one)
        return trial, trial.choose()

    def _leave_out(
        self, seen: Sequence[Seen], examples: Sequence[Example], trial: Trial, outcome: Outcome
    ) -> tuple[Sequence[Example], Trial, Outcome]:
        """Return what is learnt without the labels for other things than the others are for.

        Such a label has no rule of its own that holds elsewhere, and one rule that is right on all
        other labelled pages, two or more, finds another value on its page that looks no less like
        theirs: else it is the rule that does not hold there.
        """
        for number in trial.find_lonely(outcome):
            odd = examples[number]
            rest = [example for example in examples if example is not odd]
            if sum(bool(example.values) for example in rest) < 2:
                continue
            sights = [sight for sight in seen if sight.view is not odd.view]
            others = [*self.others, odd.view]
            _, again = self._try(sights, rest, others)
            if not again.rules:
                continue
            found = again.others[-1]
            is_right = list(again.rules[0].labelled) == [example.texts for example in rest]
            known = Shapes(chain.from_iterable(example.texts for example in rest))
            is_like = known.fit(found) >= known.fit(odd.texts)
            if is_right and is_like and found and found.isdisjoint(odd.texts):
                self.taught.problems.append(
                    f"{self.name}: the label {_show(odd.texts)} on {odd.view.name} disagrees with"
                    f" the others, by which it is {_show(found)}; it is left out"
                )
                self.taught.settled.append(odd.view)
                trial, outcome = self._try(sights, rest, self.others)
                return self._leave_out(sights, rest, trial, outcome)
        return examples, trial, outcome

    def _read_as_list(self, examples: Sequence[Example], trial: Trial) -> Outcome | None:
        """Return the rule for all of a list of which one page's label has some values.

        None when there is no such list, or several pages are labelled: they say what is meant.
        """
        views = [example.view for example in examples]
        found = None if self.is_one else find_list(trial, views, self.values)
        if found is None:
            return None
        number, rule = found
        size = count(len(trial.tried[rule].labelled[number]), "value")
        words = f"{self.name}: {_show(examples[number].texts)} on {views[number].name}"
        if sum(map(bool, trial.truth)) > 1:
            self.taught.notes.append(
                f"{words} are of a list of {size}; if all of it is meant, label all of it"
            )
            return None
        self.taught.notes.append(
            f"{words} are taken as examples of a list of {size}; if only they are meant, label"
            " another page, too"
        )
        self.taught.settled.append(views[number])
        return trial.outcome(rule)

    def _describe_missing(self, view: View, value: LabelValue) -> str:
        near = _find_nearest(value.text, view.texts)
        nearest = f"; the nearest is {quote(near, SHOWN_CHARS)}" if near else ""
        where = f" in an attribute {value.attribute}" if value.attribute else ""
        where += f" at byte {value.span[0]}" if value.span else ""
        words = f"{self.name}: {quote(value.text, SHOWN_CHARS)} is not on {view.name}"
        return f"{words}{where}{nearest}"

    def _describe_emptiness(self, examples: Sequence[Example], outcome: Outcome) -> Iterator[str]:
        """Yield a line when the rule finds nothing on other pages, or what no label explains."""
        hits = [texts for texts in outcome.others if texts]
        others = count(len(outcome.others), "other page")
        if outcome.others and not hits:
            yield f"{self.name}: the rule finds nothing on {others}; label one of them"
        taught = [example.texts for example in examples if example.values]
        if len(hits) > 1 and set(hits) == {hits[0]} and taught != [hits[0]] * max(len(taught), 2):
            yield (
                f"{self.name}: the rule finds {_show(hits[0])} on each of {len(hits)} other pages;"
                " if that is wrong, label one of them"
            )

    def _find_doubts(self, trial: Trial, outcome: Outcome) -> Iterator[Doubt]:
        """Yield the pages on which rules that fit all labels find what was not chosen."""
        readings = zip(self.others, outcome.others, trial.find_rivals(outcome.others), strict=True)
        for view, mine, (share, rival) in readings:
            if rival:
                yield Doubt(view, share, f"{self.name} {_show(mine)} or {_show(rival)}")


def _drop_lone_anchors(rules: Iterable[Rule], views: Sequence[View]) -> list[Rule]:
    """Return *rules* without those that begin at what stands on one page only: it is a value."""

    @cache
    def holds(start: Element | Label | None) -> bool:
        if isinstance(start, Label):
            pages = (start.text in view.runs_by_text for view in views)
        elif start is not None:
            pages = (bool(view.rows_of(*start)) for view in views)
        return start is None or len(list(islice(filter(None, pages), 2))) == 2

    return [rule for rule in rules if len(views) == 1 or holds(rule.start)]


def _look(view: View, value: LabelValue) -> list[Occurrence]:
    """Return where a value stands: as a whole if it does anywhere, else as a part."""
    for find in FINDERS:
        fitting = (place for place in find(view, value.text) if _fits(view, place, value))
        places = list(islice(fitting, _MAX_OCCURRENCES))
        if places:
            return places + [held for place in places for held in find_holders(view, place)]
    named = () if value.attribute is None else find_attribute(view, value.attribute, value.text)
    return list(islice(named, _MAX_OCCURRENCES))


def _fits(view: View, place: Occurrence, value: LabelValue) -> bool:
    """Say whether a place is where the label says, if it says."""
    if value.attribute is not None:
        return place.take.lower() == value.attribute.lower()
    if value.span is None:
        return True
    span = occurrence_span(view, place)
    return span is not None and span[0] < sum(value.span) and sum(span) > value.span[0]


def _find_nearest(value: str, texts: Iterable[str]) -> str | None:
    """Return the text that is most like *value* at its beginning, None when none is."""
    wanted = value[:SHOWN_CHARS]
    characters = set(wanted)

    def share(text: str) -> float:
        mine = set(text)
        return len(mine & characters) / len(mine | characters)

    likely = nlargest(_MAX_NEAR, dict.fromkeys(text[:SHOWN_CHARS] for text in texts), key=share)
    near = get_close_matches(wanted, likely, n=1, cutoff=0.5)
    return near[0] if near else None


def _show(texts: Texts) -> str:
    """Return the first of some values for a message, and how many more there are."""
    if not texts:
        return "nothing"
    more = f" and {len(texts) - 1} more" if len(texts) > 1 else ""
    return f"{quote(min(texts), SHOWN_CHARS)}{more}"


def find_list(
    trial: Trial, views: Sequence[View], values: Container[str]
) -> tuple[int, int] | None:
    """Return a labelled page and the number of the rule for a list that holds its values.

    The rule finds all labelled values, and more that are *values* of no field; on the page, two or
    more are labelled, side by side, each in an item of its own. None when there is no such rule.
    """
    for page, wanted in enumerate(trial.truth):
        if len(wanted) > 1:
            for number, tried in enumerate(trial.tried):  # the best on the labelled pages first
                if (
                    wanted < tried.labelled[page]
                    and all(map(frozenset.issuperset, tried.labelled, trial.truth))
                    and not any(text in values for text in tried.labelled[page] - wanted)
                    and _are_side_by_side(wanted, tried.rule.texts(views[page]))
                    and _are_items(views[page], tried.rule.rows(views[page]))
                ):
                    return page, number
    return None


def _are_side_by_side(wanted: Texts, texts: Sequence[str]) -> bool:
    """Say whether no other text stands between those *wanted*: else it was left out on purpose."""
    places = [place for place, text in enumerate(texts) if text in wanted]
    return places[-1] - places[0] < len(places)


def _are_items(view: View, rows: Sequence[int]) -> bool:
    """Say whether each of *rows* stands in an element of its own, all of them in one parent."""
    ways = [view.way(row) for row in rows]
    if len({len(way) for way in ways}) > 1:
        return False
    levels = enumerate(zip(*ways, strict=True))
    level = next((level for level, steps in levels if len(set(steps)) > 1), 0)
    return level > 0 and len({way[level] for way in ways}) == len(rows)
