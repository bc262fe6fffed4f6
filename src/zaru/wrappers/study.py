"""Study: what labels teach of all fields of a site, from views of its pages that may be kept."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal, Protocol

from zaru.dom import TEXT
from zaru.errors import UsageError, suggest
from zaru.wrappers.labels import Label, PageNames, group_labels
from zaru.wrappers.record import Values, quote
from zaru.wrappers.rules.alignment import Grouping, learn_records
from zaru.wrappers.rules.rule import Places, read_places
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.rules.view import View
from zaru.wrappers.teaching import SHOWN_CHARS, Doubt, Example, Taught, Teacher
from zaru.wrappers.tree.tree_wrapper import TreeWrapper, learn_tree, order_fields
from zaru.wrappers.wrapper import Rules


@dataclass(frozen=True, slots=True)
class Lesson:
    """One labelled page."""

    view: View
    labels: Mapping[str, Label]  # by field

    def example(self, field: str) -> Example:
        """Return what the page's label says of a field that it has a label for."""
        return Example(self.view, tuple(value for value in self.labels[field].values if value.text))


class Teach(Protocol):
    """Learns one field, from examples and from the pages that have no label for it."""

    def __call__(
        self,
        name: str,
        examples: Sequence[Example],
        others: Sequence[View],
        *,
        values: Collection[str],
        is_one: bool,
    ) -> Taught: ...


@dataclass(frozen=True, slots=True)
class Study:
    """What was learnt, and what a person should know of it."""

    rules: Rules  # without any field when nothing could be learnt
    taught: Mapping[str, Taught]  # by field
    lessons: Sequence[Lesson]
    others: Sequence[View]  # the pages without labels
    problems: Sequence[str]

    @property
    def notes(self) -> Iterator[str]:
        """What else is good to know, a line for each thing."""
        yield from chain.from_iterable(taught.notes for taught in self.taught.values())
        if isinstance(self.rules, RuleWrapper):
            yield from _describe_coverage(self.taught)


def teach_field(
    name: str,
    examples: Sequence[Example],
    others: Sequence[View],
    *,
    values: Container[str],
    is_one: bool,
) -> Taught:
    """Return what the labels of one field teach."""
    return Teacher(name, others, values=values, is_one=is_one).teach(examples)


def study(
    views: Sequence[View],
    labels: Iterable[Label | Mapping[str, Any]],
    *,
    method: Literal["rules", "tree"] = "rules",
    records: Grouping = "auto",
    one: Collection[str] = (),
    known: Mapping[str, Places] | None = None,
    teach: Teach = teach_field,
) -> Study:
    """Return what *labels* teach of the pages of *views*; `learn` says what the options mean.

    Fields of *known* have their rules already, and no labels.
    """
    if method == "tree" and (one or records != "auto"):
        raise UsageError("Tree-Wrappers have records of their own: records and one are for rules")
    problems: list[str] = []
    lessons, others = _pair(views, group_labels(labels), problems)
    names = list(dict.fromkeys(chain.from_iterable(lesson.labels for lesson in lessons)))
    if unknown := [name for name in one if names and name not in names]:
        raise UsageError(f"no label is for {unknown[0]!r}{suggest(unknown[0], names)}")
    values = _collect_values(lessons)
    taught = {}
    for name in names:
        examples = [lesson.example(name) for lesson in lessons if name in lesson.labels]
        has_label = {id(example.view) for example in examples}
        rest = [view for view in views if id(view) not in has_label]
        taught[name] = teach(name, examples, rest, values=values, is_one=name in one)
    problems += chain.from_iterable(field.problems for field in taught.values())
    fields = {**(known or {}), **{name: field.places for name, field in taught.items()}}
    rules: Rules = RuleWrapper({})
    if any(fields.values()):
        if not lessons:
            rules = RuleWrapper(fields)
        elif method == "tree":
            rules = _learn_tree(fields, lessons, problems)
        else:
            rules = _align(fields, lessons, records, tuple(one), problems)
        problems += _describe_wrong(rules, lessons, taught)
    return Study(rules, taught, lessons, others, problems)


def _collect_values(lessons: Iterable[Lesson]) -> frozenset[str]:
    """Return the texts of all values of all fields."""
    labels = chain.from_iterable(lesson.labels.values() for lesson in lessons)
    return frozenset(value.text for label in labels for value in label.values)


def _pair(
    views: Sequence[View], labels: Mapping[str, Mapping[str, Label]], problems: list[str]
) -> tuple[list[Lesson], list[View]]:
    """Return the labelled pages, and the others."""
    names = PageNames(view.page for view in views)
    found: dict[int, list[Label]] = {}
    for name, fields in labels.items():
        pages = names.find(name)
        if len(pages) == 1:
            source = pages[0].origin.source
            same = (Label(source, label.field, label.values) for label in fields.values())
            found.setdefault(id(pages[0]), []).extend(same)
        elif pages:
            problems.append(
                f"{name}: a label is for this page, but {len(pages)} pages are called so"
            )
        else:
            known = ", ".join(view.name for view in views[:3])
            problems.append(f"{name}: a label is for this page, but the pages are {known} …")
    lessons = [
        Lesson(view, group_labels(found[id(view.page)])[view.name])
        for view in views
        if id(view.page) in found
    ]
    return lessons, [view for view in views if id(view.page) not in found]


