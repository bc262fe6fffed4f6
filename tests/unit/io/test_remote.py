from __future__ import annotations

import gzip
from io import BytesIO
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zaru.errors import Failure, InputError, StoreAway
from zaru.io.portions import Portion, cut_archive, list_portions, read_portion
from zaru.io.remote import MAX_PIECE_BYTES, RemoteFile, find_state, open_remote
from zaru.io.sources import count_pages, read_pages
from zaru.page import Page

fsspec = pytest.importorskip("fsspec")
from tests.object_store import FlakyFileSystem  # noqa: E402

PAGE = "<!DOCTYPE html><title>ざる</title><p>水を切る。".encode()
z = gzip.compress


def make_record(number: int) -> bytes:
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE * number
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://e.jp/{number}\r\n"
        f"Content-Type: application/http\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(-50, 400_000), st.integers(0, 300_000))))
def test_remote_file_reads_as_any_file(steps: list[tuple[int, int, int]]) -> None:
    data = bytes(range(256)) * 1200
    fsspec.filesystem("memory").pipe_file("/read/a", data)
    local, remote, raw = (
        BytesIO(data),
        open_remote("memory://read/a"),
        RemoteFile("memory://read/a"),
    )
    for whence, offset, size in steps:
        start = max(0, offset + (0, local.tell(), len(data))[whence])
        for file in (local, remote, raw):
            file.seek(start)
            assert file.tell() == start
        expected = local.read(size)
        assert remote.read(size) == expected
        some = raw.read(size) or b""
        assert expected.startswith(some)
        assert bool(some) == bool(expected)
        raw.seek(start + len(expected))


def test_pieces_grow_while_a_file_is_read_and_are_small_at_its_head(flaky: str) -> None:
    size = 20_000_000
    fsspec.filesystem("flaky").pipe_file(f"{flaky}/a", bytes(size))
    with RemoteFile(f"{flaky}/a") as file:
        FlakyFileSystem.steps.clear()
        assert len(file.read(4096) or b"") == 4096
        assert len(file._piece) < 100_000
        while file.read(100_000):
            assert len(file._piece) <= MAX_PIECE_BYTES
    assert len(FlakyFileSystem.steps) < 12


def test_short_answer_is_tried_again_and_never_taken(flaky: str, pauses: list[float]) -> None:
    fsspec.filesystem("flaky").pipe_file(f"{flaky}/a", bytes(1000))
    with RemoteFile(f"{flaky}/a") as file, pytest.MonkeyPatch.context() as patch:
        patch.setattr(FlakyFileSystem, "cat_file", lambda *_, **__: bytes(10))
        with pytest.raises(InputError, match="10 bytes came instead of 1000"):
            file.read(20)
    assert pauses


