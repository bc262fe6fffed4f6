"""`zaru build` from an object store to an object store: killed, resumed, run twice at once."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from tests.faults.processes import Start, children_of, finish, wait_until

fsspec = pytest.importorskip("fsspec")
from tests.object_store import serve_s3  # noqa: E402

from zaru.io.lock import LOCK_NAME  # noqa: E402
from zaru.io.store import Store  # noqa: E402

PAGES = 24


@pytest.fixture(scope="module")
def environment() -> Iterator[dict[str, str]]:
    with serve_s3() as variables:
        yield variables


@pytest.fixture
def bucket(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of a bucket with an archive in it."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    address = f"s3://bucket-{uuid4().hex[:8]}"
    fsspec.filesystem("s3").mkdir(address)
    Store.at(address).write("crawl/a.warc.gz", b"".join(map(make_record, range(PAGES))))
    return address


def make_record(number: int) -> bytes:
    words = "".join(f"<p>{number}枚目の{line}行目で、ざるは水を切ります。" for line in range(9))
    block = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<h1>ざる</h1>{words}"
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://e{number % 2}.jp/{number}\r\n"
        f"Content-Type: application/http\r\nContent-Length: {len(block.encode())}\r\n\r\n"
    )
    return gzip.compress(f"{head}{block}\r\n\r\n".encode())


def begin(start: Start, bucket: str, target: str) -> subprocess.Popen[str]:
    source = f"{bucket}/crawl/*.warc.gz"
    return start("-m", "zaru", "build", source, "-o", target, "--workers", "1", "--quiet")


def kill_tree(process: subprocess.Popen[str]) -> None:
    """End *process* and its children, without a chance to clean up."""
    children = children_of(process.pid)
    process.kill()
    for child in children:
        os.kill(child, signal.SIGKILL)
    process.communicate()


def read_digest(target: str) -> object:
    return json.loads(Store.at(target).read("corpus.json"))["digest"]


def count_files(target: str) -> int:
    filesystem, path = fsspec.core.url_to_fs(target)
    filesystem.invalidate_cache()
    return len(filesystem.find(path))


def test_killed_build_goes_on_to_the_same_corpus(start: Start, bucket: str, tmp_path: Path) -> None:
    local = str(tmp_path / "corpus")
    assert finish(begin(start, bucket, local)) == (0, "", "")
    target = f"{bucket}/corpus"
    for files in (1, 4, 12):  # that are there when it is killed
        process = begin(start, bucket, target)
        wait_until(lambda: count_files(target) > files or process.poll() is not None)  # noqa: B023
        kill_tree(process)
        assert Store.at(target).size(LOCK_NAME) is not None
        assert Store.at(target).size("corpus.json") is None
    assert finish(begin(start, bucket, target)) == (0, "", "")
    assert read_digest(target) == read_digest(local)
    assert Store.at(target).size(LOCK_NAME) is None


def test_second_build_is_refused_while_the_first_runs(start: Start, bucket: str) -> None:
    target = f"{bucket}/corpus"
    first = begin(start, bucket, target)
    wait_until(lambda: count_files(target) > 1)
    os.kill(first.pid, signal.SIGSTOP)
    code, _, words = finish(begin(start, bucket, target))
    os.kill(first.pid, signal.SIGCONT)
    assert code == 4
    assert f"process {first.pid} on" in words
    assert words.count("\n") == 1
    assert finish(first)[0] == 0
