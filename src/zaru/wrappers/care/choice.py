"""Choice: which of the rules that were learnt again can be trusted, and why others cannot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from zaru.wrappers.care.evidence import Reading
from zaru.wrappers.care.relearning import ChangedSite, Choice
from zaru.wrappers.care.rivals import find_other_places
from zaru.wrappers.record import count, quote
from zaru.wrappers.rules.reading import Places
from zaru.wrappers.rules.rule import Label, Rule
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.wrapper import Wrapper


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
    others = find_other_places(site.views, best.places, site.clues[name])
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
