"""Corpora made on a Ray cluster of three nodes, one of which is killed; Ray that is stopped."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from tests.faults.processes import Start, children_of, finish, is_running, wait_until
from tests.unit.runs.build.conftest import make_site, write_archive

fsspec = pytest.importorskip("fsspec")
from tests.object_store import serve_s3  # noqa: E402

from zaru.io.portions import Portion, find_cuts, list_portions  # noqa: E402
from zaru.io.store import Store  # noqa: E402
from zaru.page import Page  # noqa: E402
from zaru.runs import plan as plan_module  # noqa: E402
from zaru.runs.build.build import build  # noqa: E402
from zaru.runs.build.options import Options  # noqa: E402
from zaru.runs.build.report import BuildReport  # noqa: E402
from zaru.runs.cutting import Archive  # noqa: E402
from zaru.runs.ray_engine import RayEngine  # noqa: E402
from zaru.runs.runner import Silent  # noqa: E402
from zaru.runs.tasks import Marker  # noqa: E402
from zaru.runs.workers import Workers  # noqa: E402

SOURCE_ROOT = Path(__file__).parents[2] / "src"
WORKERS = Workers(2, deadline_seconds=5)
# What Python runs when it starts: on the nodes, a page with this address never ends.
HANGING = """
import sys
if any("ray_worker" in word for word in sys.orig_argv):
    from zaru.runs.build import made_page
    def is_japanese(page, test=made_page.is_japanese):
        while page.url and page.url.endswith("/hang"):
            pass
        return test(page)
    made_page.is_japanese = is_japanese
"""


@pytest.fixture(scope="module")
def hanging(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a path for Python's modules on which pages hang."""
    folder = tmp_path_factory.mktemp("hanging")
    (folder / "sitecustomize.py").write_text(HANGING)
    return os.pathsep.join([str(folder), str(SOURCE_ROOT)])


