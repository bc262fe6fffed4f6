"""The result: what the wrapper of the labels reads from all pages, and which of them look odd."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from zaru.studio.fields.memory import Memory
from zaru.studio.fields.sheet import Field, FieldSheet
from zaru.wrappers.labels import Label
from zaru.wrappers.record import Record
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.rules.shapes import Shapes, shape
from zaru.wrappers.rules.view import View
from zaru.wrappers.study import Study, study
from zaru.wrappers.teaching import Doubt
from zaru.wrappers.wrapper import Wrapper

Why = Literal["wrong", "missing", "several", "shape", "doubt"]

_WEIGHTS: dict[Why, float] = {"wrong": 8, "missing": 4, "several": 3, "shape": 2, "doubt": 1}
_USUAL_SHARE = 0.5  # of pages that have a field: then one without it is odd
_SINGLE_SHARE = 0.8  # of pages with one value in each record: then one with several is odd
_MIN_VALUES = 5  # pages with values, to tell what they usually look like
_ODD_FIT = 0.45  # as in `wrappers.care.health`
_MAX_ODD_SHARE = 0.2  # more that look different are no exception
_MIN_DOUBT = 0.25  # of the votes, for what is not chosen


@dataclass(frozen=True, slots=True)
class Odd:
    """Why a page stands out in a field."""

    field: str  # its id
    why: Why
    words: str = ""  # what rules find that disagree
    weight: float = 0.0


@dataclass(frozen=True, slots=True)
class Question:
    """A page on which rules that fit all labels find different values."""

    page: str
    field: str  # the name of the one that is doubted most
    words: tuple[str, ...]  # what is found there, of each field that is in doubt


@dataclass(slots=True)
class Result:
    """What labels come to."""

    wrapper: Wrapper  # without samples; without fields when nothing could be learnt
    study: Study
    records: dict[str, list[Record]] = field(default_factory=dict)  # by page
    odd: dict[str, list[Odd]] = field(default_factory=dict)  # by page, the oddest first

    @property
    def question(self) -> Question | None:
        """What to ask next: the page whose label decides most; None when nothing is in doubt."""
        doubts: dict[str, list[tuple[str, Doubt]]] = {}
        for name, taught in self.study.taught.items():
            for one in taught.doubts:
                doubts.setdefault(one.view.page.id, []).append((name, one))
        if not doubts:
            return None
        page, most = max(doubts.items(), key=lambda pair: sum(one.share for _, one in pair[1]))
        name, worst = max(most, key=lambda pair: pair[1].share)
        if worst.share < _MIN_DOUBT:
            return None
        return Question(page, name, tuple(one.words for _, one in most))


def learn_fields(memory: Memory, sheet: FieldSheet) -> Result:
    """Return what the fields of *sheet* are on all pages."""
    labelled = {page: None for one in sheet.fields for page in one.labels if page in memory.entries}
    views = memory.views(labelled)
    labels = [
        Label(page, one.name, values)
        for one in sheet.fields
        for page, values in one.labels.items()
        if page in memory.entries
    ]
    known = {one.name: one.places for one in sheet.fields if one.places and not one.labels}
    studied = study(views, labels, known=known, teach=memory.teach)
    result = Result(_order(Wrapper(studied.rules), sheet), studied)
    for view in views:
        result.records[view.page.id] = result.wrapper.apply_view(view)
    result.odd = find_odd(result, sheet.fields)
    return result


def _order(wrapper: Wrapper, sheet: FieldSheet) -> Wrapper:
    """Return *wrapper* with its fields in the order of the sheet."""
    names = [one.name for one in sheet.fields if one.name in wrapper.fields]
    return wrapper.select(dict(zip(names, names, strict=True)))


def find_odd(result: Result, fields: Sequence[Field]) -> dict[str, list[Odd]]:
    """Return the pages that stand out, the oddest first."""
    found: dict[str, list[Odd]] = {}
    for one in fields:
        if one.name in result.wrapper.fields:
            for page, odd in _judge_field(result, one):
                if page not in one.labels or odd.why == "wrong":
                    found.setdefault(page, []).append(odd)
    return dict(
        sorted(found.items(), key=lambda pair: -sum(_WEIGHTS[o.why] + o.weight for o in pair[1]))
    )


def _judge_field(result: Result, one: Field) -> Iterator[tuple[str, Odd]]:
    read = {
        page: [record.texts(one.name) for record in records]
        for page, records in result.records.items()
    }
    texts = {page: [text for found in rows for text in found] for page, rows in read.items()}
    hits = {page: values for page, values in texts.items() if values}
    settled = {view.page.id for view in _settled(result.study, one.name)}
    for page in one.labels.keys() & texts.keys() - settled:
        wanted = {value.text for value in one.labels[page]}
        if set(texts[page]) != wanted:
            yield page, Odd(one.id, "wrong")
    if len(hits) >= _USUAL_SHARE * len(texts):
        yield from ((page, Odd(one.id, "missing")) for page in texts if page not in hits)
    several = [page for page in hits if any(len(found) > 1 for found in read[page])]
    if len(several) <= (1 - _SINGLE_SHARE) * len(hits):
        yield from ((page, Odd(one.id, "several")) for page in several)
    yield from ((page, Odd(one.id, "shape")) for page in _find_other_shapes(hits))
    if one.name in result.study.taught:
        for doubt in result.study.taught[one.name].doubts:
            if doubt.share >= _MIN_DOUBT:
                yield doubt.view.page.id, Odd(one.id, "doubt", doubt.words, doubt.share)


def _settled(studied: Study, name: str) -> Sequence[View]:
    return studied.taught[name].settled if name in studied.taught else ()


def _find_other_shapes(hits: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the pages whose values look like those of no other page."""
    if len(hits) < _MIN_VALUES:
        return []
    shapes = {page: {shape(text) for text in texts} for page, texts in hits.items()}
    counts = Counter(one for found in shapes.values() for one in found)
    alone = [page for page, found in shapes.items() if all(counts[one] == 1 for one in found)]
    odd = []
    for page in alone:
        others = Shapes(text for other, texts in hits.items() if other != page for text in texts)
        if others.fit(hits[page]) < _ODD_FIT:
            odd.append(page)
    return odd if len(odd) <= _MAX_ODD_SHARE * len(hits) else []


def is_learnt(result: Result) -> bool:
    """Say whether any field has a rule."""
    rules = result.wrapper.rules
    return isinstance(rules, RuleWrapper) and any(rules.fields.values())
