"""Runs and their children that are killed, hang, or find no room."""

from __future__ import annotations

import gzip
import os
import signal
from pathlib import Path
from random import Random

import pytest
from tests.corpora import make_corpus, make_record
from tests.faults.processes import (
    Start,
    children_of,
    finish,
    has_run_files,
    is_running,
    make_pages,
    read_all,
    read_outputs,
    wait_until,
)

from zaru.io.sources import read_pages
from zaru.page import Page
from zaru.runs.ledger import JOURNAL_NAME, LEDGER_NAME

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def undisturbed(tmp_path: Path, start: Start) -> dict[str, bytes]:
    """Return what a run gives that nobody disturbs."""
    make_pages(tmp_path / "pages")
    assert finish(start(tmp_path / "pages", tmp_path / "whole"))[0] == 0
    return read_all(tmp_path / "whole")


@pytest.mark.parametrize("seed", range(3))
def test_a_run_that_is_killed_again_and_again_gives_the_same(
    tmp_path: Path, start: Start, undisturbed: dict[str, bytes], seed: int
) -> None:
    random = Random(seed)
    for _ in range(5):
        process = start(tmp_path / "pages", tmp_path / "out")
        assert process.stdout is not None
        for _ in range(random.randrange(45)):
            process.stdout.readline()
        process.kill()
        process.wait()
        seen = read_outputs(tmp_path / "out") if (tmp_path / "out").exists() else {}
        assert all(undisturbed[name] == body for name, body in seen.items())  # whole or absent
    assert finish(start(tmp_path / "pages", tmp_path / "out"))[0] == 0
    assert read_all(tmp_path / "out") == undisturbed


@pytest.mark.parametrize("is_alone", [True, False])
def test_a_run_over_archives_that_is_killed_gives_the_same(
    tmp_path: Path, start: Start, is_alone: bool
) -> None:
    random = Random(1)
    pages = sorted(make_pages(tmp_path / "pages").rglob("*.html"))
    records = [make_record(page.read_bytes(), url=f"http://a.jp/{page.name}") for page in pages]
    source = tmp_path / "crawl" / "x.warc.gz"
    source.parent.mkdir()
    source.write_bytes(b"".join(map(gzip.compress, [*records, records[1]])))
    source = source if is_alone else source.parent
    assert finish(start(source, tmp_path / "whole"))[0] == 0
    undisturbed = read_all(tmp_path / "whole")
    for _ in range(5):
        process = start(source, tmp_path / "out")
        assert process.stdout is not None
        for _ in range(random.randrange(45)):
            process.stdout.readline()
        process.kill()
        process.wait()
    assert finish(start(source, tmp_path / "out"))[0] == 0
    assert read_all(tmp_path / "out") == undisturbed


@pytest.mark.parametrize("format_", ["standard-format", "jsonl"])
def test_an_export_that_is_killed_gives_the_same(
    tmp_path: Path, start: Start, format_: str
) -> None:
    random = Random(2)
    pages = [page for page in read_pages([EXAMPLES]) if isinstance(page, Page)]
    corpus = make_corpus(tmp_path / "corpus", pages, files=4)
    command = ("-m", "zaru", "export", corpus, "-f", format_, "-o")
    assert finish(start(*command, tmp_path / "whole"))[0] == 0
    undisturbed = read_all(tmp_path / "whole")
    for _ in range(4):
        process = start(*command, tmp_path / "out")
        number = random.randrange(len(undisturbed))
        wait_until(lambda: process.poll() is not None or count_files(tmp_path / "out") >= number)  # noqa: B023
        process.kill()
        process.wait()
    assert finish(start(*command, tmp_path / "out"))[0] == 0
    assert read_all(tmp_path / "out") == undisturbed


def count_files(folder: Path) -> int:
    return sum(len(names) for *_, names in os.walk(folder))


def test_children_of_a_killed_run_end(tmp_path: Path, start: Start) -> None:
    make_pages(tmp_path / "pages", 9, hang="endless C")
    process = start(tmp_path / "pages", tmp_path / "out")
    wait_until(lambda: len(children_of(process.pid)) == 2)
    children = children_of(process.pid)
    process.kill()
    wait_until(lambda: not any(map(is_running, children)))


