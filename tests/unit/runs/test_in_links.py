from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from zaru.corpus.conversion import to_standard_format
from zaru.corpus.identity import document_id, file_address
from zaru.corpus.standard_format import Link, Target
from zaru.errors import Failure
from zaru.io.standard_format import read_standard_format
from zaru.page import Page
from zaru.runs.in_links import add_in_links

PAGES = {
    "a.html": "<p>竹の笊の話です。<a href=sub/b.html>次の話</a><a href=http://x.jp/>他所</a>",
    "sub/b.html": "<p>笊を編む話です。<a href=../a.html>前の話</a><a href=b.html>ここ</a>",
    "c.html": "<p>どこにも行く話です。<a href=a.html>前の話</a><a href=a.html>竹の話</a>",
}
IDS = {name: document_id(file_address(name)) for name in PAGES}

Pages = Callable[[], Iterator[tuple[str, Path]]]


def fail(failure: Failure) -> None:
    pytest.fail(str(failure))


def write(folder: Path, suffix: str) -> Pages:
    for name, markup in PAGES.items():
        found = to_standard_format(Page.from_bytes(markup.encode(), source=name))
        assert found is not None
        path = folder / f"{name}{suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        data = found.to_xml()
        path.write_bytes(gzip.compress(data) if suffix.endswith(".gz") else data)
    return lambda: ((name, folder / f"{name}{suffix}") for name in PAGES)


@pytest.mark.parametrize("suffix", [".xml", ".xml.gz"])
def test_pages_learn_who_links_to_them(tmp_path: Path, suffix: str) -> None:
    pages = write(tmp_path, suffix)
    assert add_in_links(pages, tell=fail) == 2
    read = {name: read_standard_format(path) for name, path in pages()}
    assert read["a.html"].in_links == (
        Link("前の話", tuple(map(Target, sorted((IDS["sub/b.html"], IDS["c.html"]))))),
        Link("竹の話", (Target(IDS["c.html"]),)),
    )  # fmt: skip
    assert read["sub/b.html"].in_links == (Link("次の話", (Target(IDS["a.html"]),)),)
    assert read["c.html"].in_links == ()
    assert len(read["a.html"].out_links) == 2


def test_a_second_time_nothing_changes(tmp_path: Path) -> None:
    pages = write(tmp_path, ".xml")
    add_in_links(pages, tell=fail)
    before = {path: path.read_bytes() for _, path in pages()}
    assert add_in_links(pages, tell=fail) == 0
    assert {path: path.read_bytes() for _, path in pages()} == before


def test_links_of_pages_that_are_gone_are_taken_out(tmp_path: Path) -> None:
    pages = write(tmp_path, ".xml")
    add_in_links(pages, tell=fail)
    add_in_links(lambda: (pair for pair in pages() if pair[0] == "a.html"), tell=fail)
    assert read_standard_format(tmp_path / "a.html.xml").in_links == ()


def test_a_broken_file_is_told_and_the_others_are_linked(tmp_path: Path) -> None:
    pages = write(tmp_path, ".xml")
    (tmp_path / "c.html.xml").write_bytes(b"<a")
    told: list[Failure] = []
    assert add_in_links(pages, tell=told.append) == 2
    assert [failure.source for failure in told] == [str(tmp_path / "c.html.xml")]
