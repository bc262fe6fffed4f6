from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from zaru.errors import Failure, FormatError
from zaru.io.portions import (
    Portion,
    cut_archive,
    find_cuts,
    list_portions,
    read_portion,
    split_archive,
)
from zaru.io.sources import read_pages
from zaru.io.warc import MAX_KINDS
from zaru.limits import Limits
from zaru.page import Page

PAGE = "<!DOCTYPE html><title>ざる</title><p>水を切る。".encode()
z = gzip.compress


def make_record(number: int, block: bytes | None = None, **fields: str) -> bytes:
    """Return a record of HTTP, or of what *fields* say."""
    if block is None:
        block = make_http(PAGE * (1 + number % 7))
    fields = {
        "WARC-Type": "response",
        "WARC-Target-URI": f"https://e.jp/{number}",
        "Content-Type": "application/http",
        "Content-Length": str(len(block)),
    } | {name.replace("_", "-"): value for name, value in fields.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"WARC/1.0\r\n{lines}\r\n".encode() + block + b"\r\n\r\n"


def make_http(body: bytes = PAGE, *, status: int = 200, kind: str = "text/html") -> bytes:
    return f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\n\r\n".encode() + body


def list_one(path: Path) -> Portion:
    (portion,) = list_portions([str(path)])
    assert isinstance(portion, Portion)
    return portion


def read_all(
    portions: list[Portion], *, limits: Limits | None = None
) -> tuple[list[Page | Failure], Counter[str]]:
    """Return what all *portions* give, and the records that are no pages."""
    others: Counter[str] = Counter()
    items = [
        item
        for portion in portions
        for item in read_portion(portion, limits=limits or Limits(), others=others)
    ]
    return items, others


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Pages, archives and what is neither, with an index."""
    (tmp_path / "sub").mkdir()
    for name in ("b.html", "a.htm", "sub/c.php", "sub/plain"):
        (tmp_path / name).write_bytes(PAGE + name.encode())
    (tmp_path / "w.warc.gz").write_bytes(z(make_record(1)) + z(make_record(2)))
    (tmp_path / "moved.bak").write_bytes(make_record(3))
    (tmp_path / "style.css").write_bytes(b"p {}")
    (tmp_path / "empty.html").write_bytes(b"")
    (tmp_path / "pdf.html").write_bytes(b"%PDF-1.7")
    (tmp_path / "again.html").symlink_to(tmp_path / "a.htm")
    index = '{"page": "a.htm", "url": "https://e.jp/a", "time": "2024-05-01T00:00:00Z"}\nno\n'
    (tmp_path / "index.jsonl").write_text(index)
    return tmp_path


def test_portions_of_sources_give_what_read_pages_gives(folder: Path) -> None:
    sources = [str(folder), str(folder / "b.html"), str(folder / "none"), "http://e.jp/", "nul\0"]
    listed = list(list_portions(sources))
    items: list[Page | Failure] = []
    for portion in listed:
        items += [portion] if isinstance(portion, Failure) else read_portion(portion)
    expected = list(read_pages(sources))
    assert items == expected
    assert sum(isinstance(item, Page) for item in items) == 7
    assert sum(isinstance(item, Failure) for item in items) == 6


def test_portion_knows_what_the_index_says_and_which_files_are_archives(folder: Path) -> None:
    listed = [item for item in list_portions([str(folder)]) if isinstance(item, Portion)]
    portions = {Path(item.path).name: item for item in listed}
    assert portions["a.htm"].url == "https://e.jp/a"
    assert portions["a.htm"].time == "2024-05-01T00:00:00Z"
    assert {name for name, item in portions.items() if item.is_archive} == {
        "w.warc.gz",
        "moved.bak",
    }
    assert portions["b.html"].size == len(PAGE + b"b.html")


def test_standard_input_is_refused() -> None:
    (failure,) = list_portions(["-"])
    assert isinstance(failure, Failure)
    assert "save it to a file" in str(failure)


def test_portions_survive_json(folder: Path) -> None:
    (folder / os.fsdecode(b"\xff.html")).write_bytes(PAGE)
    for portion in list_portions([str(folder)]):
        if isinstance(portion, Portion):
            assert Portion.from_json(json.loads(json.dumps(portion.to_json()))) == portion
    with pytest.raises(FormatError):
        Portion.from_json({"path": "a.html"})


@pytest.mark.parametrize("change", ["bytes", "size", "time", "gone"])
def test_changed_file_is_a_failure_and_another_portion(tmp_path: Path, change: str) -> None:
    path = tmp_path / "a.html"
    path.write_bytes(PAGE)
    before = list_one(path)
    time_ns = path.stat().st_mtime_ns
    if change == "gone":
        path.unlink()
    elif change == "time":
        os.utime(path, ns=(time_ns, time_ns + 1))
    else:
        path.write_bytes(PAGE[::-1] if change == "bytes" else PAGE + b"!")
        os.utime(path, ns=(time_ns, time_ns))
    (failure,) = read_portion(before)
    assert isinstance(failure, Failure)
    if change == "gone":
        assert failure.error == "FileNotFoundError"
    else:
        assert "has changed" in failure.message
        assert list_one(path).state != before.state or list_one(path).size != before.size


INNER = make_record(50) + make_record(51)
UNCLOSED = make_record(4)[:-4]
LONG = make_record(5, Content_Length="900")
SHORT = make_record(6, make_http(PAGE * 3), Content_Length="90")
HUGE = make_record(7, Content_Length=str(3 * 10**9))
PARTS = {
    "page": make_record(1),
    "another": make_record(2),
    "image": make_record(3, make_http(b"\x89PNG", kind="image/png")),
    "request": make_record(8, b"GET / HTTP/1.1\r\n\r\n", WARC_Type="request"),
    "unclosed": UNCLOSED,
    "long": LONG,
    "short": SHORT,
    "huge": HUGE,
    "large": make_record(9, make_http(PAGE * 4000)),
    "archive-inside": make_record(10, make_http(INNER, kind="application/warc")),
    "gzip-archive-inside": make_record(11, make_http(z(INNER) + z(INNER))),
    "garbage": b"garbage\n" * 40,
    "cut": make_record(12)[:-70],
    "head": make_record(13)[:60],
    "breaks": b"\r\n" * 30,
}


def pack(parts: list[bytes], form: str) -> bytes:
    """Return *parts* as an archive."""
    whole = b"".join(parts)
    if form == "plain":
        return whole
    if form == "members":
        return b"".join(map(z, parts))
    if form == "pairs":
        return b"".join(z(b"".join(parts[i : i + 2])) for i in range(0, len(parts), 2))
    if form == "blocks":
        return b"".join(z(whole[i : i + 700]) for i in range(0, len(whole), 700))
    return z(whole)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_portions_of_a_cut_archive_give_what_the_whole_gives(
    tmp_path: Path, data: st.DataObject
) -> None:
    names = data.draw(st.lists(st.sampled_from(sorted(PARTS)), min_size=1, max_size=12))
    form = data.draw(st.sampled_from(["plain", "members", "pairs", "blocks", "one-member"]))
    archive = pack([PARTS["page"], *(PARTS[name] for name in names)], form)
    for _ in range(data.draw(st.integers(0, 2))):  # cut, lost or strange bytes
        at = data.draw(st.integers(10, len(archive)))
        lost = data.draw(st.integers(0, 40))
        archive = archive[:at] + data.draw(st.binary(max_size=9)) + archive[at + lost :]
    path = tmp_path / "a.warc"
    path.write_bytes(archive)
    whole = list_one(path)
    limits = Limits(max_bytes=data.draw(st.sampled_from([10_000, 20_000_000])))
    max_bytes = data.draw(st.integers(0, len(archive)))
    portions = list(cut_archive(whole, max_bytes=max_bytes))
    assert [portions[0].start, portions[-1].end] == [0, None]
    assert [p.end for p in portions[:-1]] == [p.start for p in portions[1:]]
    assert read_all(portions, limits=limits) == read_all([whole], limits=limits)


@pytest.mark.parametrize(
    ("form", "count"), [("plain", 20), ("members", 20), ("pairs", 10), ("one-member", 1)]
)
def test_archive_is_cut_where_it_can_be(tmp_path: Path, form: str, count: int) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(pack([make_record(number) for number in range(20)], form))
    assert len(list(cut_archive(list_one(path), max_bytes=1))) == count
    assert len(list(cut_archive(list_one(path), max_bytes=10**6))) == 1
    halves = list(cut_archive(list_one(path), max_bytes=path.stat().st_size // 2))
    assert len(halves) == min(count, 2)
    again = [part for half in halves for part in cut_archive(half, max_bytes=1)]
    assert again == list(cut_archive(list_one(path), max_bytes=1))


def test_what_follows_a_broken_member_stays_in_one_portion(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    members = [z(make_record(number)) for number in range(9)]
    path.write_bytes(b"".join([*members[:4], members[4][:-30], *members[5:]]))
    portions = list(cut_archive(list_one(path), max_bytes=1))
    assert len(portions) == 4  # the first piece of the broken member is not its fault yet


def test_archive_that_cannot_be_read_stays_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(make_record(1) * 3)
    portion = list_one(path)
    path.unlink()
    assert list(cut_archive(portion, max_bytes=1)) == [portion]
    (failure,) = read_portion(portion)
    assert isinstance(failure, Failure)


def test_cuts_that_are_found_elsewhere_are_those_of_the_archive(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    members = [z(make_record(number)) for number in range(9)]
    path.write_bytes(b"".join([*members[:4], members[4][:-30], *members[5:]]))
    portion = list_one(path)
    for max_bytes in (1, 300, 10**6):
        cuts = find_cuts(portion, max_bytes=max_bytes)
        assert cuts is not None
        expected = list(cut_archive(portion, max_bytes=max_bytes))
        assert list(split_archive(portion, cuts)) == expected


def test_no_cuts_are_found_where_the_file_is_another_or_none(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(make_record(1) * 3)
    portion = list_one(path)
    path.write_bytes(make_record(2) * 4)
    assert find_cuts(portion, max_bytes=1) is None
    path.unlink()
    assert find_cuts(portion, max_bytes=1) is None


def test_page_is_never_cut(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_bytes(PAGE * 100)
    assert list(cut_archive(list_one(path), max_bytes=10)) == [list_one(path)]


def test_records_that_are_no_pages_are_counted_by_kind(tmp_path: Path) -> None:
    records = [
        make_record(0, b"x: y\r\n", WARC_Type="warcinfo"),
        PARTS["request"],
        make_record(1, b"", WARC_Type="Revisit"),
        PARTS["page"],
        PARTS["image"],
        PARTS["image"],
        make_record(2, make_http(status=404)),
        make_record(3, make_http(b"{}", kind="")),
        make_record(4, b"\x89PNG", WARC_Type="resource", Content_Type="image/png"),
        make_record(5, make_http(kind="application/\x1b[31m")),
        make_record(6, b"", WARC_Type=""),
    ]
    path = tmp_path / "a.warc"
    path.write_bytes(b"".join(records))
    items, others = read_all([list_one(path)])
    assert len(items) == 1
    assert others == {
        "warcinfo": 1,
        "request": 1,
        "revisit": 1,
        "response image/png": 2,
        "response status 404": 1,
        "response without a type": 1,
        "resource image/png": 1,
        "other": 2,
    }
    assert len(items) + others.total() == len(records)


def test_number_of_kinds_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    count = 3 * MAX_KINDS
    types = (make_http(b"x", kind=f"image/{number}") for number in range(count))
    path.write_bytes(b"".join(make_record(0, block) for block in types))
    _, others = read_all([list_one(path)])
    assert others.total() == count
    assert len(others) == MAX_KINDS + 1
