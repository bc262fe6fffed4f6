"""`zaru build` that is killed, whole or in part, and goes on."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from pathlib import Path
from random import Random

import pyarrow.parquet
import pytest
from tests.faults.builds import (
    DROPPED,
    FAILED,
    KEPT,
    assert_nothing_half,
    assert_same,
    kill_somewhere,
    list_left,
    stop_before,
    wait_before,
)
from tests.faults.processes import Start, children_of, finish, is_running, wait_until
from tests.unit.runs.build.conftest import make_site, write_archive

from zaru.page import Page


def test_every_page_is_there_once(whole: Path) -> None:
    tables = [pyarrow.parquet.read_table(path) for path in (whole / "pages").iterdir()]
    ids = [page for table in tables for page in table.column("id").to_pylist()]
    assert len(ids) == len(set(ids)) == KEPT
    report = json.loads((whole / "report.json").read_text())
    total = KEPT + DROPPED + FAILED
    assert report["pages"] == {"in": total, "kept": KEPT, "dropped": DROPPED, "failed": FAILED}
    assert len((whole / "failures.jsonl").read_text().splitlines()) == FAILED


@pytest.mark.parametrize("seed", range(3))
def test_a_build_that_is_killed_at_any_moment_goes_on(
    tmp_path: Path, build: Start, web: Path, whole: Path, seed: int
) -> None:
    random = Random(seed)
    for _ in range(2):
        process = build(web, "-o", tmp_path / "corpus")
        kill_somewhere(process, tmp_path / "corpus", whole, random)
        assert_nothing_half(tmp_path / "corpus", whole)
    assert finish(build(web, "-o", tmp_path / "corpus"))[0] == 1
    assert_same(tmp_path / "corpus", whole)


@pytest.mark.parametrize("stage", ["make", "finish"])
def test_a_build_that_is_killed_between_its_stages_goes_on(
    tmp_path: Path, build: Start, web: Path, whole: Path, stage: str
) -> None:
    killed = build(web, "-o", tmp_path / "corpus", hook=stop_before(stage))
    assert finish(killed)[0] == -signal.SIGKILL
    assert_nothing_half(tmp_path / "corpus", whole)
    assert finish(build(web, "-o", tmp_path / "corpus"))[0] == 1
    assert_same(tmp_path / "corpus", whole)


def test_a_worker_that_is_killed_costs_no_page(
    tmp_path: Path, build: Start, web: Path, whole: Path
) -> None:
    process = build(web, "-o", tmp_path / "corpus")
    for stage in ("sketch", "make"):
        folder = tmp_path / "corpus/work" / stage
        wait_until(lambda folder=folder: any(folder.glob("[!.]*")))  # type: ignore[misc]
        for child in children_of(process.pid)[:1]:
            os.kill(child, signal.SIGKILL)
    assert finish(process)[0] == 1
    assert_same(tmp_path / "corpus", whole)


EVIL = """
import os, re, signal
from zaru.runs import sketching
describe = sketching.describe_member

def misbehave(page):
    url = page.url or ""
    if url.endswith("/hang"):
        re.match("(a+)+$", "a" * 64 + "b")
    if url.endswith("/die"):
        os.kill(os.getpid(), signal.SIGKILL)
    if url.endswith("/eat"):
        heap = [bytes(10**8) for _ in range(100)]
    return describe(page)

sketching.describe_member = misbehave
"""


def test_pages_that_hang_kill_or_eat_cost_themselves(tmp_path: Path, build: Start) -> None:
    good = list(make_site("good.example", 6))
    bad = [
        Page.from_bytes(good[0].raw, url=f"http://bad.example/{evil}")
        for evil in ("hang", "die", "eat")
    ]
    write_archive(tmp_path / "web.warc.gz", iter([*good[:3], *bad, *good[3:]]))
    limits = ("--deadline", "2", "--memory", "300")
    process = build(tmp_path / "web.warc.gz", "-o", tmp_path / "corpus", *limits, hook=EVIL)
    code, _, errors = finish(process)
    assert (code, "Traceback" in errors) == (1, False)
    lines = (tmp_path / "corpus/failures.jsonl").read_text().splitlines()
    assert [json.loads(line)["message"] for line in lines] == [
        "took more than 2 seconds; left out",
        "the worker died (signal 9) twice on this page",
        "needs too much memory; left out",
    ]
    report = json.loads((tmp_path / "corpus/report.json").read_text())
    assert report["pages"] == {"in": 9, "kept": 6, "dropped": 0, "failed": 3}


@pytest.mark.parametrize(
    ("stop", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["ctrl-c", "sigterm"]
)
def test_a_stopped_build_leaves_nothing_and_goes_on(
    tmp_path: Path, build: Start, web: Path, whole: Path, stop: signal.Signals, code: int
) -> None:
    process = build(web, "-o", tmp_path / "corpus")
    wait_until(lambda: any((tmp_path / "corpus/work/make").glob(".*.part")))
    children = children_of(process.pid)
    begin = time.monotonic()
    process.send_signal(stop)
    ended, words, errors = finish(process)
    assert (ended, words, errors.strip()) == (code, "", "zaru: stopped")
    assert time.monotonic() - begin < 10
    wait_until(lambda: not any(map(is_running, children)))
    assert list_left(tmp_path / "corpus") == []
    assert_nothing_half(tmp_path / "corpus", whole)
    assert finish(build(web, "-o", tmp_path / "corpus"))[0] == 1
    assert_same(tmp_path / "corpus", whole)


def test_the_second_of_two_builds_is_told_and_a_dead_one_is_taken_over(
    tmp_path: Path, build: Start, web: Path, whole: Path
) -> None:
    first = build(web, "-o", tmp_path / "corpus", hook=wait_before("make", tmp_path / "waiting"))
    wait_until((tmp_path / "waiting").exists)
    code, words, errors = finish(build(web, "-o", tmp_path / "corpus"))
    assert (code, words, errors.count("\n")) == (4, "", 1)
    assert f"another run works on this folder: process {first.pid} on " in errors
    first.kill()
    first.wait()
    assert finish(build(web, "-o", tmp_path / "corpus"))[0] == 1
    assert_same(tmp_path / "corpus", whole)


def test_a_clock_that_steps_back_changes_nothing(
    tmp_path: Path, build: Start, web: Path, whole: Path
) -> None:
    late = "import time; time.time = lambda: 2.0**31 + 5\n"
    early = "import time; time.time = lambda: 10.0**9\n"
    killed = build(web, "-o", tmp_path / "corpus", hook=late + stop_before("compare"))
    assert finish(killed)[0] == -signal.SIGKILL
    assert finish(build(web, "-o", tmp_path / "corpus", hook=early))[0] == 1
    assert_same(tmp_path / "corpus", whole)


def test_the_same_build_again_has_nothing_to_do(build: Start, web: Path, whole: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in whole.rglob("*") if path.is_file()}
    code, _, errors = finish(build(web, "-o", whole, "-v"))
    assert code == 1  # its two failures are still there
    tasks = re.findall(r"(\d+) tasks, (\d+) of them done before", errors)
    assert len(tasks) == 7
    assert all(number == done for number, done in tasks)
    assert before == {path: path.stat().st_mtime_ns for path in whole.rglob("*") if path.is_file()}
