"""Learning: from pages with labels, and others of the same site, to a wrapper."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from zaru._version import __version__
from zaru.errors import InputError, UsageError
from zaru.page import Page
from zaru.wrappers.care.tally import Tally
from zaru.wrappers.labels import Label
from zaru.wrappers.rules.alignment import Grouping
from zaru.wrappers.rules.view import View
from zaru.wrappers.study import study
from zaru.wrappers.wrapper import Sample, Wrapper

Tell = Callable[[str], object]  # gets one line for each thing that a person should know

_MAX_SAMPLE_PAGES = 20  # pages whose values are kept in a wrapper, for check and repair
_MAX_SAMPLE_VALUES = 2000  # then no more pages: what is kept of a page is all of it
_MIN_SAMPLE_PAGES = 3
MAX_SAMPLE_CHARS = 2000  # a longer value is cut


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
    problems: list[str] = []
    views = list(view_pages(pages, problems))
    found = study(views, labels, method=method, records=records, one=one)
    problems += found.problems
    for problem in problems:
        if tell is not None:
            tell(problem)
    if not any(taught.places for taught in found.taught.values()):
        reason = problems[0] if problems else "no label has a value"
        raise UsageError(f"nothing could be learnt: {reason}")
    for line in found.notes:
        if note is not None:
            note(line)
    ordered = [*(lesson.view for lesson in found.lessons), *found.others]
    counts = {"labelled": len(found.lessons), "others": len(found.others)}
    return add_samples(Wrapper(found.rules), ordered, **counts)


def add_samples(
    wrapper: Wrapper, pages: Iterable[Page | View], *, labelled: int, others: int
) -> Wrapper:
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
        records = wrapper.apply_view(page) if isinstance(page, View) else wrapper.apply(page)
        tally.add(records)
        if not records or number not in chosen:
            continue
        sampled.add(records)
        if sampled.values <= _MAX_SAMPLE_VALUES or sampled.pages <= _MIN_SAMPLE_PAGES:
            called = name_sample(page.page if isinstance(page, View) else page)
            for name in wrapper.fields:
                samples[name] += _sample(called, [r.texts(name) for r in records])
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
