"""Labels out of a workspace and into one: pages are known by their bytes, blocks by theirs."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import PurePath
from typing import Any, Literal

from zaru.content.segments import find_segments, read_texts
from zaru.errors import InputError
from zaru.page import Page
from zaru.studio.actions import Subject
from zaru.studio.content.blocks import Span, write_key
from zaru.studio.content.formats import About, LabelledText, PageLabels
from zaru.studio.content.labels import DONE, find_changes, read_roles
from zaru.studio.pages import PageEntry
from zaru.studio.workspace import Workspace

# labelled: as the file says; same: it was so before; kept: there are other labels, which stay;
# partly: not all blocks were found, so the page is not done; missing: no such page is here.
Kind = Literal["labelled", "same", "kept", "partly", "missing"]
_LEAST_SHARE = 0.5  # of a block's characters that a range must have to mean the block


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the labels of one page in a file."""

    kind: Kind
    about: About
    found: int  # blocks
    all: int  # texts that the file has with a role
    has_other_bytes: bool  # the page here is of the same name, but not the same

    def __str__(self) -> str:
        """Return it in words."""
        words = {
            "labelled": f"labelled, {self.found} blocks",
            "same": "had the same labels already",
            "kept": "has other labels here, which are kept; import again to replace them",
            "partly": f"{self.found} of {self.all} blocks found; look at it, and save it",
            "missing": "no such page is in the workspace",
        }[self.kind]
        note = " (its bytes are others here; blocks were found by their texts)"
        return f"{self.about.name}: {words}{note if self.has_other_bytes else ''}"


def export_labels(workspace: Workspace, who: str | None = None) -> Iterator[PageLabels]:
    """Yield the labels of each page and person, of pages that are not done yet, too."""
    for subject in workspace.actions.subjects("content"):
        sheet = workspace.actions.read(subject)
        if sheet.undoes is not None and who in (None, subject.who):
            page = workspace.pages.page(subject.name)
            labels = _write_page(page, read_roles(sheet.labels))
            about = replace(labels.about, who=subject.who)
            yield replace(labels, about=about, is_done=bool(sheet.labels.get(DONE)))


def import_labels(
    workspace: Workspace, labels: Iterable[PageLabels], *, who: str, is_replacing: bool = False
) -> Iterator[Outcome]:
    """Give the pages of a workspace the labels of a file; yield what became of each.

    It is one action a page, which can be undone. Labels that name nobody are those of *who*.
    """
    finder = _PageFinder(workspace)
    for one in labels:
        about = one.about
        entry, is_same = finder.find(about)
        if entry is None:
            yield Outcome("missing", about, 0, len(one.texts), has_other_bytes=False)
            continue
        roles, lost = place_labels(workspace.pages.page(entry.id), one, has_same_bytes=is_same)
        wanted: dict[str, Any] = {**roles, **({DONE: True} if one.is_done and not lost else {})}
        subject = Subject("content", entry.id, about.who or who)
        kind = _act(workspace, subject, wanted, is_replacing=is_replacing)
        if kind == "labelled" and lost:
            kind = "partly"
        yield Outcome(kind, about, len(one.texts) - lost, len(one.texts), not is_same)


def _act(
    workspace: Workspace, subject: Subject, wanted: dict[str, Any], *, is_replacing: bool
) -> Kind:
    sheet = workspace.actions.read(subject)
    if sheet.undoes is not None:
        if sheet.labels == wanted:
            return "same"
        if not is_replacing:
            return "kept"
    changes = find_changes(sheet.labels, wanted)
    workspace.actions.change(subject, changes, version=sheet.version, words="import")
    return "labelled"


def read_blocks(page: Page) -> dict[str, str]:
    """Return the texts of a page's blocks by their keys; none of a page that cannot be read."""
    try:
        segments = find_segments(page.tree)
        texts = read_texts(page.tree, segments)
    except InputError:
        return {}
    blocks: dict[str, str] = {}
    for segment, text in zip(segments, texts, strict=True):
        blocks.setdefault(write_key(segment.span), text)
    return blocks


def read_whole(blocks: dict[str, str]) -> tuple[str, dict[str, Span]]:
    """Return the text of all blocks, one after the other, and where in it each of them is."""
    places, start = {}, 0
    for key, text in blocks.items():
        places[key] = start, start + len(text)
        start += len(text) + 1
    return "\n".join(blocks.values()), places