def test_store_that_takes_long_to_fail_is_not_tried_to_the_last(
    flaky: str, pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    fsspec.filesystem("flaky").pipe_file(f"{flaky}/a", PAGE)
    FlakyFileSystem.failures[:] = [TimeoutError("no answer")] * 9
    clock = iter(range(0, 1000, 10))
    monkeypatch.setattr("zaru.io.remote.time.monotonic", lambda: next(clock))
    with pytest.raises(InputError, match="no answer"):
        open_remote(f"{flaky}/a")
    assert len(pauses) == 1


@pytest.mark.parametrize(
    ("about", "state"),
    [
        ({"ETag": '"abc"', "LastModified": 7}, "ETag abc"),
        ({"etag": "x"}, "etag x"),
        ({"md5Hash": "q=="}, "md5Hash q=="),
        ({"mtime": 17.5}, "mtime 17.5"),
        ({}, "unknown"),
    ],
)
def test_state_is_what_the_store_says(about: dict[str, object], state: str) -> None:
    assert find_state(about) == state


FILES = {
    "b.html": PAGE + b"b",
    "a.htm": PAGE + b"a",
    "sub/c.php": PAGE + b"c",
    "sub/deep/d.xml": PAGE + b"d",
    "sub/plain": PAGE + b"e",
    "sub/words": b"words",
    ".git/hidden.html": PAGE,
    "style.css": b"p {}",
    "pdf.html": b"%PDF-1.7",
    "empty.html": b"",
    "w.warc.gz": z(make_record(1)) + z(make_record(2)) + z(make_record(3))[:-20],
    "moved.bak": make_record(3) + b"garbage" + make_record(4),
    "index.jsonl": b'{"page": "a.htm", "url": "https://e.jp/a"}\n'
    b'{"page": "sub/c.php", "url": "https://e.jp/c", "time": "2024-05-01T00:00:00Z"}\nno\n',
    "odd[1]?.html": PAGE + b"odd",
}


@pytest.fixture
def copies(place: str, tmp_path: Path) -> tuple[str, str]:
    """Return the same files in a folder and at an address."""
    for name, data in FILES.items():
        path = tmp_path / "crawl" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        filesystem, target = fsspec.core.url_to_fs(f"{place}/{name}")
        filesystem.makedirs(target.rpartition("/")[0], exist_ok=True)
        filesystem.pipe_file(target, data)
    # As the store itself writes it: memory:///…
    return str(tmp_path / "crawl"), str(
        filesystem.unstrip_protocol(target.removesuffix(f"/{name}"))
    )


@pytest.mark.parametrize("place", ["memory", "s3"], indirect=True)
@pytest.mark.parametrize(
    "names",
    [
        pytest.param([""], id="folder"),
        pytest.param(["", "b.html", "sub"], id="named-again"),
        pytest.param(["a.htm", "a.htm", ""], id="named-before"),
        pytest.param(["sub/c.php", "sub/words", "style.css"], id="always-tried"),
        pytest.param(["*.html", "*.htm"], id="pattern"),
        pytest.param(["**/*.x*"], id="deep-pattern"),
        pytest.param(["odd[1]?.html"], id="name-like-a-pattern"),
        pytest.param(["none", "none*", "index.jsonl"], id="failures"),
        pytest.param(["w.warc.gz", "moved.bak"], id="archives"),
    ],
)
def test_address_gives_what_the_same_folder_gives(
    copies: tuple[str, str], names: list[str]
) -> None:
    folder, address = copies

    def read(base: str) -> list[object]:
        items = read_pages([f"{base}/{name}".rstrip("/") for name in names])
        return [_without_place(item, base) for item in items]

    assert read(address) == read(folder)


def _without_place(item: Page | Failure, base: str) -> object:
    if isinstance(item, Failure):
        return item.error, item.offset, item.message, item.source.removeprefix(base)
    origin = item.origin.source.removeprefix(base), item.origin.offset
    return item.raw, origin, item.url, item.time


@pytest.mark.parametrize("place", ["memory", "s3"], indirect=True)
def test_portions_of_an_address_give_what_read_pages_gives(copies: tuple[str, str]) -> None:
    _, address = copies
    items: list[Page | Failure] = []
    for portion in list_portions([address]):
        if isinstance(portion, Failure):
            items.append(portion)
        else:
            assert Portion.from_json(portion.to_json()) == portion
            for part in cut_archive(portion, max_bytes=1):
                items += read_portion(part)
    assert items == list(read_pages([address]))
    assert sum(isinstance(item, Page) for item in items) == 10


@pytest.mark.parametrize("place", ["memory", "s3"], indirect=True)
def test_changed_file_is_a_failure(place: str) -> None:
    filesystem, target = fsspec.core.url_to_fs(f"{place}/a.html")
    filesystem.makedirs(target.rpartition("/")[0], exist_ok=True)
    filesystem.pipe_file(target, PAGE)
    (portion,) = list_portions([place])
    assert isinstance(portion, Portion)
    assert [type(item) for item in read_portion(portion)] == [Page]
    filesystem.pipe_file(target, PAGE[::-1])
    (failure,) = read_portion(portion)
    assert isinstance(failure, Failure)
    assert "has changed" in failure.message
    filesystem.rm(target)
    (failure,) = read_portion(portion)
    assert isinstance(failure, Failure)
    assert failure.error == "FileNotFoundError"


def test_store_that_fails_costs_what_it_does_not_give(flaky: str, pauses: list[float]) -> None:
    filesystem = fsspec.filesystem("flaky")
    for name in "abc":
        filesystem.pipe_file(f"{flaky}/{name}.html", PAGE)
    assert len([item for item in read_pages([flaky]) if isinstance(item, Page)]) == 3
    FlakyFileSystem.fails_at = "cat_file"
    FlakyFileSystem.failures[:] = [TimeoutError("no answer")] * 7
    items = list(read_pages([flaky]))
    assert [type(item) for item in items] == [Failure, Page, Page]
    assert "cannot be read: no answer" in str(items[0])
    assert pauses


@pytest.mark.usefixtures("pauses")
def test_what_a_run_reads_is_not_lost_when_the_store_is_away(flaky: str) -> None:
    """Even in the middle of an archive; what is refused for good is a failure."""
    records = b"".join(z(make_record(number)) for number in range(1, 4))
    fsspec.filesystem("flaky").pipe_file(f"{flaky}/a.warc.gz", records)
    (portion,) = list_portions([flaky])
    assert isinstance(portion, Portion)
    FlakyFileSystem.fails_at = "cat_file"
    FlakyFileSystem.failures[:] = [TimeoutError("no answer")] * 9
    with pytest.raises(StoreAway, match=r"a.warc.gz: cannot be read: no answer; run again"):
        list(read_portion(portion))
    for error in (PermissionError("not yours"), ValueError("no such range")):
        FlakyFileSystem.failures[:] = [error]
        (failure,) = read_portion(portion)
        assert isinstance(failure, Failure)
        assert failure.error == "InputError"
    assert len(list(read_portion(portion))) == 3


@pytest.mark.parametrize("source", ["http://e.jp/a.html", "https://e.jp/*.warc.gz", "ftp://e.jp/a"])
def test_pages_of_the_web_are_not_fetched(source: str) -> None:
    (failure,) = list_portions([source])
    assert isinstance(failure, Failure)
    assert "zaru fetches nothing" in failure.message


def test_unknown_address_is_a_failure() -> None:
    (failure,) = read_pages([f"nosuch://{uuid4().hex}"])
    assert isinstance(failure, Failure)
    assert "nosuch" in failure.message


def test_missing_package_is_a_failure_that_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fsspec.core", None)
    (failure,) = read_pages(["s3://bucket/a.warc.gz"])
    assert isinstance(failure, Failure)
    assert "pip install 'zaru[corpus]'" in str(failure)


def test_pages_at_addresses_are_not_counted_by_their_names() -> None:
    assert count_pages(["s3://bucket/crawl"]) is None