def _describe_coverage(taught: Mapping[str, Taught]) -> Iterator[str]:
    """Yield how many of the other pages have each field, and which page to label next."""
    covered = {name: field.coverage for name, field in taught.items() if field.places}
    if any(total for _, total in covered.values()):
        counts = ", ".join(f"{name} {found} of {all_}" for name, (found, all_) in covered.items())
        yield f"other pages with a value: {counts}"
    doubts: dict[int, list[Doubt]] = {}
    for field in taught.values():
        for doubt in field.doubts:
            doubts.setdefault(id(doubt.view), []).append(doubt)
    if doubts:
        most = max(doubts.values(), key=lambda found: sum(doubt.share for doubt in found))
        words = ", ".join(doubt.words for doubt in most)
        yield f"a label on {most[0].view.name} would decide: rules that fit all labels find {words}"


def _describe_wrong(
    rules: Rules, lessons: Sequence[Lesson], taught: Mapping[str, Taught]
) -> Iterator[str]:
    """Yield where a wrapper does not read what the labels that it was made from say."""
    for lesson in lessons:
        records = _read(rules, lesson.view)
        for name in filter(lesson.labels.__contains__, taught):
            if not taught[name].places or lesson.view in taught[name].settled:
                continue
            wanted = lesson.example(name).texts
            found = {value.text for record in records for value in record.get(name, ())}
            extra, missing = sorted(found - wanted), sorted(wanted - found)
            words = [f"finds {quote(extra[0], SHOWN_CHARS)}"] if extra else []
            words += [f"misses {quote(missing[0], SHOWN_CHARS)}"] if missing else []
            if words:
                yield f"{name}: on {lesson.view.name} the wrapper {' and '.join(words)}"


def _read(rules: Rules, view: View) -> Sequence[Values]:
    return rules.read_view(view) if isinstance(rules, RuleWrapper) else rules.read(view.page)


def _align(
    fields: Mapping[str, Places],
    lessons: Sequence[Lesson],
    records: Grouping,
    one: tuple[str, ...],
    problems: list[str],
) -> RuleWrapper:
    """Return the wrapper of *fields*, with how their values make records.

    Labels that name records decide between the ways to make them.
    """
    views = [lesson.view for lesson in lessons]
    alone = {name for name in one if all(_has_one(lesson, name) for lesson in lessons)}
    pages = [
        {name: read_places(view, fields[name])[: 1 if name in alone else None] for name in fields}
        for view in views
    ]
    said = [(lesson, marked) for lesson in lessons if (marked := _mark_records(lesson))]
    ways: list[Grouping] = [records]
    if records == "auto" and said:
        ways += ["row", "page"]
    for way in ways:
        found = learn_records(views, pages, way)
        rules = RuleWrapper(dict(fields), *found, one, records if way == "auto" else way)
        wrong = next((n.view.name for n, marked in said if not _agrees(rules, n, marked)), None)
        if wrong is None:
            return rules
    problems.append(f"records: the wrapper makes other records of {wrong} than its labels do")
    return rules


def _has_one(lesson: Lesson, field: str) -> bool:
    """Say whether a page has at most one value of a field, as far as it is labelled."""
    return field not in lesson.labels or len(lesson.labels[field].values) < 2


Marks = frozenset[frozenset[tuple[str, str]]]  # the fields and texts of each record


def _mark_records(lesson: Lesson) -> Marks:
    """Return the values of each record that labels of a page name."""
    found: dict[int, set[tuple[str, str]]] = {}
    for name, label in lesson.labels.items():
        for value in label.values:
            if value.record is not None:
                found.setdefault(value.record, set()).add((name, value.text))
    return frozenset(map(frozenset, found.values()))


def _agrees(rules: RuleWrapper, lesson: Lesson, marked: Marks) -> bool:
    """Say whether a wrapper makes the records that labels name, as far as they name them."""
    known = frozenset[tuple[str, str]]().union(*marked)
    records = (
        frozenset((name, value.text) for name, values in record.items() for value in values)
        for record in rules.read_view(lesson.view)
    )
    return {record & known for record in records} - {frozenset()} == marked


def _learn_tree(
    fields: Mapping[str, Places], lessons: Sequence[Lesson], problems: list[str]
) -> TreeWrapper:
    """Return paper 2's wrapper of the nodes where *fields* find the labelled values."""
    rows = [
        {
            name: [
                row
                for row, value in read_places(lesson.view, places)
                if name in lesson.labels and value.text in lesson.example(name).texts
            ]
            for name, places in fields.items()
        }
        for lesson in lessons
    ]
    for name, places in fields.items():
        if any(rule.part for place in places for rule in place):
            problems.append(f"{name}: labels are parts of texts, but Tree-Wrappers read whole ones")
    takes = {name: places[0][0].take for name, places in fields.items() if places}
    attributes = {name: take for name, take in takes.items() if take != TEXT}
    examples = [(lesson.view.tree, [found]) for lesson, found in zip(lessons, rows, strict=True)]
    return learn_tree(examples, order_fields(rows, fields), attributes=attributes)