@pytest.fixture(scope="module")
def cluster(hanging: str) -> Iterator[Any]:
    """Return a cluster of three nodes, each with a CPU, which know a local S3 server."""
    utils = pytest.importorskip("ray.cluster_utils")
    with serve_s3() as environment, pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        patch.setenv("PYTHONPATH", hanging)
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        options = {"num_cpus": 1, "object_store_memory": 80 * 2**20, "include_dashboard": False}
        found = utils.Cluster(initialize_head=True, head_node_args=options)
        for _ in range(2):
            found.add_node(num_cpus=1, object_store_memory=80 * 2**20)
        yield found
        found.shutdown()


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a small web have several shards."""
    monkeypatch.setattr(plan_module, "_FIRST_BYTES", 30_000)
    monkeypatch.setattr(plan_module, "_LAST_BYTES", 30_000)


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """Return a folder of archives in which the pages of two sites are mixed."""
    pages = [
        page
        for pair in zip(
            make_site("one.example", 60), make_site("two.example", 60, copies=3), strict=True
        )
        for page in pair
    ]
    for number in range(3):
        write_archive(tmp_path / f"web/{number}.warc.gz", iter(pages[number::3]))
    return tmp_path / "web"


class KillsANode(Silent):
    """Kills a node while it does a task of a stage."""

    def __init__(self, cluster: Any, stage: str) -> None:
        self._cluster, self._stage, self._is_in_it = cluster, stage, False
        (self._node, *_) = cluster.worker_nodes
        self.has_killed = False

    def stage(self, name: str, tasks: int, done: Sequence[Marker]) -> None:
        self._is_in_it = name == self._stage
        assert tasks > len(done)

    def task(self, _: Marker) -> None:
        if self._is_in_it and not self.has_killed and self._is_busy():
            self._cluster.remove_node(self._node, allow_graceful=False)
            self.has_killed = True

    def _is_busy(self) -> bool:
        """Say whether a worker of the node has a process that does tasks."""
        (raylet,) = self._node.all_processes["raylet"]
        return any(children_of(worker) for worker in children_of(raylet.process.pid))


def build_on(cluster: Any, source: Path | str, target: Path | str, **rest: Any) -> BuildReport:
    with RayEngine(cluster.address) as engine:
        return build(source, target, workers=WORKERS, engine=engine, **rest)


def test_nodes_find_where_archives_are_cut(cluster: Any, web: Path) -> None:
    """What they do not see is left to the plan."""
    portions = [one for one in list_portions([str(web)]) if isinstance(one, Portion)]
    archives = [None, *(Archive(one, 1) for one in portions), None]
    archives.insert(2, Archive(replace(portions[0], path="gone.warc.gz", real=None), 1))
    with RayEngine(cluster.address) as engine:
        found = list(engine.cut(WORKERS, archives))
    expected = [find_cuts(one, max_bytes=1) for one in portions]
    assert found == [None, expected[0], None, *expected[1:], None]
    assert all(expected)


def read_files(corpus: Path) -> dict[str, bytes]:
    """Return the tables and originals of a corpus."""
    return {
        str(path.relative_to(corpus)): path.read_bytes()
        for name in ("pages", "sentences", "links", "originals", "failures.jsonl")
        for path in [*(corpus / name).glob("*"), corpus / name]
        if path.is_file()
    }


def test_a_killed_node_changes_no_byte(cluster: Any, web: Path, tmp_path: Path) -> None:
    local = build(web, tmp_path / "local", workers=WORKERS)
    assert len(list((tmp_path / "local/pages").iterdir())) > 6
    watch = KillsANode(cluster, "make")
    killed = build_on(cluster, web, tmp_path / "killed", watch=watch)
    assert watch.has_killed
    assert killed.digest == local.digest
    assert killed.values["pages"] == local.values["pages"]
    assert read_files(tmp_path / "killed") == read_files(tmp_path / "local")
    (tmp_path / "killed/corpus.json").unlink()
    path = tmp_path / "killed/work/settle/000001.dropped"
    path.write_bytes(path.read_bytes()[::-1])
    assert build_on(cluster, web, tmp_path / "killed").digest == local.digest


def test_from_s3_to_s3_a_page_that_hangs_costs_itself(
    cluster: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    good = list(make_site("good.example", 4))
    bad = Page.from_bytes(good[0].raw, url="http://bad.example/hang")
    archive = write_archive(tmp_path / "web.warc.gz", iter([*good[:2], bad, *good[2:]]))
    fsspec.filesystem("s3").mkdir("s3://bucket")
    Store.at("s3://bucket").write("crawl/web.warc.gz", archive.read_bytes())
    capfd.readouterr()
    handler = signal.getsignal(signal.SIGTERM)
    options = Options(set="off")
    report = build_on(cluster, "s3://bucket/crawl", "s3://bucket/corpus", options=options)
    assert capfd.readouterr() == ("", "")  # Ray says nothing
    assert signal.getsignal(signal.SIGTERM) == handler
    assert (report.pages_in, report.kept, report.failed) == (5, 4, 1)
    failure = json.loads(Store.at("s3://bucket/corpus").read("failures.jsonl"))
    assert (failure["error"], failure["stage"]) == ("LimitExceeded", "make")


def processes_with(mark: str) -> list[int]:
    """Return the processes that have *mark* in their environment."""

    def has_mark(path: Path) -> bool:
        try:
            return mark.encode() in (path / "environ").read_bytes()
        except OSError:
            return False

    numbers = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
    return [one for one in numbers if has_mark(Path(f"/proc/{one}")) and is_running(one)]


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_the_command_starts_ray_and_ctrl_c_leaves_nothing_running(
    tmp_path: Path, hanging: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ray")
    good = list(make_site("good.example", 4))
    bad = Page.from_bytes(good[0].raw, url="http://bad.example/hang")
    write_archive(tmp_path / "web.warc.gz", iter([*good, bad]))
    mark = f"ZARU_TEST={uuid4().hex}"
    monkeypatch.setenv(*mark.split("="))
    monkeypatch.setattr("tests.faults.conftest.SOURCE_ROOT", hanging)
    monkeypatch.chdir(tmp_path)
    source = ("web.warc.gz", "-o", "corpus", "--set", "off")
    command = ("-m", "zaru", "build", *source, "--engine", "ray")
    process = start(*command, "--jobs", "1")
    wait_until(lambda: list(tmp_path.glob("corpus/work/make/.*.part")))
    process.send_signal(signal.SIGINT)
    code, _, words = finish(process)
    assert code == 130
    assert words.strip().splitlines()[-1:] == ["zaru: stopped"], words
    wait_until(lambda: not processes_with(mark))
    process = start(*command, "--deadline", "2")
    code, _, words = finish(process)
    assert code == 1
    assert all(line.startswith("zaru: ") for line in words.splitlines())
    assert "5 pages in = 4 kept + 0 dropped + 1 failed" in words
    wait_until(lambda: not processes_with(mark))
