"""Page sets: what other pages have too is evidence against content."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Literal

from zaru.content.content import Content
from zaru.content.extraction import extract, judge
from zaru.content.segments import find_segments
from zaru.content.template import MIN_NAMES, Template, read_template
from zaru.errors import InputError
from zaru.page import Page
from zaru.text.urls import site_of

if TYPE_CHECKING:
    from zaru.content.model import Favour
    from zaru.content.set_index import SetEvidence, SetIndex
    from zaru.content.sharing import Evidence
    from zaru.content.sketch import Sketch

Method = Literal["default", "paper"]

# Pages of one site from which on they are judged together when nobody says: sets of 3 gained
# on all blogs of the bench, sets of 2 on some.
MIN_PAGES = 3
# A site of more pages is judged in sets of so many, so that memory does not grow with it: what
# the pages of a template have in common shows long before.
MAX_PAGES = 1000

_MAX_TEMPLATES = 512  # that a page is compared with, those of the oldest pages
_SEPARATOR, _NEXT = "\0", "\1"  # stand in no name of a file or a site


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """A page as its set knows it: small, so that it can come from another process."""

    key: str  # `Page.id`
    site: str | None
    folder: str
    template: Template  # of a page without a site
    sketch: Sketch


class Grouping:
    """Tells which set a page belongs to.

    That of the site of its URL, else that of the pages of its folder that are made from the same
    template.
    """

    def __init__(self) -> None:
        self._templates: list[tuple[str, Template]] = []
        self._having: defaultdict[int, list[int]] = defaultdict(list)  # which have a class or id

    def find(self, member: Member) -> str:
        """Return the name of the set of *member*."""
        if member.site:
            return member.site
        for number in self._find_similar(member.template):
            name, template = self._templates[number]
            if name.startswith(member.folder + _SEPARATOR) and template.is_like(member.template):
                return name
        if len(self._templates) >= _MAX_TEMPLATES:  # like none of them, it is like nothing
            return f"{member.folder}{_SEPARATOR}{member.key}"
        name = f"{member.folder}{_SEPARATOR}{len(self._templates)}"
        for one in member.template.names:
            self._having[one].append(len(self._templates))
        self._templates.append((name, member.template))
        return name

    def _find_similar(self, template: Template) -> list[int]:
        """Return the numbers of the templates that may be like *template*, in their order."""
        having = filter(None, map(self._having.get, template.names))
        common = Counter(chain.from_iterable(having))
        return sorted(number for number, names in common.items() if names >= MIN_NAMES)


class Sets:
    """Gathers pages by site in a first pass; in a second, tells what its set says of a page.

    Keeps a few numbers for each segment, never a tree, so that sets may be large.
    """

    def __init__(self, *, min_pages: int = MIN_PAGES) -> None:
        self._min_pages = min_pages
        self._groupings: defaultdict[str, Grouping] = defaultdict(Grouping)
        self._open: dict[str, str] = {}  # the set that takes the next page, by group
        self._names: dict[tuple[str, str], str] = {}  # set of each page, by place and page id
        self._indexes: dict[str, SetIndex] = {}
        self._frozen: dict[str, SetEvidence] = {}

    def add(self, page: Page) -> None:
        """Add *page*; one that has no tree is left out."""
        with suppress(InputError):  # whoever extracts it reports it
            self.add_member(describe_member(page))

    def add_member(self, member: Member) -> None:
        """Add the page that *member* describes."""
        from zaru.content.set_index import SetIndex

        place = find_place(member.site, member.folder)
        if (place, member.key) in self._names:
            return
        group = self._groupings[place].find(member)
        name = self._open.setdefault(group, group)
        if name in self._indexes and len(self._indexes[name]) >= MAX_PAGES:
            name = self._open[group] = f"{group}{_NEXT}{len(self._names)}"
        self._names[place, member.key] = name
        self._indexes.setdefault(name, SetIndex()).add_sketch(member.key, member.sketch)

    def evidence(self, page: Page) -> Evidence | None:
        """Return what its set says of *page*; None when the set is too small to say anything."""
        place = find_place(_site_of(page), _folder_of(page))
        name = self._names.get((place, page.id))
        if name is None or len(self._indexes[name]) < self._min_pages:
            return None
        if name not in self._frozen:
            self._frozen[name] = self._indexes[name].freeze()
        return self._frozen[name].of(page.id)

    def describe(self) -> Iterator[str]:
        """Yield how many pages are in which set, in words."""
        for name, index in self._indexes.items():
            use = "judged together" if len(index) >= self._min_pages else "each judged alone"
            site = name.partition(_NEXT)[0].partition(_SEPARATOR)[0]
            yield f"{site or 'this folder'}: {len(index)} pages, {use}"


def find_place(site: str | None, folder: str) -> str:
    """Return what brings the pages together that may be of one set."""
    return site or f"{_SEPARATOR}{folder}"


def _site_of(page: Page) -> str | None:
    return site_of(page.url) if page.url else None


def _folder_of(page: Page) -> str:
    return page.origin.source.rpartition("/")[0]


def describe_member(page: Page) -> Member:
    """Return what a set must know of *page*; raises `InputError` when it has no tree."""
    from zaru.content.model import score_page
    from zaru.content.sketch import sketch_tree

    tree, site = page.tree, _site_of(page)
    return Member(
        key=page.id,
        site=site,
        folder=_folder_of(page),
        template=Template() if site else read_template(tree),
        sketch=sketch_tree(tree, score_page(tree, find_segments(tree)).segments),
    )


class PageSet:
    """Several pages of one site, kept in memory; `Sets` is for more than that."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self.pages = list(pages)

    def contents(
        self, *, method: Method = "default", favour: Favour = "balanced"
    ) -> Iterator[Content]:
        """Yield the content of each page, in order.

        `paper` is paper 5 to the letter: the blocks that no other page has.
        """
        if method == "paper":
            from zaru.content.paper import build_paper_content, find_unique_blocks, read_features

            unique = find_unique_blocks([read_features(page) for page in self.pages])
            yield from map(build_paper_content, self.pages, unique)
            return
        from zaru.content.set_index import SetIndex

        index = SetIndex()
        for page in self.pages:
            if page.id not in index:
                index.add(page.id, page.tree, judge(page).own_scores)
        frozen = index.freeze()
        for page in self.pages:
            yield extract(page, favour=favour, evidence=frozen.of(page.id))
