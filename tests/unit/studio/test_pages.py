"""The pages of a workspace: copied once, with the bytes that labels are about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from zaru.errors import Failure, NotFound
from zaru.page import Origin, Page
from zaru.studio.description import describe_page
from zaru.studio.pages import find_folder
from zaru.studio.workspace import Workspace

SURE = "<title>Zaru</title><p>" + "A sieve of bamboo lets the water go. " * 20
SJIS = Page(
    "<p>竹のざる。".encode("cp932"), Origin("a/b.html", 7), charset="Shift_JIS", time="2009"
)


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    """A new workspace."""
    opened = Workspace(tmp_path)
    yield opened
    opened.close()


def add(workspace: Workspace, *pages: Page | Failure) -> list[Page | Failure]:
    return list(workspace.pages.add(pages, describe_page))


def test_a_page_comes_back_as_it_went_in(workspace: Workspace) -> None:
    add(workspace, SJIS)
    found = workspace.pages.page(SJIS.id)
    assert found == SJIS
    assert workspace.pages.page(SJIS.id) is found  # parsed once


def test_a_page_is_copied_once_and_a_changed_one_beside_it(workspace: Workspace) -> None:
    changed = Page(SJIS.raw + b"!", SJIS.origin)
    add(workspace, SJIS, SJIS, changed)
    assert len(workspace.pages) == 2


def test_failures_are_passed_on(workspace: Workspace) -> None:
    failure = Failure("read", "x.html", None, "InputError", "cut")
    assert add(workspace, failure) == [failure]
    assert len(workspace.pages) == 0


def test_pages_are_listed_by_folder_with_title_and_doubt(workspace: Workspace) -> None:
    page = Page.from_bytes(SURE.encode(), url="https://www.example.org/news/zaru")
    add(workspace, page, SJIS)
    assert workspace.pages.folders() == [("www.example.org/news", 1), ("a", 1)]
    (entry,) = workspace.pages.entries("www.example.org/news")
    assert (entry.title, entry.name) == ("Zaru", "zaru")
    assert 0 <= entry.doubt < 0.5
    assert workspace.pages.entry(page.id) == entry


def test_a_page_that_cannot_be_read_is_listed_without_a_title(workspace: Workspace) -> None:
    broken = Page.from_bytes(b"<?xml version='1.0'?><a><b></a>", source="broken.xml")
    add(workspace, broken)
    assert workspace.pages.entry(broken.id).title is None


def test_an_unknown_page_is_not_found(workspace: Workspace) -> None:
    for look in (workspace.pages.entry, workspace.pages.page):
        with pytest.raises(NotFound):
            look("nothing")


@pytest.mark.parametrize(
    ("url", "source", "folder"),
    [
        ("https://e.example/a/b/c.html?x=/y", "s", "e.example/a/b"),
        ("https://e.example", "s", "e.example"),
        (None, "pages/a.html", "pages"),
        (None, "-", "."),
    ],
)
def test_folders(url: str | None, source: str, folder: str) -> None:
    assert find_folder(Page.from_bytes(b"", url=url, source=source)) == folder


def test_neighbours_are_of_the_same_site_or_folder(workspace: Workspace) -> None:
    near = [
        Page(b"<p>a", Origin("x.warc", n), url=f"http://a.example/{n % 2}/{n}") for n in range(3)
    ]
    far = Page(b"<p>b", Origin("x.warc", 9), url="http://a.example.org/1")
    files = [Page(f"<p>{name}".encode(), Origin(name)) for name in ("f/1", "f/2", "f/g/3")]
    add(workspace, *near, far, *files)
    ids = [page.id for page in (*near, far, *files)]
    assert workspace.pages.neighbours(ids[1]) == ids[:3]
    assert workspace.pages.neighbours(ids[3]) == [ids[3]]
    assert workspace.pages.neighbours(ids[4]) == ids[4:6]
    assert workspace.pages.neighbours(ids[6]) == [ids[6]]
