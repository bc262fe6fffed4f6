from __future__ import annotations

import gzip
import io
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from zaru.errors import Failure
from zaru.io.sources import read_pages
from zaru.limits import Limits
from zaru.page import Page

PAGE = "<!DOCTYPE html><title>ざる</title><p>水を切る。".encode()


def make_record(number: int) -> bytes:
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://e.jp/{number}\r\n"
        f"Content-Type: application/http\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def read(*sources: str | Path, limits: Limits | None = None) -> tuple[list[Page], list[Failure]]:
    items = list(read_pages(sources, limits=limits or Limits()))
    pages = [item for item in items if isinstance(item, Page)]
    return pages, [item for item in items if isinstance(item, Failure)]


def names(pages: list[Page], folder: Path) -> list[str]:
    return [Path(page.origin.source).relative_to(folder).as_posix() for page in pages]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A saved folder: pages, their images, an archive, an index."""
    (tmp_path / "sub" / "deep").mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    for name in ("b.html", "a.htm", "sub/c.php", "sub/deep/d.xml", "sub/plain", ".git/hidden.html"):
        (tmp_path / name).write_bytes(PAGE + name.encode())
    (tmp_path / "z.html.gz").write_bytes(gzip.compress(PAGE))
    (tmp_path / "w.warc.gz").write_bytes(gzip.compress(make_record(1)))
    (tmp_path / "moved.bak").write_bytes(gzip.compress(make_record(2)))
    (tmp_path / "style.css").write_bytes(b"p {}")
    (tmp_path / "style.css.gz").write_bytes(gzip.compress(b"p {}"))
    (tmp_path / "pic.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (tmp_path / "README").write_bytes(b"words")
    (tmp_path / "empty").write_bytes(b"")
    return tmp_path


IN_ORDER = ["a.htm", "b.html", "moved.bak", "sub/c.php", "sub/deep/d.xml", "sub/plain"]
IN_ORDER += ["w.warc.gz", "z.html.gz"]


def test_folder_gives_its_pages_in_order_and_no_failures(folder: Path) -> None:
    pages, failures = read(folder)
    assert failures == []
    assert names(pages, folder) == IN_ORDER
    assert pages[-1].raw == PAGE


def test_each_real_file_comes_once(folder: Path) -> None:
    (folder / "again.html").symlink_to(folder / "b.html")
    (folder / "sub" / "up").symlink_to(folder)
    (folder / "sub" / "above").symlink_to(folder.parent)
    (folder / "loop.html").symlink_to(folder / "loop.html")
    pages, failures = read(folder, folder / "sub", folder / "b.html", folder / "again.html")
    assert names(pages, folder) == IN_ORDER
    assert [(failure.stage, failure.error) for failure in failures] == [("read", "OSError")]
    pages, _ = read(folder / "b.html", folder)
    assert sorted(names(pages, folder)) == sorted(IN_ORDER)


def test_links_to_elsewhere_are_followed_once(folder: Path) -> None:
    store = folder / ".store"
    store.mkdir()
    (store / "data").write_bytes(PAGE)
    (folder / "l1.html").symlink_to(store / "data")
    (folder / "l2.html").symlink_to(store / "data")
    pages, failures = read(folder)
    assert failures == []
    assert "l1.html" in names(pages, folder)
    assert "l2.html" not in names(pages, folder)


def test_pattern_is_sorted_and_skips_nothing_in_silence(folder: Path) -> None:
    pages, failures = read(str(folder / "*.htm*"), str(folder / "**" / "*.xml"))
    assert names(pages, folder) == ["a.htm", "b.html", "z.html.gz", "sub/deep/d.xml"]
    assert failures == []
    _, failures = read(str(folder / "*.nothing"), str(folder / "nothing.html"))
    assert [failure.message for failure in failures] == [
        "no file matches the pattern; check it",
        "no such file or folder; check the name",
    ]


def test_file_with_pattern_characters_is_a_file(folder: Path) -> None:
    path = folder / "a[1].html"
    path.write_bytes(PAGE)
    assert names(read(path)[0], folder) == ["a[1].html"]


def test_named_file_is_always_tried(folder: Path) -> None:
    pages, failures = read(folder / "README", folder / "pic.png", folder / "style.css")
    assert names(pages, folder) == ["README", "style.css"]
    assert [failure.message for failure in failures] == ["looks like a PNG image, not a page"]
    pages, _ = read(folder, folder / "README")
    assert names(pages, folder) == [*IN_ORDER, "README"]


def test_index_gives_url_and_time(folder: Path) -> None:
    (folder / "index.jsonl").write_text(
        '{"page": "b.html", "url": "https://e.jp/b", "time": "2024-05-01T00:00:00Z"}\n'
        "not json\n"
        '{"page": "./sub/c.php", "url": "https://e.jp/c"}\n\n'
        '{"page": "../../etc/passwd", "url": "https://e.jp/evil"}\n'
        '{"url": "https://e.jp/nameless"}\n'
        '{"page": "a.htm", "url": 5}\n' + "[" * 5000 + "\n" + "x" * 200_000 + "\n"
        '{"page": "z.html.gz", "url": "https://e.jp/z", "time": null}'
    )
    (folder / "sub" / "index.jsonl").write_text('{"page":"plain","url":"https://e.jp/p"}')
    pages, failures = read(folder)
    assert names(pages, folder) == IN_ORDER
    notes = {Path(page.origin.source).name: (page.url, page.time) for page in pages}
    assert notes["b.html"] == ("https://e.jp/b", "2024-05-01T00:00:00Z")
    assert notes["c.php"] == ("https://e.jp/c", None)
    assert notes["plain"] == ("https://e.jp/p", None)
    assert notes["z.html.gz"] == ("https://e.jp/z", None)
    assert notes["a.htm"] == (None, None)
    assert {failure.error for failure in failures} == {"FormatError"}
    assert len(failures) == 5
    assert failures[0].offset == len((folder / "index.jsonl").read_bytes().split(b"\n")[0]) + 1


def test_index_holds_for_named_files_and_is_no_page(folder: Path) -> None:
    (folder / "index.jsonl").write_text('{"page": "b.html", "url": "https://e.jp/b"}\nbad\n')
    pages, failures = read(folder / "b.html", folder / "a.htm", folder / "index.jsonl")
    assert [page.url for page in pages] == ["https://e.jp/b", None]
    assert [failure.message for failure in failures] == [
        "a line of the index is not JSON",
        "an index, not a page; name its folder to read the pages it lists",
    ]


@pytest.mark.parametrize(
    ("data", "count"),
    [
        pytest.param(PAGE, 1, id="page"),
        pytest.param(gzip.compress(PAGE), 1, id="gzip"),
        pytest.param(make_record(1) + make_record(2), 2, id="warc"),
        pytest.param(
            gzip.compress(make_record(1)) + b"junk" + gzip.compress(make_record(2)), 2, id="z"
        ),
    ],
)
def test_standard_input(data: bytes, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    pages, _ = read("-", "-")
    assert [page.origin.source for page in pages] == ["-"] * count


def test_pages_come_before_later_sources_are_looked_at(folder: Path) -> None:
    def sources() -> list[Path]:
        raise AssertionError

    def lazy() -> object:
        yield folder
        sources()

    stream = read_pages(lazy())  # type: ignore[arg-type]
    assert isinstance(next(stream), Page)


def test_one_source_need_not_be_in_a_list(folder: Path) -> None:
    assert len(list(read_pages(str(folder / "b.html")))) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_unreadable_file_is_a_failure(folder: Path) -> None:
    (folder / "b.html").chmod(0)
    _, failures = read(folder)
    assert [failure.error for failure in failures] == ["PermissionError"]


def test_file_that_vanishes_is_a_failure(folder: Path) -> None:
    stream = read_pages([folder])
    next(stream)
    (folder / "b.html").unlink()
    failure = next(stream)
    assert isinstance(failure, Failure)
    assert (failure.stage, failure.error) == ("read", "FileNotFoundError")
