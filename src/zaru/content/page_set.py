"""Page sets: what other pages have too is evidence against content."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Literal, NamedTuple
from zlib import crc32

from zaru.content.content import Content
from zaru.content.extraction import extract, judge
from zaru.content.segments import find_segments, read_texts
from zaru.dom import Tree
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
MAX_PAGES = 2000

# Pages of no known address are of one site when so much of their class and id names is the same
# (pages of a site have 0.6 and more, strangers 0.2), when these are more than the few that chance
# gives, and when they lead to the same places: so much of the links, pictures, scripts and style
# sheets of the page that has fewer. Found on the 3,900 pages of the bench that say their site. Two
# sites with the same theme share names only; old pages without names share nothing.
_SAME_NAMES, _MIN_NAMES, _SAME_ADDRESSES = 0.4, 5, 0.3
_NAMING, _LEADING = ("class", "id"), ("href", "src")
_MAX_NAMES, _MAX_ADDRESSES = 300, 2000  # that are looked at
_SHORT_CHARS = 200  # of what is remembered: a picture may be in its address
_MAX_TEMPLATES = 512  # that a page is compared with, those of the oldest pages
_SEPARATOR, _NEXT = "\0", "\1"  # stand in no name of a file or a site
# Of copies in several folders `../style.css` is `style.css`.
_ADDRESS = re.compile(r"(?:\.{1,2}/)*([^?#]*)")
_DIGITS = re.compile(r"\d+")


class Template(NamedTuple):
    """What the pages of a site have in common, as numbers."""

    names: frozenset[int] = frozenset()  # classes and ids; digits count as one
    addresses: frozenset[int] = frozenset()  # as the page writes them

    def is_like(self, other: Template) -> bool:
        """Say whether pages of these templates are of one site."""
        common = len(self.names & other.names)
        either = len(self.names) + len(other.names) - common
        if common < max(_MIN_NAMES, _SAME_NAMES * either):
            return False
        least = min(len(self.addresses), len(other.addresses))
        return len(self.addresses & other.addresses) > _SAME_ADDRESSES * least


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

    def find(self, member: Member) -> str:
        """Return the name of the set of *member*."""
        if member.site:
            return member.site
        for name, template in self._templates:
            if name.startswith(member.folder + _SEPARATOR) and template.is_like(member.template):
                return name
        if len(self._templates) >= _MAX_TEMPLATES:  # like none of them, it is like nothing
            return f"{member.folder}{_SEPARATOR}{member.key}"
        name = f"{member.folder}{_SEPARATOR}{len(self._templates)}"
        self._templates.append((name, member.template))
        return name


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
        try:
            member = describe_member(page)
        except InputError:  # whoever extracts it reports it
            return
        self.add_member(member)

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
        place = find_place(site_of(page.url) if page.url else None, _folder_of(page))
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


def _folder_of(page: Page) -> str:
    return page.origin.source.rpartition("/")[0]


def describe_member(page: Page) -> Member:
    """Return what a set must know of *page*; raises `InputError` when it has no tree."""
    from zaru.content.model import score_segments
    from zaru.content.sketch import sketch_segments

    segments = find_segments(page.tree)
    texts = read_texts(page.tree, segments)
    site = site_of(page.url) if page.url else None
    return Member(
        key=page.id,
        site=site,
        folder=_folder_of(page),
        template=Template() if site else _read_template(page.tree),
        sketch=sketch_segments(segments, texts, score_segments(page.tree, segments)),
    )


def _read_template(tree: Tree) -> Template:
    """Return the class and id names and the addresses of the first elements."""
    names: set[int] = set()
    addresses: set[int] = set()
    tags = tree.tags
    for tag, value in dict.fromkeys((tags[row], value) for row, value in _find(tree, _NAMING)):
        if len(names) >= _MAX_NAMES:
            break
        is_short = len(value) <= _SHORT_CHARS
        names.update((_recall_names if is_short else _number_names)(tag, value))
    for value in filter(None, dict.fromkeys(value for _, value in _find(tree, _LEADING))):
        if len(addresses) >= _MAX_ADDRESSES:
            break
        is_short = len(value) <= _SHORT_CHARS
        addresses.add((_recall_address if is_short else _number_address)(value))
    return Template(frozenset(names), frozenset(addresses - {0}))  # 0 is the page itself


def _find(tree: Tree, names: Iterable[str]) -> list[tuple[int, str]]:
    """Return the elements that have an attribute of these *names*, in order, with what it says."""
    return sorted(chain.from_iterable(map(tree.having, names)))


def _number_names(tag: str, value: str) -> list[int]:
    folded = _DIGITS.sub("0", value)
    return [crc32(f"{tag}.{name}".encode()) for name in folded.split()]


def _number_address(value: str) -> int:
    found = _ADDRESS.match(value)
    return crc32(found[1].encode()) if found else 0


# The pages of a site have the same classes and ids, and lead to the same places.
_recall_names = lru_cache(maxsize=4096)(_number_names)
_recall_address = lru_cache(maxsize=4096)(_number_address)


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
            yield from _paper_contents(self.pages)
            return
        from zaru.content.set_index import SetIndex

        index = SetIndex()
        for page in self.pages:
            if page.id not in index:
                judgement = judge(page)
                index.add(page.id, judgement.segments, judgement.own_scores)
        frozen = index.freeze()
        for page in self.pages:
            yield extract(page, favour=favour, evidence=frozen.of(page.id))


def _paper_contents(pages: Sequence[Page]) -> Iterator[Content]:
    from zaru.content.paper import build_paper_content, find_unique_blocks, read_features

    unique = find_unique_blocks([read_features(page) for page in pages])
    for page, numbers in zip(pages, unique, strict=True):
        yield build_paper_content(page, numbers)
