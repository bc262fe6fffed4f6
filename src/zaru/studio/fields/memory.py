"""What learning looked at and found out of a folder, kept between two clicks.

All of it is made from the pages and the labels again when it is not there.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from functools import cached_property
from threading import RLock
from typing import NamedTuple, TypeVar, cast

from zaru.errors import InputError
from zaru.studio.pages import PageEntry, Pages
from zaru.wrappers.discovery.discovery import Finding, describe_fields, find_fields
from zaru.wrappers.labels import LabelValue
from zaru.wrappers.rules.rule import Places
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.rules.view import View
from zaru.wrappers.study import teach_field
from zaru.wrappers.teaching import Example, Taught
from zaru.wrappers.wrapper import Wrapper

MAX_PAGES = 100  # of a folder that are learnt from and shown; more make clicks wait
_MAX_BYTES = 32 * 2**20  # of these pages; their views take ten times as much
_MAX_VISITED = 8  # pages beside these that were opened
_MAX_TAUGHT = 100  # fields, as labels were at some moment
_MAX_RESULTS = 4  # as labels were at some moment
_MAX_FOLDERS = 2
_MAX_BESIDE = 12

Kept = TypeVar("Kept")
_Key = tuple[str, tuple[tuple[str, tuple[LabelValue, ...]], ...], tuple[str, ...], bool]


class _Asked(Container[str]):
    """The values of all fields, and what was asked of them: all that learning knows of others."""

    def __init__(self, values: Collection[str]) -> None:
        self.values = values
        self.answers: dict[str, bool] = {}

    def __contains__(self, text: object) -> bool:
        answer = text in self.values
        self.answers[str(text)] = answer
        return answer


class _Lesson(NamedTuple):
    taught: Taught
    answers: Mapping[str, bool]

    def holds(self, values: Collection[str]) -> bool:
        """Say whether the same would be learnt beside other values of other fields."""
        return all((text in values) is answer for text, answer in self.answers.items())


class Memory:
    """The pages of one folder as learning sees them, and what it learnt of single fields."""

    def __init__(self, pages: Pages, folder: str, entries: Sequence[PageEntry]) -> None:
        self.folder = folder
        self.entries = {entry.id: entry for entry in entries}
        self.sample = choose_sample(entries)
        self.unreadable: dict[str, str] = {}  # why, by page
        self._pages = pages
        self._views: dict[str, View] = {}
        self._visited: OrderedDict[str, View] = OrderedDict()
        self._taught: OrderedDict[_Key, _Lesson] = OrderedDict()
        self._results: OrderedDict[object, object] = OrderedDict()

    def view(self, page: str) -> View:
        """Return a page of the folder; raises `NotFound`, and `InputError` when it has no tree."""
        if page in self._views:
            return self._views[page]
        view = self._visited.get(page) or View(self._pages.page(page))
        if page in self.sample:
            self._views[page] = view
        else:
            self._visited[page] = view
            self._visited.move_to_end(page)
            if len(self._visited) > _MAX_VISITED:
                self._visited.popitem(last=False)
        return view

    def views(self, labelled: Iterable[str]) -> list[View]:
        """Return the pages of the sample and those that are *labelled*, in the folder's order."""
        wanted = {*self.sample, *labelled}
        found = []
        for page in self.entries:
            if page in wanted and page not in self.unreadable:
                try:
                    found.append(self.view(page))
                except InputError as error:
                    self.unreadable[page] = str(error)
        return found

    def teach(
        self,
        name: str,
        examples: Sequence[Example],
        others: Sequence[View],
        *,
        values: Collection[str],
        is_one: bool,
    ) -> Taught:
        """Return what `teach_field` does; from memory where nothing that it looks at is new."""
        shown = tuple((example.view.page.id, example.values) for example in examples)
        key = (name, shown, tuple(view.page.id for view in others), is_one)
        known = self._taught.get(key)
        if known is None or not known.holds(values):
            asked = _Asked(values)
            taught = teach_field(name, examples, others, values=asked, is_one=is_one)
            known = self._taught[key] = _Lesson(taught, asked.answers)
            while len(self._taught) > _MAX_TAUGHT:
                self._taught.popitem(last=False)
        return known.taught

    def keep(self, key: object, make: Callable[[], Kept]) -> Kept:
        """Return what *make* makes for *key*; one of the last few is kept."""
        if key not in self._results:
            self._results[key] = make()
        self._results.move_to_end(key)
        while len(self._results) > _MAX_RESULTS:
            self._results.popitem(last=False)
        return cast(Kept, self._results[key])

    def some_beside(self, page: str) -> list[View]:
        """Return a few pages of the sample beside one."""
        return [view for view in self.views(()) if view.page.id != page][:_MAX_BESIDE]

    @cached_property
    def found(self) -> dict[str, Places]:
        """The fields that are discovered on the pages, by suggested name."""
        return find_fields([view.page for view in self.views(())])

    @cached_property
    def findings(self) -> list[Finding]:
        """What the discovered fields are on the pages."""
        wrapper = Wrapper(RuleWrapper(self.found))
        pages = [view.page for view in self.views(())]
        return describe_fields(wrapper, pages) if self.found else []


class Memories:
    """The memories of the folders that were used last. One thread learns at a time."""

    def __init__(self) -> None:
        self.lock = RLock()
        self._kept: OrderedDict[str, Memory] = OrderedDict()

    def of(self, pages: Pages, folder: str) -> Memory:
        """Return what is known of a folder: nothing when its pages are not those of before."""
        with self.lock:
            entries = pages.entries(folder)
            known = self._kept.get(folder)
            if known is None or list(known.entries) != [entry.id for entry in entries]:
                known = self._kept[folder] = Memory(pages, folder, entries)
            self._kept.move_to_end(folder)
            while len(self._kept) > _MAX_FOLDERS:
                self._kept.popitem(last=False)
            return known


def choose_sample(entries: Sequence[PageEntry]) -> frozenset[str]:
    """Return the pages that are learnt from: all of them, or some from the first to the last."""
    number = min(len(entries), MAX_PAGES)
    chosen = [entries[place * len(entries) // number] for place in range(number)]
    size = 0
    kept: list[str] = []
    for entry in chosen:
        size += entry.size
        if size <= _MAX_BYTES or not kept:
            kept.append(entry.id)
    return frozenset(kept)
