"""HOSTILE.md rows 7, 8, 9, 15, 17 and 30: bad files and archives, each read in a child process.

Row 16 (zip and tar) does not apply: zaru extracts no such archives, it names them as what they are.
"""

from __future__ import annotations

import gzip
import json
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

SECONDS = 10
MEBIBYTES = 1024
PAGE = b"<!DOCTYPE html><title>x</title><p>text " + b"x" * 300
CHILD = """
import json, sys
from zaru.io.sources import read_pages
out = []
for item in read_pages(json.loads(sys.argv[1])):
    kind = type(item).__name__
    out.append([kind, item.error, item.stage, item.offset] if kind == "Failure" else [kind])
    del item
kinds = {}
for entry in out:
    kinds[entry[0]] = kinds.get(entry[0], 0) + 1
print(json.dumps({"pages": kinds.get("Page", 0), "failures": [e[1:] for e in out if e[1:]]}))
"""

z = gzip.compress


@dataclass(frozen=True)
class Case:
    """What is put on disk, and what reading it must give."""

    build: Callable[[Path], list[str]]  # returns the sources
    pages: int
    errors: list[str] | None  # None: some, all of them FormatError
    row: int


def record(
    kind: str = "response", *, extra: str = "", body: bytes = PAGE, claim: int = -1
) -> bytes:
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: https://e.jp/\r\n{extra}"
        f"Content-Type: application/http\r\nContent-Length: {len(block) if claim < 0 else claim}"
    )
    return head.encode() + b"\r\n\r\n" + block + b"\r\n\r\n"


def file(data: bytes, name: str = "a.html") -> Callable[[Path], list[str]]:
    """Return what writes *data* to one file."""

    def build(folder: Path) -> list[str]:
        (folder / name).write_bytes(data)
        return [str(folder / name)]

    return build


def sparse(
    name: str, size: int, head: bytes = b"", tail: bytes = b""
) -> Callable[[Path], list[str]]:
    """Return what writes a file of *size* zeros between *head* and *tail* that takes no disk."""

    def build(folder: Path) -> list[str]:
        with (folder / name).open("wb") as out:
            out.write(head)
            out.seek(size, os.SEEK_CUR)
            out.write(tail)
            out.truncate()
        return [str(folder / name)]

    return build


def huge_record(folder: Path) -> list[str]:
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
    head = record(body=b"", claim=len(block) + 3 * 10**9).removesuffix(b"\r\n\r\n")
    return sparse("a.warc", 3 * 10**9, record() + head, b"\r\n\r\n" + record())(folder)


def zipped_huge_record(folder: Path) -> list[str]:
    zeros = 200 * 1024**2
    head = record(body=b"", claim=zeros + 44).removesuffix(b"\r\n\r\n")
    with (folder / "a.warc.gz").open("wb") as out:
        out.write(z(record()))
        with gzip.open(out, "wb", compresslevel=1) as packed:
            packed.write(head)
            for _ in range(200):
                packed.write(bytes(1024**2))
            packed.write(b"\r\n\r\n")
        out.write(z(record()))
    return [str(folder / "a.warc.gz")]


def lying_lengths(folder: Path) -> list[str]:
    data = b"".join(b"WARC/1.0\r\nContent-Length: 19000000\r\n\r\n" for _ in range(20_000))
    return file(data, "a.warc")(folder)


def nested_members(folder: Path) -> list[str]:
    """Write fake members, one inside the other: each must not be read to the end of the file."""
    one = b"\x1f\x8b\x08" + bytes(7) + b"\x00\xff\xff\x00\x00WARC/1.0\r\n"
    return file(z(record()) + one * 100_000, "a.warc.gz")(folder)


def links(folder: Path) -> list[str]:
    (folder / "a.html").write_bytes(PAGE)
    (folder / "down").mkdir()
    for name, target in (
        ("self", "self"),
        ("down/up", ".."),
        ("down/me", "."),
        ("b.html", "a.html"),
    ):
        (folder / name).symlink_to(target)
    (folder / "ping.html").symlink_to("pong.html")
    (folder / "pong.html").symlink_to("ping.html")
    (folder / "gone.html").symlink_to("nowhere.html")
    return [str(folder), str(folder / "a.html"), str(folder / "down" / "up" / "a.html")]


def special_files(folder: Path) -> list[str]:
    os.mkfifo(folder / "pipe.html")
    with socket.socket(socket.AF_UNIX) as server:
        here = Path.cwd()
        os.chdir(folder)  # the name of a socket must be short
        server.bind("socket.html")
        os.chdir(here)
    (folder / "null.html").symlink_to("/dev/zero")
    return [str(folder), str(folder / "pipe.html"), "/dev/zero"]


def names(folder: Path) -> list[str]:
    """Return sources that are no names, or names that lead elsewhere."""
    (folder / "a\\b\u202e.html").write_bytes(PAGE)
    (folder / "CON").write_bytes(PAGE)
    index = '{"page": "/etc/passwd", "url": "x"}\n{"page": "../../x\\u0000", "url": "y"}\n'
    (folder / "index.jsonl").write_text(index)
    return [str(folder), "a\0b", "x" * 5000, "\udcff\ud800", "", "[", "/proc/kmsg"]


def proc_link(folder: Path) -> list[str]:
    (folder / "env.html").symlink_to("/proc/self/environ")
    return [str(folder)]