def test_a_killed_child_costs_nothing(
    tmp_path: Path, start: Start, undisturbed: dict[str, bytes]
) -> None:
    make_pages(tmp_path / "more", 60, waiter="waits")
    process = start(tmp_path / "more", tmp_path / "out")
    wait_until((tmp_path / "out.waiting").exists)
    for child in children_of(process.pid):
        os.kill(child, signal.SIGKILL)
    (tmp_path / "out.go").touch()
    assert finish(process)[0] == 0
    outputs = read_outputs(tmp_path / "out")
    assert outputs.pop("waiter.xml")
    assert outputs.pop("map.jsonl").count(b"\n") == len(outputs) + 1
    expected = {name: body for name, body in undisturbed.items() if name.endswith(".xml")}
    assert outputs == expected


def test_pages_that_kill_or_never_end_cost_themselves(tmp_path: Path, start: Start) -> None:
    special = {
        "a": "endless Python", "b": "endless C", "c": "endless sleep", "d": "allocates", "e": "dies"
    }  # fmt: skip
    make_pages(tmp_path / "pages", 20, **special)
    code, words, _ = finish(start(tmp_path / "pages", tmp_path / "out", "--hurry"))
    failures = [line for line in words.splitlines() if line.startswith("Failure")]
    assert code == 0
    assert [line.rpartition("error=")[2] for line in failures] == [
        *["'LimitExceeded', message='took more than 2 seconds; left out')"] * 3,
        "'LimitExceeded', message='needs too much memory; left out')",
        "'ToolCrashed', message='the worker died (signal 9) twice on this page')",
    ]
    outputs = read_outputs(tmp_path / "out")
    assert sum(name.endswith(".xml") for name in outputs) == 20 - 3


def test_a_full_disk_ends_the_run_and_leaves_nothing_half(
    tmp_path: Path, start: Start, undisturbed: dict[str, bytes]
) -> None:
    fat = tmp_path / "pages" / "part2" / "0030.html"
    words = fat.read_text()
    modified = fat.stat().st_mtime_ns
    fat.write_text(words + "x" * 1000)
    code, _, errors = finish(start(tmp_path / "pages", tmp_path / "out", "--small-files"))
    assert code == 4
    assert errors.startswith("OutputFailed")
    assert "0030.xml: cannot be written: File too large" in errors
    left = read_all(tmp_path / "out")
    assert "part2/0030.xml" not in left
    assert not any(name.endswith(".part") for name in left)
    fat.write_text(words)
    os.utime(fat, ns=(modified, modified))
    assert finish(start(tmp_path / "pages", tmp_path / "out"))[0] == 0
    assert read_all(tmp_path / "out") == undisturbed


def test_a_file_in_place_of_a_folder_is_an_output_that_fails(tmp_path: Path, start: Start) -> None:
    make_pages(tmp_path / "pages")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "part1").touch()
    code, _, errors = finish(start(tmp_path / "pages", tmp_path / "out"))
    assert code == 4
    assert "part1" in errors
    assert "Traceback" not in errors


def test_the_second_of_two_runs_is_told(tmp_path: Path, start: Start) -> None:
    make_pages(tmp_path / "pages", 9, waiter="waits")
    first = start(tmp_path / "pages", tmp_path / "out")
    wait_until((tmp_path / "out.waiting").exists)
    code, words, errors = finish(start(tmp_path / "pages", tmp_path / "out"))
    assert (code, words) == (4, "")
    assert f"RunLocked {tmp_path / 'out'}: another run works on this folder" in errors
    assert f"process {first.pid} on " in errors
    (tmp_path / "out.go").touch()
    assert finish(first)[0] == 0
    assert not has_run_files(tmp_path / "out")


@pytest.mark.parametrize("name", [LEDGER_NAME, JOURNAL_NAME])
def test_a_damaged_ledger_costs_only_time(
    tmp_path: Path, start: Start, undisturbed: dict[str, bytes], name: str
) -> None:
    raw = bytearray(undisturbed[LEDGER_NAME])
    for position in range(len(raw) // 3, len(raw), 97):
        raw[position] ^= 4
    (tmp_path / "whole" / LEDGER_NAME).rename(tmp_path / "whole" / name)
    (tmp_path / "whole" / name).write_bytes(raw)
    assert finish(start(tmp_path / "pages", tmp_path / "whole"))[0] == 0
    assert read_all(tmp_path / "whole") == undisturbed
