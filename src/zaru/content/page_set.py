"""Page sets: what other pages have too is evidence against content."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from zaru.content.content import Content, ContentBlock
from zaru.content.extraction import build_content, extract, judge
from zaru.content.metadata import find_metadata
from zaru.content.roles import RoleFinder
from zaru.content.segments import Segment
from zaru.dom import Block
from zaru.errors import InputError
from zaru.page import Page
from zaru.text.urls import site_of

if TYPE_CHECKING:
    from zaru.content.model import Favour
    from zaru.content.sharing import Evidence, SetIndex

Method = Literal["default", "paper"]

# Pages of one site from which on they are judged together when nobody says.
MIN_PAGES = 4


class SetEvidenceBySite:
    """Gathers the pages of many sites in a first pass; in a second, tells what each set says.

    Keeps a few numbers for each segment, never a tree, so that sets may be large.
    """

    def __init__(self, *, min_pages: int = MIN_PAGES, favour: Favour = "balanced") -> None:
        self._min_pages = min_pages
        self._favour = favour
        self._indexes: dict[str, SetIndex] = {}
        self._frozen: dict[str, object] = {}

    def add(self, page: Page, site: str) -> None:
        """Add *page* to the set called *site*; a page that has no tree is left out."""
        from zaru.content.sharing import SetIndex

        try:
            judgement = judge(page, favour=self._favour)
        except InputError:  # the second pass reports it
            return
        index = self._indexes.setdefault(site, SetIndex())
        if page.id not in index:
            index.add(page.id, judgement.segments, judgement.own_scores)

    def of(self, page: Page, site: str) -> Evidence | None:
        """Return what the set says of *page*; None when the set is too small to say anything."""
        index = self._indexes.get(site)
        if index is None or len(index) < self._min_pages or page.id not in index:
            return None
        if site not in self._frozen:
            self._frozen[site] = index.freeze()
        return self._frozen[site].of(page.id)  # type: ignore[attr-defined,no-any-return]


def set_name(page: Page) -> str:
    """Return which set a page belongs to when nobody says: its site, else its folder."""
    if page.url:
        return site_of(page.url) or page.url
    return "" if page.origin.offset is not None else page.origin.source.rpartition("/")[0]


class PageSet:
    """Several pages of one site. They are kept; `SetEvidenceBySite` is for more than memory."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self.pages = list(pages)

    def contents(
        self, *, method: Method = "default", favour: Favour = "balanced"
    ) -> Iterator[Content]:
        """Yield the content of each page, in order.

        `paper` is paper 5 to the letter: the blocks that no other page has.
        """
        if method == "paper":
            yield from _paper_contents(self.pages)
            return
        evidence = SetEvidenceBySite(min_pages=2, favour=favour)
        for page in self.pages:
            evidence.add(page, "")
        for page in self.pages:
            yield extract(page, favour=favour, evidence=evidence.of(page, ""))


def _paper_contents(pages: Sequence[Page]) -> Iterator[Content]:
    from zaru.content.paper import block_features, find_unique_blocks

    blocks = [page.tree.blocks for page in pages]
    unique = find_unique_blocks([[block_features(block) for block in page] for page in blocks])
    for page, of_page, numbers in zip(pages, blocks, unique, strict=True):
        metadata = find_metadata(page.tree, url=page.url)
        roles = RoleFinder(page.tree, metadata)
        chosen = [of_page[number] for number in numbers]
        built = (_build_block(block, roles) for block in chosen if block.span)
        yield Content(page, tuple(sorted(built, key=lambda block: block.span)), metadata)


def _build_block(block: Block, roles: RoleFinder) -> ContentBlock:
    assert block.span is not None
    segment = Segment(block.tree, block.row, block.rows)
    role, level = roles.find(segment, block.text)
    rows = [row for row in block.rows if row in block.tree.spans]
    return ContentBlock(role, block.text, block.span, level, block.row, tuple(rows))
