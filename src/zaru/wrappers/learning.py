"""Learning: from pages with labels, and others of the same site, to a wrapper."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal

from zaru._version import __version__
from zaru.dom import TEXT
from zaru.errors import InputError, UsageError, suggest
from zaru.page import Page
from zaru.wrappers.care.tally import Tally
from zaru.wrappers.labels import Label, PageNames, group_labels
from zaru.wrappers.record import quote
from zaru.wrappers.rules.alignment import Grouping, learn_records
from zaru.wrappers.rules.reading import Places, read_places
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.rules.view import View
from zaru.wrappers.teaching import SHOWN_CHARS, Doubt, Example, Taught, Teacher
from zaru.wrappers.tree.tree_wrapper import TreeWrapper, learn_tree, order_fields
from zaru.wrappers.wrapper import Rules, Sample, Wrapper

Tell = Callable[[str], object]  # gets one line for each thing that a person should know

_MAX_SAMPLE_PAGES = 20  # pages whose values are kept in a wrapper, for check and repair
_MAX_SAMPLE_VALUES = 2000  # then no more pages: what is kept of a page is all of it
_MIN_SAMPLE_PAGES = 3
MAX_SAMPLE_CHARS = 2000  # a longer value is cut


@dataclass(frozen=True, slots=True)
class Lesson:
    """One labelled page."""

    view: View
    labels: Mapping[str, Label]  # by field

    def example(self, field: str) -> Example:
        """Return what the page's label says of a field that it has a label for."""
        return Example(self.view, tuple(value for value in self.labels[field].values if value.text))


def learn(
    pages: Iterable[Page],
    labels: Iterable[Label | Mapping[str, Any]],
    *,
    method: Literal["rules", "tree"] = "rules",
    records: Grouping = "auto",
    one: Collection[str] = (),
    tell: Tell | None = None,
    note: Tell | None = None,
) -> Wrapper:
    """Return the wrapper that finds the labelled values, and their like on other pages.

    Pages without labels decide between rules that the labels cannot tell apart. A page is one of
    the *records* ("page"), or each row of it is ("row"), or labels and values decide. Of a field in
    *one*, a record has the first value. *tell* gets a line for each value that is not found, each
    page on which the wrapper is wrong and each rule that is doubtful; *note* gets what else is good
    to know. Raises `UsageError` when nothing can be learnt.
    """
    if method == "tree" and (one or records != "auto"):
        raise UsageError("Tree-Wrappers have records of their own: records and one are for rules")
    problems: list[str] = []
    views = list(view_pages(pages, problems))
    lessons, others = _pair(views, group_labels(labels), problems)
    names = list(dict.fromkeys(chain.from_iterable(lesson.labels for lesson in lessons)))
    if unknown := [name for name in one if names and name not in names]:
        raise UsageError(f"no label is for {unknown[0]!r}{suggest(unknown[0], names)}")
    taught = {name: _teach(name, lessons, others, is_one=name in one) for name in names}
    problems += chain.from_iterable(field.problems for field in taught.values())
    fields = {name: field.places for name, field in taught.items()}
    rules: Rules = RuleWrapper({})
    if any(fields.values()):
        if method == "tree":
            rules = _learn_tree(fields, lessons, problems)
        else:
            rules = _align(fields, lessons, records, tuple(one), problems)
        problems += _describe_wrong(rules, lessons, taught)
    for problem in problems:
        if tell is not None:
            tell(problem)
    if not any(fields.values()):
        reason = problems[0] if problems else "no label has a value"
        raise UsageError(f"nothing could be learnt: {reason}")
    notes = chain.from_iterable(field.notes for field in taught.values())
    for line in chain(notes, _describe_coverage(taught) if method == "rules" else ()):
        if note is not None:
            note(line)
    pages = [lesson.view.page for lesson in lessons] + [view.page for view in others]
    return add_samples(Wrapper(rules), pages, labelled=len(lessons), others=len(others))


def add_samples(wrapper: Wrapper, pages: Iterable[Page], *, labelled: int, others: int) -> Wrapper:
    """Return *wrapper* with samples of what it reads from *pages*, and how it was made.

    All pages are counted. Values are kept of labelled pages, which come first, and of others, from
    the first to the last of them: files have an order, and neighbours are alike.
    """
    room = max(_MAX_SAMPLE_PAGES - labelled, 0)
    evenly = (labelled + number * max(others, room) // room for number in range(room))
    chosen = {*range(min(labelled, _MAX_SAMPLE_PAGES)), *evenly}
    samples: dict[str, list[Sample]] = {name: [] for name in wrapper.fields}
    tally, sampled = Tally(), Tally()
    for number, page in enumerate(pages):
        records = wrapper.apply(page)
        tally.add(records)
        if not records or number not in chosen:
            continue
        sampled.add(records)
        if sampled.values <= _MAX_SAMPLE_VALUES or sampled.pages <= _MIN_SAMPLE_PAGES:
            for name in wrapper.fields:
                samples[name] += _sample(name_sample(page), [r.texts(name) for r in records])
    kept = {name: tuple(found) for name, found in samples.items()}
    made = {"zaru": __version__, "labelled": labelled, "others": others, "read": tally.to_json()}
    return Wrapper(wrapper.rules, kept, made)


def _sample(page: str, records: Iterable[Sequence[str]]) -> list[Sample]:
    """Return the samples of a field: of each record that has it, or that the page has none."""
    values = [tuple(text[:MAX_SAMPLE_CHARS] for text in texts) for texts in records if texts]
    return [Sample(page, texts) for texts in values or [()]]


def name_sample(page: Page) -> str:
    """Return what samples call *page*: its address in an archive, where sources are alike."""
    is_archived = page.origin.offset is not None
    return page.url if is_archived and page.url else page.origin.source


def view_pages(pages: Iterable[Page], problems: list[str]) -> Iterator[View]:
    """Yield the pages that have a tree; *problems* gets a line for each other one."""
    for page in pages:
        try:
            yield View(page)
        except InputError as error:
            problems.append(f"{error}; the page is left out")


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


def _teach(name: str, lessons: Sequence[Lesson], others: Sequence[View], *, is_one: bool) -> Taught:
    """Return what the labels of one field teach."""
    examples = [lesson.example(name) for lesson in lessons if name in lesson.labels]
    unlabelled = [lesson.view for lesson in lessons if name not in lesson.labels]
    labels = chain.from_iterable(lesson.labels.values() for lesson in lessons)
    values = {value.text for label in labels for value in label.values}
    teacher = Teacher(name, [*unlabelled, *others], values=values, is_one=is_one)
    return teacher.teach(examples)


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
        records = rules.read(lesson.view.page)
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
        for record in rules.read(lesson.view.page)
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
