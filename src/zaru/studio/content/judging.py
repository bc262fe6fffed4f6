"""What the extractor finds on the pages of a workspace, by any of its methods.

Nothing is kept here that could not be found out again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Literal, TypeVar, get_args

from zaru.content.content import Content
from zaru.content.extraction import extract, judge
from zaru.content.page_set import MIN_PAGES, PageSet, Sets
from zaru.content.segments import find_segments
from zaru.content.sharing import Evidence
from zaru.errors import InputError
from zaru.page import Page
from zaru.studio.content.blocks import Block, find_blocks, write_key
from zaru.studio.pages import Pages

Method = Literal["default", "set", "paper"]  # a page alone, its page set, paper 5 to the letter
METHODS: tuple[Method, ...] = get_args(Method)
Keys = frozenset[str]

# Pages of a site that are judged together, at most: what a template has in common shows long
# before, and they are read when the first of them is opened.
_SET_PAGES = 100
_Value = TypeVar("_Value")


class Recalled:
    """The values that were used last, by key."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._values: OrderedDict[Hashable, object] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], _Value]) -> _Value:
        """Return the value of *key*, made when it is not there."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]  # type: ignore[return-value]
        value = make()
        with self._lock:
            self._values[key] = value
            while len(self._values) > self._size:
                self._values.popitem(last=False)
        return value


class Judging:
    """Blocks and what each method keeps of them. Threads may ask at the same time."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._blocks = Recalled(16)  # pages
        self._kept = Recalled(20_000)  # pages and methods
        self._sets = Recalled(8)

    def blocks(self, id: str) -> tuple[Block, ...]:  # noqa: A002
        """Return the blocks of a page with suggestions; a page that cannot be read has none.

        The page is judged together with its neighbours where there are enough of them.
        """
        ids = self._neighbours(id)
        return self._blocks.get((id, len(ids)), lambda: self._find_blocks(id, ids))

    def kept(self, id: str, method: Method) -> Keys:  # noqa: A002
        """Return the keys of the blocks that *method* keeps of a page."""
        ids = () if method == "default" else self._neighbours(id)
        return self._kept.get((id, method, len(ids)), lambda: self._find_kept(id, method, ids))

    def _find_blocks(self, id: str, ids: tuple[str, ...]) -> tuple[Block, ...]:  # noqa: A002
        page = self._pages.page(id)
        try:
            return find_blocks(page, judge(page, evidence=self._find_evidence(page, ids)))
        except InputError:
            return ()

    def _find_kept(self, id: str, method: Method, ids: tuple[str, ...]) -> Keys:  # noqa: A002
        page = self._pages.page(id)
        try:
            if method == "paper":
                return self._sets.get(("paper", ids), lambda: self._keep_unique(ids))[id]
            evidence = self._find_evidence(page, ids) if method == "set" else None
            return _read_keys(extract(page, evidence=evidence))
        except InputError:
            return frozenset()

    def _find_evidence(self, page: Page, ids: tuple[str, ...]) -> Evidence | None:
        if len(ids) < MIN_PAGES:
            return None
        return self._sets.get(ids, lambda: self._gather(ids)).evidence(page)

    def _gather(self, ids: tuple[str, ...]) -> Sets:
        sets = Sets()
        for id in ids:  # noqa: A001
            sets.add(self._pages.page(id))
        return sets

    def _keep_unique(self, ids: tuple[str, ...]) -> dict[str, Keys]:
        pages = [page for page in map(self._pages.page, ids) if _is_readable(page)]
        contents = PageSet(pages).contents(method="paper")
        found = {
            page.id: _find_keys(content) for page, content in zip(pages, contents, strict=True)
        }
        return {id: found.get(id, frozenset()) for id in ids}  # noqa: A001

    def _neighbours(self, id: str) -> tuple[str, ...]:  # noqa: A002
        """Return the pages that a page is judged with, itself among them."""
        ids = self._pages.neighbours(id)
        first = ids.index(id) // _SET_PAGES * _SET_PAGES
        return tuple(ids[first : first + _SET_PAGES])


def _read_keys(content: Content) -> Keys:
    return frozenset(write_key(kept.segment.span) for kept in content.kept if kept.text)


def _find_keys(content: Content) -> Keys:
    """Return the blocks that hold a text of *content*, whose own blocks are those of the paper."""
    rows = {row for kept in content.kept if kept.text for row in kept.segment.rows}
    segments = find_segments(content.tree)
    return frozenset(
        write_key(segment.span) for segment in segments if not rows.isdisjoint(segment.rows)
    )


def _is_readable(page: Page) -> bool:
    try:
        return bool(page.tree)
    except InputError:
        return False
