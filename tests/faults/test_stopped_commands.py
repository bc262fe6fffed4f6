"""`zaru extract` on many pages, stopped by Ctrl-C and SIGTERM."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from tests.faults.processes import Start, children_of, finish, is_running, wait_until

EXAMPLE = Path(__file__).parents[2] / "examples/shinbun/news/local/20090116_01.html"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Return a folder that `zaru extract` is busy with for some time."""
    folder = tmp_path / "pages"
    folder.mkdir()
    body = EXAMPLE.read_bytes()
    for number in range(3000):
        (folder / f"{number}.html").write_bytes(body + b"<!-- %d -->" % number)
    return folder


@pytest.mark.parametrize(
    ("stop", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["ctrl-c", "sigterm"]
)
def test_a_stopped_extract_leaves_nothing(
    tmp_path: Path, start: Start, pages: Path, stop: signal.Signals, code: int
) -> None:
    (tmp_path / "out").mkdir()
    output = tmp_path / "out" / "all.jsonl"
    process = start("-m", "zaru", "extract", pages, "--set", "off", "-f", "jsonl", "-o", output)
    wait_until(lambda: children_of(process.pid))
    children = children_of(process.pid)
    os.kill(process.pid, stop)
    ended, words, errors = finish(process)
    assert (ended, words, errors.strip()) == (code, "", "zaru: stopped")
    wait_until(lambda: not any(map(is_running, children)))
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize("set_", ["auto", "off"])
def test_a_stop_that_comes_early_is_a_stop(
    tmp_path: Path, start: Start, pages: Path, set_: str
) -> None:
    (tmp_path / "out").mkdir()
    process = start("-m", "zaru", "extract", pages, "--set", set_, "-o", tmp_path / "out" / "all")
    wait_until(lambda: any((tmp_path / "out").iterdir()))
    process.terminate()
    assert finish(process)[::2] == (143, "zaru: stopped\n")
    assert list((tmp_path / "out").iterdir()) == []
