"""Choice: which of the rules that were learnt again can be trusted, and why others cannot.

Other places on known pages that say what a field says are rivals: they may be meant instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from operator import itemgetter

from zaru.wrappers.care.evidence import Clue, Reading
from zaru.wrappers.care.relearning import ChangedSite, Choice
from zaru.wrappers.record import count, quote
from zaru.wrappers.rules.candidates import Seen, make_candidates
from zaru.wrappers.rules.occurrences import find_whole
from zaru.wrappers.rules.rule import Label, Places, Rule, read_places
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.rules.shapes import Shapes
from zaru.wrappers.rules.view import View
from zaru.wrappers.wrapper import Wrapper

_MAX_PAGES = 3  # on which other places are looked for
_MAX_OCCURRENCES = 12  # of one value on a page
_MIN_FIT = 0.6  # of what a rival reads: else it is another thing that happened to say the same


def choose(site: ChangedSite, name: str, choices: Sequence[Choice]) -> tuple[Choice | None, str]:
    """Return the rules to take for a field and why, or None and why not."""
    right = [
        choice
        for choice in choices
        if not choice.finding
        and choice.verdict.is_right(has_anchor=_shares_anchor(site.wrapper, name, choice.places))
    ]
    if not right:
        return None, _describe_problem(site, name, choices)
    best = right[0]
    others = _find_other_places(site.views, best.places, site.clues[name])
    readings = [*(choice.reading for choice in right), *(site.read(((rule,),)) for rule in others)]
    if problem := _describe_rivals(site, best, readings):
        return None, problem
    words = f"right on {count(best.verdict.pages, 'page')} known from before"
    if best.verdict.changed:
        words += f", new values on {best.verdict.changed}"
    return best, words


def _shares_anchor(wrapper: Wrapper, name: str, places: Places) -> bool:
    """Say whether all new rules begin at the same label or attribute as an old one."""
    if not isinstance(wrapper.rules, RuleWrapper):
        return False
    old = {_anchor(rule) for place in wrapper.rules.fields[name] for rule in place}
    new = {_anchor(rule) for place in places for rule in place}
    return new <= old - {()}


def _anchor(rule: Rule) -> tuple[object, ...]:
    """Return what a rule begins at, but for the tag, and how it goes on; () for the root."""
    if isinstance(rule.start, Label):
        return rule.start.text, rule.start.distance
    if rule.start is None or not rule.start.attribute:
        return ()
    return rule.start.attribute, rule.start.value, rule.steps


def _describe_rivals(site: ChangedSite, best: Choice, others: Iterable[Reading]) -> str:
    """Return on which page rules that are equally good differ, "" when they agree."""
    for other in others:
        for view, mine, theirs in zip(site.views, best.reading, other, strict=True):
            if mine != theirs:
                return (
                    f"rules that are right on known pages read {_show(mine)} and"
                    f" {_show(theirs)} from {view.name}"
                )
    return ""


def _describe_problem(site: ChangedSite, name: str, choices: Sequence[Choice]) -> str:
    """Return why no rule for a field can be trusted."""
    clues = [clue for clue in site.clues[name] if clue.values]
    if not site.known:
        return "no page is known from before, so its values cannot be looked for"
    if not clues:
        known = count(len(site.known), "page")
        return f"none of its values is found again on {known} known from before"
    if not choices:
        return "no rule finds its values again"
    best = choices[0]
    if best.verdict.wrong:
        clue = best.verdict.wrong[0]
        page = site.views[clue.number].name
        found = _show(best.reading[clue.number])
        before = _show(clue.values or ())
        return f"the best rule reads {found} from {page}, but before it was {before}"
    if best.finding:
        return best.finding
    words = f"its values are found again on {count(best.verdict.pages, 'page')}"
    if best.verdict.changed:
        return (
            f"{words}, but not on {best.verdict.changed}, and no rule begins where the old one did"
        )
    return f"{words}, but too few of them are rare enough to tell its place"


def _show(texts: Iterable[str]) -> str:
    text = ", ".join(sorted(texts))
    return quote(text) if text else "nothing"


def _find_other_places(views: Sequence[View], places: Places, clues: Sequence[Clue]) -> list[Rule]:
    """Return rules that are right on all known pages, but for other rows than *places*.

    Only those that find values of the same kind on all pages where *places* finds any.
    """
    telling = [clue for clue in clues if clue.values]
    read = {clue.number: read_places(views[clue.number], places) for clue in telling}
    rows = {number: _spread(views[number], map(itemgetter(0), read[number])) for number in read}
    seen = list(chain.from_iterable(_look(views, clue, rows) for clue in telling[:_MAX_PAGES]))
    shapes = Shapes(chain.from_iterable(clue.values or () for clue in telling))
    found = [[value.text for _, value in read_places(view, places)] for view in views]
    return [
        rule
        for rule in make_candidates(seen)
        if _is_right(rule, views, telling, rows) and _is_like(rule, views, found, shapes)
    ]


def _spread(view: View, rows: Iterable[int]) -> set[int]:
    """Return *rows* and their runs: an element that holds no more than a run is no other place."""
    return {one for row in rows for one in (row, *view.runs_in(row))}


def _look(views: Sequence[View], clue: Clue, rows: dict[int, set[int]]) -> Iterator[Seen]:
    """Yield where else a known page says one of the values."""
    view = views[clue.number]
    for value in sorted(clue.values or ())[:1]:
        for place in islice(find_whole(view, value), _MAX_OCCURRENCES):
            if rows[clue.number].isdisjoint(_spread(view, [place.row])):
                yield Seen(view, place)


def _is_right(
    rule: Rule, views: Sequence[View], clues: Sequence[Clue], rows: dict[int, set[int]]
) -> bool:
    """Say whether *rule* reads what the known pages said, from other rows."""
    return all(
        frozenset(rule.texts(views[clue.number])) == clue.values
        and rows[clue.number].isdisjoint(_spread(views[clue.number], rule.rows(views[clue.number])))
        for clue in clues
    )


def _is_like(
    rule: Rule, views: Sequence[View], found: Sequence[Sequence[str]], shapes: Shapes
) -> bool:
    """Say whether *rule* finds as much as was found, of the same kind."""
    pairs = [(rule.texts(view), texts) for view, texts in zip(views, found, strict=True)]
    if any(texts and not mine for mine, texts in pairs):
        return False
    return shapes.fit(chain.from_iterable(mine for mine, _ in pairs)) >= _MIN_FIT
