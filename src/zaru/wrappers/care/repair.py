"""Repair: a wrapper for changed pages, learnt from what the old one read before.

Values of known pages that are found again become labels. A field is repaired only when nothing
speaks against it: rules learnt from the known pages and from two halves of them, so far as they
are right on all, must read the same from every page, and what `check` looks at must be as it was.
A field of which this cannot be said has no rule afterwards: a wrong value is worse than none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from zaru.errors import InputError, UsageError
from zaru.page import Page
from zaru.wrappers.care.choice import choose
from zaru.wrappers.care.evidence import judge
from zaru.wrappers.care.recognition import sampled_values
from zaru.wrappers.care.relearning import ChangedSite, Choice, relearn
from zaru.wrappers.export.description import describe_field, describe_places
from zaru.wrappers.learning import add_samples
from zaru.wrappers.record import count
from zaru.wrappers.rules.alignment import learn_records
from zaru.wrappers.rules.reading import Places, read_places
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.rules.view import View
from zaru.wrappers.wrapper import Wrapper

_MAJORITY = 0.5  # of the fields, when all find values as before, speak for the others
_NEW_VALUES = "finds values as before, but not the same: they are new, or the field is another"


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a field."""

    field: str
    kind: Literal["kept", "repaired", "unsure"]
    words: str

    def __str__(self) -> str:
        """Return the change as a line."""
        return f"{self.field}: {self.kind}: {self.words}"


@dataclass(frozen=True, slots=True)
class Repair:
    """A repaired wrapper, and what was changed."""

    wrapper: Wrapper  # fields that are unsure have no rule
    changes: tuple[Change, ...]
    notes: tuple[str, ...]  # about the pages

    @property
    def is_sure(self) -> bool:
        """Say whether every field has a rule that can be trusted."""
        return all(change.kind != "unsure" for change in self.changes)


def repair(wrapper: Wrapper, pages: Iterable[Page]) -> Repair:
    """Return a wrapper that reads *pages* of a changed site as *wrapper* read the site before.

    Some of the pages should be those that the wrapper was made from, as they are now; others
    help. Fields whose rules still work are kept. Raises `UsageError` without pages.
    """
    notes: list[str] = []
    site = ChangedSite(wrapper, _view(pages, notes))
    if not site.views:
        raise UsageError("there is no page to repair the wrapper from")
    notes.append(_describe_known(site))
    fields, changes = _decide(site)
    if all(change.kind == "kept" for change in changes):
        return Repair(wrapper, tuple(changes), tuple(notes))
    repaired = _assemble(site, fields)
    if wrapper.rules.method != repaired.rules.method:
        notes.append("the wrapper has rules of its own for each field now: method rules")
    return Repair(repaired, tuple(changes), tuple(notes))


def _view(pages: Iterable[Page], notes: list[str]) -> list[View]:
    views = []
    for page in pages:
        try:
            views.append(View(page))
        except InputError as error:
            notes.append(f"{error}; the page is left out")
    return views


def _describe_known(site: ChangedSite) -> str:
    known, total = len(site.known), len(sampled_values(site.wrapper))
    if not total:
        return "the wrapper has no samples: nothing can be looked for"
    if not known:
        return (
            f"none of the {total} pages that the wrapper has samples of is known again: nothing"
            " can be compared; give it some of them as they are now"
        )
    return f"{known} of the {total} pages that the wrapper has samples of are known again"


def _decide(site: ChangedSite) -> tuple[dict[str, Places], list[Change]]:
    """Return the rules of each field, none when they are unsure, and what was decided."""
    wrapper = site.wrapper
    findings = site.findings(wrapper)
    kept = {name: words for name in wrapper.fields if (words := _keep(site, name, findings[name]))}
    if not any(findings.values()) and len(kept) > _MAJORITY * len(wrapper.fields):
        kept |= {name: _NEW_VALUES for name in wrapper.fields if _has_new_values(site, name, kept)}
    is_rules = isinstance(wrapper.rules, RuleWrapper)
    broken = [name for name in wrapper.fields if name not in kept]
    wanted = broken if is_rules or not broken else list(wrapper.fields)
    choices = relearn(site, wanted)
    fields: dict[str, Places] = {}
    changes = []
    for name in wrapper.fields:
        if isinstance(wrapper.rules, RuleWrapper) and name in kept:
            fields[name] = wrapper.rules.fields[name]
            changes.append(Change(name, "kept", kept[name]))
        elif not broken:
            changes.append(Change(name, "kept", kept[name]))
        else:
            best, words = choose(site, name, choices.get(name, []))
            fields[name] = () if best is None else best.places
            changes.append(_describe_change(wrapper, name, best, words))
    return fields, changes


def _has_new_values(site: ChangedSite, name: str, kept: Mapping[str, str]) -> bool:
    """Say whether an old rule is nowhere wrong, but its values are others now."""
    verdict = judge(site.old_readings[name], site.clues[name])
    return name not in kept and verdict.changed > 0 and not verdict.wrong


def _describe_change(wrapper: Wrapper, name: str, best: Choice | None, words: str) -> Change:
    if best is None:
        return Change(name, "unsure", words)
    before, after = describe_field(wrapper, name), describe_places(best.places)
    return Change(name, "repaired", f"{before} → {after}; {words}")


def _keep(site: ChangedSite, name: str, finding: str) -> str:
    """Return why the old rule of a field can be kept, "" when it cannot."""
    clues = site.clues[name]
    if finding:
        return ""
    if not site.known:
        return "finds values as before; there are no known pages to compare them with"
    verdict = judge(site.old_readings[name], clues)
    if verdict.is_right(has_anchor=True):
        return f"finds what it found before on {count(verdict.pages, 'page')}"
    return ""


def _assemble(site: ChangedSite, fields: Mapping[str, Places]) -> Wrapper:
    """Return the wrapper of *fields*, with new samples; old ones where there is no rule."""
    wrapper = Wrapper(_align(site, fields))
    order = sorted(range(len(site.views)), key=lambda number: number not in _numbers(site))
    pages = [site.views[number].page for number in order]
    known = len(site.known)
    made = add_samples(wrapper, pages, labelled=known, others=len(pages) - known)
    kept = {name: found for name, found in site.wrapper.samples.items() if not any(fields[name])}
    return Wrapper(made.rules, {**made.samples, **kept}, made.made)


def _numbers(site: ChangedSite) -> set[int]:
    return {page.number for page in site.known}


def _align(site: ChangedSite, fields: Mapping[str, Places]) -> RuleWrapper:
    """Return *fields* with what makes a record, if pages had several."""
    old = site.wrapper.rules
    had_one = isinstance(old, RuleWrapper) and not old.repeated
    views = [site.views[page.number] for page in site.known]
    sure = {name: places for name, places in fields.items() if any(places)}
    if had_one or not views or not sure:
        return RuleWrapper(fields)
    pages = [{name: read_places(view, places) for name, places in sure.items()} for view in views]
    return RuleWrapper(fields, *learn_records(views, pages))
