"""Pages that hang, kill or eat memory cost themselves."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pyarrow
import pytest
from tests.unit.runs.build.conftest import make_site, write_archive

from zaru.content.page_set import Member, describe_member
from zaru.io.store import Store
from zaru.limits import MEBIBYTE
from zaru.page import Page
from zaru.runs import sketching
from zaru.runs.build import made_page
from zaru.runs.build.build import build
from zaru.runs.build.options import Options
from zaru.runs.engine import LocalEngine
from zaru.runs.stages import Steps, TableStage
from zaru.runs.tasks import Context, Task, TaskOutput
from zaru.runs.workers import Workers

IN_A_HURRY = Workers(2, deadline_seconds=2, memory_bytes=300 * MEBIBYTE)
EVILS = {
    "hang": ("LimitExceeded", "took more than 2 seconds"),
    "die": ("ToolCrashed", "died (signal 9) twice"),
    "eat": ("LimitExceeded", "too much memory"),
    "raise": ("ZeroDivisionError", "a fault of zaru's own"),
}


def misbehave(page: Page) -> None:
    """Do what the address of *page* says."""
    if page.url and page.url.endswith("/hang"):
        while True:
            pass
    if page.url and page.url.endswith("/die"):
        os.kill(os.getpid(), signal.SIGKILL)
    if page.url and page.url.endswith("/eat"):
        bytearray(10**9)
    if page.url and page.url.endswith("/raise"):
        raise ZeroDivisionError


@pytest.mark.parametrize("stage", ["sketch", "make"])
def test_pages_that_hang_kill_or_eat_cost_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    good = list(make_site("good.example", 6))
    bad = [Page.from_bytes(good[0].raw, url=f"http://bad.example/{evil}") for evil in EVILS]
    archive = write_archive(tmp_path / "web.warc.gz", iter([*good[:3], *bad, *good[3:]]))

    def describe(page: Page) -> Member:
        misbehave(page)
        return describe_member(page)

    def test_language(page: Page) -> bool:
        misbehave(page)
        return True

    if stage == "sketch":
        monkeypatch.setattr(sketching, "describe_member", describe)
    else:
        monkeypatch.setattr(made_page, "is_japanese", test_language)
    report = build(archive, tmp_path / "corpus", Options(), workers=IN_A_HURRY)
    assert (report.pages_in, report.kept, report.failed) == (10, 6, 4)
    lines = (tmp_path / "corpus/failures.jsonl").read_text().splitlines()
    for line, (error, words) in zip(lines, EVILS.values(), strict=True):
        failure = json.loads(line)
        assert (failure["error"], failure["stage"]) == (error, stage)
        assert words in failure["message"]


def test_workers_give_memory_back_to_the_system(tmp_path: Path) -> None:
    def tell_pool(context: Context[None], task: Task) -> Steps:
        yield 0
        pool = pyarrow.default_memory_pool().backend_name
        return TaskOutput(context.store, task).finish({"pool": pool})

    context = Context(Store.at(tmp_path), None, Workers(1), 1, 1)
    stage, task = TableStage("tell", tell_pool), Task("tell", 0, "")
    before = pyarrow.default_memory_pool().backend_name
    ((_, marker),) = LocalEngine().run(context, stage, [task], lambda _: None)
    assert marker.counts == {"pool": "system"}
    assert pyarrow.default_memory_pool().backend_name == before