BOMB = z(bytes(100 * 1024**2))
CUT = z(record())[:-60]
CASES = {
    "gzip-bomb": Case(file(BOMB, "a.html.gz"), 0, ["LimitExceeded"], 7),
    "gzip-bomb-with-no-name": Case(file(BOMB), 0, ["LimitExceeded"], 7),
    "bomb-in-members": Case(file(z(bytes(10**6)) * 100, "a.gz"), 0, ["LimitExceeded"], 7),
    "nested-gzip-bomb": Case(file(z(z(BOMB)), "a.gz"), 0, ["DecodeError"], 7),
    "bomb-inside-one-level": Case(file(z(BOMB), "a.gz"), 0, ["LimitExceeded"], 7),
    "gzip-in-gzip": Case(file(z(z(PAGE)), "a.html.gz"), 1, [], 7),
    "million-members": Case(file(z(b"") * 300_000, "a.gz"), 0, ["FormatError"], 7),
    "warc-bomb": Case(file(z(record(body=BOMB)) * 2, "a.warc.gz"), 0, ["LimitExceeded"] * 2, 7),
    "zip": Case(file(b"PK\x03\x04" + bytes(99), "42.zip"), 0, ["FormatError"], 7),
    "cut-gzip-page": Case(file(z(PAGE)[:-9], "a.html.gz"), 0, ["DecodeError"], 8),
    "cut-member": Case(file(z(record()) + CUT + z(record()), "a.warc.gz"), 2, ["FormatError"], 8),
    "cut-last-member": Case(file(z(record()) + CUT, "a.warc.gz"), 1, ["FormatError"], 8),
    "cut-warc": Case(file(record() + record()[:-99], "a.warc"), 1, ["FormatError"], 8),
    "length-too-long": Case(file(record() + record(claim=999) + record()), 2, ["FormatError"], 8),
    "length-too-short": Case(file(record() + record(claim=99) + record()), 2, ["FormatError"], 8),
    "no-line-breaks": Case(file(record()[:-4] + record()), 2, ["FormatError"], 8),
    "garbage": Case(file(record() + b"?" * 10**7 + record()), 2, ["FormatError"], 8),
    "gzip-garbage": Case(file(z(record()) + b"?" * 10**7 + z(record())), 2, ["FormatError"], 8),
    "no-warc-in-warc": Case(file(b"?" * 10**6, "a.warc"), 0, ["FormatError"], 8),
    "3-GB-record": Case(huge_record, 2, ["LimitExceeded"], 8),
    "200-MB-record-in-gzip": Case(zipped_huge_record, 2, ["LimitExceeded"], 8),
    "lying-lengths": Case(lying_lengths, 0, ["FormatError"] * 20_000, 8),
    "nested-members": Case(nested_members, 1, None, 8),
    "warc-lines-alone": Case(file(record() + b"WARC/1.0\r\n" * 200_000), 1, None, 8),
    "truncated": Case(file(record(extra="WARC-Truncated: length\r\n"), "a.warc"), 1, [], 9),
    "duplicate-urls": Case(file(record() * 3, "a.warc"), 3, [], 9),
    "other-records": Case(
        file(record("revisit") + record("request") + record("metadata") + record(), "a.warc"),
        1,
        [],
        9,
    ),
    "names": Case(names, 2, ["FormatError"] * 3 + ["OSError"] + ["FileNotFoundError"] * 2, 15),
    "links": Case(links, 1, ["FileNotFoundError", "OSError", "OSError", "OSError"], 17),
    "special-files": Case(special_files, 0, ["FormatError"] * 3, 17),
    "proc": Case(proc_link, 0, ["FormatError"], 17),
    "vanished": Case(lambda folder: [str(folder / "no.html")], 0, ["FileNotFoundError"], 17),
    "empty": Case(file(b""), 0, ["FormatError"], 30),
    "one-byte": Case(file(b"x"), 1, [], 30),
    "png": Case(file(b"\x89PNG\r\n\x1a\n" + bytes(99)), 0, ["FormatError"], 30),
    "pdf": Case(file(b"%PDF-1.7\n"), 0, ["FormatError"], 30),
    "binary": Case(file(bytes(range(256)) * 99), 0, ["FormatError"], 30),
    "utf-16": Case(file("<p>本文".encode("utf-16") * 99), 1, [], 30),
    "frameset": Case(file(b"<frameset><frame src=a></frameset>"), 1, [], 30),
    "3-GB-page": Case(sparse("a.html", 3 * 10**9, PAGE), 0, ["LimitExceeded"], 30),
}


@pytest.mark.parametrize("case", CASES.values(), ids=[f"{c.row}-{n}" for n, c in CASES.items()])
def test_bad_source_is_read_or_reported(
    case: Case, tmp_path: Path, run_child: Callable[..., str]
) -> None:
    sources = json.dumps(case.build(tmp_path))
    result = json.loads(run_child(CHILD, sources, seconds=SECONDS, mebibytes=MEBIBYTES))
    assert result["pages"] == case.pages
    failures = result["failures"]
    errors = sorted(error for error, _, _ in failures)
    if case.errors is None:
        assert set(errors) == {"FormatError"}
    else:
        assert errors == sorted(case.errors)
    assert {stage for _, stage, _ in failures} <= {"read"}
