"""Learning: from pages with labels, and others of the same site, to a wrapper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from heapq import nlargest
from itertools import chain, islice
from typing import Any, Literal

from zaru._version import __version__
from zaru.dom import TEXT
from zaru.errors import InputError, UsageError
from zaru.page import Page
from zaru.wrappers.care.tally import Tally
from zaru.wrappers.labels import Label, LabelValue, PageNames, group_labels
from zaru.wrappers.record import quote
from zaru.wrappers.rules.alignment import learn_records
from zaru.wrappers.rules.candidates import Seen, make_candidates
from zaru.wrappers.rules.occurrences import FINDERS, Occurrence, find_holders
from zaru.wrappers.rules.reading import Places, occurrence_span, read_places
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.rules.trial import Texts, Trial
from zaru.wrappers.rules.view import View
from zaru.wrappers.tree.tree_wrapper import TreeWrapper, learn_tree, order_fields
from zaru.wrappers.wrapper import Rules, Sample, Wrapper

Tell = Callable[[str], object]  # gets one line for each thing that a person should know

_MAX_OCCURRENCES = 12  # of one value on one page; 10,000 of them tell no more than twelve
_MAX_NEAR = 50  # texts that are compared with a value that is not found
_MAX_VALUES = 30  # of one field on one page that are looked for
_MAX_SAMPLE_PAGES = 20  # pages whose values are kept in a wrapper, for check and repair
_MAX_SAMPLE_VALUES = 2000  # then no more pages: what is kept of a page is all of it
_MIN_SAMPLE_PAGES = 3
MAX_SAMPLE_CHARS = 2000  # a longer value is cut
_SHOWN_CHARS = 60


@dataclass(frozen=True, slots=True)
class Lesson:
    """One labelled page."""

    view: View
    labels: Mapping[str, Label]  # by field

    def texts(self, field: str) -> Texts | None:
        """Return the values of a field, None when nobody said what they are."""
        if field not in self.labels:
            return None
        return frozenset(value.text for value in self.labels[field].values if value.text)


def learn(
    pages: Iterable[Page],
    labels: Iterable[Label | Mapping[str, Any]],
    *,
    method: Literal["rules", "tree"] = "rules",
    tell: Tell | None = None,
) -> Wrapper:
    """Return the wrapper that finds the labelled values, and their like on other pages.

    Pages without labels decide between rules that the labels cannot tell apart. *tell* gets a
    line for each value that is not found and each page on which the wrapper is wrong. Raises
    `UsageError` when nothing can be learnt.
    """
    problems: list[str] = []
    views = list(_view(pages, problems))
    lessons, others = _pair(views, group_labels(labels), problems)
    names = list(dict.fromkeys(chain.from_iterable(lesson.labels for lesson in lessons)))
    fields = {name: _learn_field(name, lessons, others, problems) for name in names}
    rules: Rules = RuleWrapper({})
    if any(fields.values()):
        is_tree = method == "tree"
        rules = _learn_tree(fields, lessons, problems) if is_tree else _align(fields, lessons)
        problems += _describe_wrong(rules, lessons, [name for name in names if fields[name]])
    for problem in problems:
        if tell is not None:
            tell(problem)
    if not any(fields.values()):
        reason = problems[0] if problems else "no label has a value"
        raise UsageError(f"nothing could be learnt: {reason}")
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


def _view(pages: Iterable[Page], problems: list[str]) -> Iterator[View]:
    """Yield the pages that have a tree."""
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


def _learn_field(
    name: str, lessons: Sequence[Lesson], others: Sequence[View], problems: list[str]
) -> Places:
    """Return where the values of a field stand; nothing when they stand nowhere."""
    labelled = [
        (lesson.view, texts) for lesson in lessons if (texts := lesson.texts(name)) is not None
    ]
    unlabelled = [lesson.view for lesson in lessons if lesson.texts(name) is None]
    seen: list[Seen] = []
    for lesson in lessons:
        if name in lesson.labels:
            values = (value for value in lesson.labels[name].values if value.text)
            for value in islice(values, _MAX_VALUES):
                sights = [Seen(lesson.view, place) for place in _look(lesson.view, value)]
                seen += sights
                if not sights:
                    problems.append(_describe_missing(name, lesson.view, value))
    if not seen:
        return ()
    rules = make_candidates(seen, values=_all_texts(lessons))
    return Trial(rules, labelled, [*unlabelled, *others]).choose()


def _all_texts(lessons: Iterable[Lesson]) -> set[str]:
    labels = chain.from_iterable(lesson.labels.values() for lesson in lessons)
    return {value.text for label in labels for value in label.values}


def _look(view: View, value: LabelValue) -> list[Occurrence]:
    """Return where a value stands: as a whole if it does anywhere, else as a part."""
    for find in FINDERS:
        fitting = (place for place in find(view, value.text) if _fits(view, place, value))
        places = list(islice(fitting, _MAX_OCCURRENCES))
        if places:
            return places + [held for place in places for held in find_holders(view, place)]
    return []


def _fits(view: View, place: Occurrence, value: LabelValue) -> bool:
    """Say whether a place is where the label says, if it says."""
    if value.attribute is not None:
        return place.take.lower() == value.attribute.lower()
    if value.span is None:
        return True
    span = occurrence_span(view, place)
    return span is not None and span[0] < sum(value.span) and sum(span) > value.span[0]


def _describe_missing(name: str, view: View, value: LabelValue) -> str:
    near = _find_nearest(value.text, view.texts)
    nearest = f"; the nearest is {quote(near, _SHOWN_CHARS)}" if near else ""
    where = f" in an attribute {value.attribute}" if value.attribute else ""
    where += f" at byte {value.span[0]}" if value.span else ""
    return f"{name}: {quote(value.text, _SHOWN_CHARS)} is not on {view.name}{where}{nearest}"


def _find_nearest(value: str, texts: Iterable[str]) -> str | None:
    """Return the text that is most like *value* at its beginning, None when none is."""
    wanted = value[:_SHOWN_CHARS]
    characters = set(wanted)

    def share(text: str) -> float:
        mine = set(text)
        return len(mine & characters) / len(mine | characters)

    likely = nlargest(_MAX_NEAR, dict.fromkeys(text[:_SHOWN_CHARS] for text in texts), key=share)
    near = get_close_matches(wanted, likely, n=1, cutoff=0.5)
    return near[0] if near else None


def _describe_wrong(rules: Rules, lessons: Sequence[Lesson], names: Sequence[str]) -> Iterator[str]:
    """Yield where a wrapper does not read what the labels that it was made from say."""
    for lesson in lessons:
        records = rules.read(lesson.view.page)
        for name in filter(lesson.labels.__contains__, names):
            wanted = lesson.texts(name) or frozenset()
            found = {value.text for record in records for value in record.get(name, ())}
            extra, missing = sorted(found - wanted), sorted(wanted - found)
            words = [f"finds {quote(extra[0], _SHOWN_CHARS)}"] if extra else []
            words += [f"misses {quote(missing[0], _SHOWN_CHARS)}"] if missing else []
            if words:
                yield f"{name}: on {lesson.view.name} the wrapper {' and '.join(words)}"


def _align(fields: Mapping[str, Places], lessons: Sequence[Lesson]) -> RuleWrapper:
    """Return the wrapper of *fields*, with how their values make records."""
    views = [lesson.view for lesson in lessons]
    pages = [{name: read_places(view, places) for name, places in fields.items()} for view in views]
    return RuleWrapper(dict(fields), *learn_records(views, pages))


def _learn_tree(
    fields: Mapping[str, Places], lessons: Sequence[Lesson], problems: list[str]
) -> TreeWrapper:
    """Return paper 2's wrapper of the nodes where *fields* find the labelled values."""
    rows = [
        {
            name: [
                row
                for row, value in read_places(lesson.view, places)
                if value.text in (lesson.texts(name) or ())
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
