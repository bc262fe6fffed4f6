"""Repair: a wrapper for changed pages, learnt from what the old one read before.

Values of known pages that are found again become labels. A field is repaired only when nothing
speaks against it: rules learnt from the known pages and from two halves of them, so far as they
are right on all, must read the same from every page, and what `check` looks at must be as it was.
A field of which this cannot be said has no rule afterwards: a wrong value is worse than none. But
a rule that reads from all known pages what it read before is never dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from zaru.errors import UsageError
from zaru.page import Page
from zaru.wrappers.care.choice import choose
from zaru.wrappers.care.evidence import judge
from zaru.wrappers.care.recognition import sampled_values
from zaru.wrappers.care.relearning import ChangedSite, Choice, relearn
from zaru.wrappers.export.description import describe_field, describe_places
from zaru.wrappers.learning import MAX_SAMPLE_CHARS, add_samples, view_pages
from zaru.wrappers.record import count
from zaru.wrappers.rules.alignment import learn_records
from zaru.wrappers.rules.rule import Places, read_places
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.wrapper import Wrapper

Chosen = tuple[Choice | None, str]  # new rules of a field, if any can be trusted; why, or why not

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
    help. Rules that read from all known pages what they read before are kept. Raises `UsageError`
    without pages.
    """
    notes: list[str] = []
    site = ChangedSite(wrapper, list(view_pages(pages, notes)))
    if not site.views:
        raise UsageError("there is no page to repair the wrapper from")
    notes.append(_describe_known(site))
    kept = _find_kept(site)
    if len(kept) == len(wrapper.fields):
        return Repair(wrapper, _changes(site, kept, {}), tuple(notes))
    if isinstance(wrapper.rules, RuleWrapper):
        chosen = _choose(site, [name for name in wrapper.fields if name not in kept])
        old = {name: wrapper.rules.fields[name] for name in kept}
        return Repair(_assemble(site, chosen, old), _changes(site, kept, chosen), tuple(notes))
    chosen = _choose(site, wrapper.fields)
    if any(chosen[name][0] is None for name in kept):
        notes.append("fields that are unsure are left out: no other rules find all that is kept")
        rest = {name: (None, words) for name, (_, words) in chosen.items() if name not in kept}
        left = wrapper.select({name: name for name in kept})
        return Repair(left, _changes(site, kept, rest), tuple(notes))
    notes.append("the wrapper has rules of its own for each field now: method rules")
    return Repair(_assemble(site, chosen, {}), _changes(site, {}, chosen), tuple(notes))


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


def _find_kept(site: ChangedSite) -> dict[str, str]:
    """Return the fields whose old rules can be kept, and why."""
    findings = site.findings(site.wrapper)
    pages = [page for page in site.known if page.has_its_name]
    if not pages and any(findings.values()):
        pages = site.known
    if not pages:
        words = "finds values as before; there are no known pages to compare them with"
        return {name: words for name, finding in findings.items() if not finding}
    numbers = {page.number for page in pages}
    kept = {}
    renewed = {}
    for name, finding in findings.items():
        reading = site.old_readings[name]
        verdict = judge(reading, [clue for clue in site.clues[name] if clue.number in numbers])
        before = [(page.number, page.values[name]) for page in pages if name in page.values]
        is_same = all(_whole(reading[number]) == set(values) for number, values in before)
        if is_same and (not finding or any(values for _, values in before)):
            words = f"finds what it found before on all {count(len(before), 'known page')}"
            kept[name] = f"{words}, though {finding}" if finding else words
        elif not finding and verdict.is_right(has_anchor=True):
            kept[name] = f"finds what it found before on {count(verdict.pages, 'page')}"
        elif verdict.changed and not verdict.wrong:
            renewed[name] = _NEW_VALUES
    is_healthy = not any(findings.values()) and len(kept) > _MAJORITY * len(findings)
    return {**kept, **renewed} if is_healthy else kept


def _whole(texts: Iterable[str]) -> set[str]:
    """Return the texts that samples hold uncut."""
    return {text for text in texts if len(text) < MAX_SAMPLE_CHARS}


def _choose(site: ChangedSite, names: Sequence[str]) -> dict[str, Chosen]:
    """Return new rules for fields."""
    choices = relearn(site, names)
    return {name: choose(site, name, choices[name]) for name in names}


def _changes(
    site: ChangedSite, kept: Mapping[str, str], chosen: Mapping[str, Chosen]
) -> tuple[Change, ...]:
    """Return what became of all fields."""
    return tuple(
        Change(name, "kept", kept[name])
        if name in kept
        else _describe_change(site.wrapper, name, *chosen[name])
        for name in site.wrapper.fields
    )


def _describe_change(wrapper: Wrapper, name: str, best: Choice | None, words: str) -> Change:
    if best is None:
        return Change(name, "unsure", words)
    before, after = describe_field(wrapper, name), describe_places(best.places)
    return Change(name, "repaired", f"{before} → {after}; {words}")


def _assemble(
    site: ChangedSite, chosen: Mapping[str, Chosen], kept: Mapping[str, Places]
) -> Wrapper:
    """Return the wrapper of *kept* and new rules, with new samples; old ones without a rule."""
    new = {name: () if best is None else best.places for name, (best, _) in chosen.items()}
    fields = {name: kept[name] if name in kept else new[name] for name in site.wrapper.fields}
    wrapper = Wrapper(_align(site, fields))
    numbers = {page.number for page in site.known}
    order = sorted(range(len(site.views)), key=lambda number: number not in numbers)
    pages = [site.views[number].page for number in order]
    known = len(numbers)
    made = add_samples(wrapper, pages, labelled=known, others=len(pages) - known)
    old = {name: found for name, found in site.wrapper.samples.items() if not any(fields[name])}
    return Wrapper(made.rules, {**made.samples, **old}, made.made)


def _align(site: ChangedSite, fields: Mapping[str, Places]) -> RuleWrapper:
    """Return *fields* with what makes a record, if pages had several."""
    old = site.wrapper.rules
    had_one = isinstance(old, RuleWrapper) and not old.repeated
    views = [site.views[page.number] for page in site.known]
    sure = {name: places for name, places in fields.items() if any(places)}
    asked = (old.one, old.records) if isinstance(old, RuleWrapper) else ((), "auto")
    if had_one or not views or not sure:
        return RuleWrapper(fields, None, (), *asked)
    pages = [{name: read_places(view, places) for name, places in sure.items()} for view in views]
    return RuleWrapper(fields, *learn_records(views, pages, asked[1]), *asked)
