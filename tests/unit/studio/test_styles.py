"""Style sheets of the sources: found beside pages and in archives, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from zaru.page import Origin, Page
from zaru.studio.styles import find_places, find_sheets
from zaru.studio.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    """A workspace without pages."""
    opened = Workspace(tmp_path / "workspace")
    yield opened
    opened.close()


def link_to(href: str, rel: str = "stylesheet") -> bytes:
    return f'<title>x</title><link rel="{rel}" href="{href}"><p>text'.encode()


def make_archive(path: Path, url: str, body: bytes) -> None:
    """Write an archive with one style sheet."""
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/css\r\n\r\n" + body
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
        f"Content-Type: application/http\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    path.write_bytes(head.encode() + http + b"\r\n\r\n")


@pytest.mark.parametrize(
    ("href", "file"),
    [
        pytest.param("../css/a.css", "css/a.css", id="relative"),
        pytest.param("/css/a.css?v=3", "css/a.css", id="from-the-root"),
        pytest.param("%E6%9D%BE.css", "news/松.css", id="percent-encoded"),
    ],
)
def test_a_sheet_beside_the_page_is_found(
    workspace: Workspace, tmp_path: Path, href: str, file: str
) -> None:
    sheet = tmp_path / "site" / file
    sheet.parent.mkdir(parents=True)
    sheet.write_text("p{color:red}")
    workspace.styles.add(find_sheets([str(tmp_path / "site")]))
    source = str(tmp_path / "site" / "news" / "1.html")
    assert workspace.styles.of(Page(link_to(href), Origin(source))) == "p{color:red}"


def test_a_sheet_of_an_archive_is_found_by_its_address(
    workspace: Workspace, tmp_path: Path
) -> None:
    archive = tmp_path / "crawl.warc"
    make_archive(archive, "https://www.example.org/a.css", b"p{color:blue}")
    workspace.styles.add(find_sheets([str(archive)]))
    page = Page(link_to("/a.css"), Origin(str(archive), 0), url="https://www.example.org/x/")
    assert workspace.styles.of(page) == "p{color:blue}"


def test_a_sheet_that_could_end_its_element_is_left_out(workspace: Workspace) -> None:
    workspace.styles.add([("https://e.example/a.css", "</style><script>alert(1)</script>")])
    page = Page(link_to("a.css"), Origin("x"), url="https://e.example/")
    assert workspace.styles.of(page) == ""


def test_other_links_are_no_sheets() -> None:
    for rel in ("icon", "alternate stylesheet", "preload"):
        page = Page(link_to("a.css", rel), Origin("x"), url="https://e.example/")
        assert find_places(page) == []


def test_a_broken_archive_has_no_sheets(tmp_path: Path) -> None:
    path = tmp_path / "broken.warc.gz"
    path.write_bytes(b"\x1f\x8bnothing of the kind")
    assert list(find_sheets([str(path), str(tmp_path / "missing.warc")])) == []