def _write_page(page: Page, roles: dict[str, str]) -> PageLabels:
    blocks = read_blocks(page)
    whole, places = read_whole(blocks)
    texts = []
    for key in sorted(roles, key=_read_span):
        span = _read_span(key)
        text = blocks[key] if key in blocks else page.source(span)
        texts.append(LabelledText(roles[key], text, span, places.get(key)))
    about = page.about()
    known = About(about["page"], about["offset"], page.url, digest(page), about["encoding"], None)
    return PageLabels(known, False, tuple(texts), whole)


def _read_span(key: str) -> Span:
    start, _, size = key.partition(",")
    return int(start), int(size)


def digest(page: Page) -> str:
    """Return the SHA-256 of the bytes of *page*."""
    return sha256(page.raw).hexdigest()


def place_labels(
    page: Page, labels: PageLabels, *, has_same_bytes: bool
) -> tuple[dict[str, str], int]:
    """Return the roles of the blocks of *page*, and how many labelled texts are not on it."""
    blocks = read_blocks(page)
    whole, places = read_whole(blocks)
    by_text: defaultdict[str, deque[str]] = defaultdict(deque)
    for key, text in blocks.items():
        by_text[_fold(text)].append(key)
    roles: dict[str, str] = {}
    lost = 0
    for one in labels.texts:
        keys: list[str] = []
        if one.span is not None and has_same_bytes:
            keys = _find_inside(blocks, one.span)
        elif one.place is not None and labels.whole == whole:
            keys = _find_covered(places, one.place)
        keys = keys or _find_said(by_text, one.text)
        roles.update(dict.fromkeys(keys, one.role))
        lost += not keys
    return roles, lost


def _find_inside(blocks: dict[str, str], span: Span) -> list[str]:
    """Return the block at *span*, or those in it when blocks are cut otherwise now."""
    key = write_key(span)
    if key in blocks:
        return [key]
    spans = ((key, _read_span(key)) for key in blocks)
    return [key for key, (start, size) in spans if span[0] <= start and start + size <= sum(span)]


def _find_covered(places: dict[str, Span], place: Span) -> list[str]:
    """Return the blocks of which most characters are at *place*."""
    return [
        key
        for key, (start, end) in places.items()
        if min(end, place[1]) - max(start, place[0]) > _LEAST_SHARE * (end - start)
    ]


def _find_said(by_text: defaultdict[str, deque[str]], text: str) -> list[str]:
    """Return the next block that says *text*, or those that say its lines."""
    for parts in ([text], text.split("\n")):
        found = [_fold(part) for part in parts if part.strip()]
        if found and all(by_text.get(part) for part in found):
            return [by_text[part].popleft() for part in found]
    return []


def _fold(text: str) -> str:
    return " ".join(text.split())


class _PageFinder:
    """Finds the page that labels are about: by its bytes, else by its name."""

    def __init__(self, workspace: Workspace) -> None:
        self._pages = workspace.pages
        self._entries = workspace.pages.entries()

    def find(self, about: About) -> tuple[PageEntry | None, bool]:
        """Return the page, and whether its bytes are those that were labelled."""
        named = [one for one in self._entries if about.page and one.source == about.page]
        named = [one for one in named if one.offset == about.offset] or named
        if about.sha256 is None:
            return self._choose(named, about), bool(named)
        for one in named:
            if digest(self._pages.page(one.id)) == about.sha256:
                return one, True
        same = self._by_digest.get(about.sha256)
        if same:
            return next((one for one in same if one.url == about.url), same[0]), True
        return self._choose(named, about), False

    def _choose(self, named: list[PageEntry], about: About) -> PageEntry | None:
        """Return the first of *named*, else the one page of that address, or of that file's name.

        The name is without its folder, which may be another one here.
        """
        if named:
            return named[0]
        by_url = [one for one in self._entries if about.url and one.url == about.url]
        name = PurePath(about.page or "").name
        by_name = [one for one in self._entries if name and PurePath(one.source).name == name]
        return next((found[0] for found in (by_url, by_name) if len(found) == 1), None)

    @cached_property
    def _by_digest(self) -> dict[str, list[PageEntry]]:
        found: dict[str, list[PageEntry]] = {}
        for entry in self._entries:
            found.setdefault(digest(self._pages.page(entry.id)), []).append(entry)
        return found
