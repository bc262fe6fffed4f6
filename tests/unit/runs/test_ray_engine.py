"""What a node of a cluster refuses, and how its process does tasks (clusters: tests/faults)."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.runs.build.conftest import make_site, write_archive

from zaru._version import __version__
from zaru.errors import ToolMissing
from zaru.io.store import Store
from zaru.runs.build.options import Options
from zaru.runs.build.stages import COMPARE, MAKE
from zaru.runs.plan import grow_plan
from zaru.runs.ray_engine import RayEngine
from zaru.runs.ray_worker import (
    Bundle,
    Outcome,
    WorkerLost,
    check_bundle,
    do_apart,
    do_bundle,
    try_bundle,
)
from zaru.runs.tasks import Context, Task
from zaru.runs.workers import Workers

SOURCE_ROOT = Path(__file__).parents[3] / "src"


@pytest.fixture
def bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bundle:
    """Return the task of a shard, whose source is named from the folder of the run."""
    monkeypatch.setenv("PYTHONPATH", str(SOURCE_ROOT))
    monkeypatch.chdir(tmp_path)
    write_archive(Path("web.warc.gz"), make_site("one.example", 3))
    options = Options(set="off").check()
    store = Store.at(tmp_path / "corpus")
    plan = grow_plan(store, ["web.warc.gz"], options.to_json(), None)
    context = Context(store, options, Workers(2), plan.partitions, len(plan.shards))
    return Bundle(__version__, str(tmp_path), context, MAKE, (Task("make", 0, "it"),))


def test_tasks_are_done_in_a_process_of_their_own(
    bundle: Bundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("/")  # a worker of Ray is anywhere
    outcome = do_apart(do_bundle, bundle)
    assert outcome.error is None
    assert outcome.pages == 3
    assert [marker.fingerprint for marker in outcome.markers if marker] == ["it"]
    made = (tmp_path / "corpus/work/make/000000.pages").stat().st_mtime_ns
    again = do_apart(do_bundle, bundle)  # as when the node died before it could answer
    assert (again.markers, again.pages) == (outcome.markers, 0)
    assert (tmp_path / "corpus/work/make/000000.pages").stat().st_mtime_ns == made


def test_what_was_done_is_read_before_it_is_believed(bundle: Bundle, tmp_path: Path) -> None:
    assert check_bundle(bundle).markers == (None,)
    done = do_bundle(bundle)
    assert check_bundle(bundle) == Outcome(done.markers)
    path = tmp_path / "corpus/work/make/000000.pages"
    data = path.read_bytes()
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    assert check_bundle(bundle).markers == (None,)


def test_a_process_that_dies_is_lost(bundle: Bundle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(WorkerLost, match="ended with 1"):
        do_apart(do_bundle, bundle)


def test_a_process_ends_with_the_worker_of_ray(bundle: Bundle) -> None:
    code = f"from {do_apart.__module__} import main; main()"
    command = [sys.executable, "-c", code, str(os.getpid() + 1)]  # whose parent is gone
    assert subprocess.run(command, input=b"", check=False).returncode == 1
    assert bundle.tasks


def test_a_folder_that_a_node_does_not_see_is_refused(bundle: Bundle, tmp_path: Path) -> None:
    other = replace(bundle.context, store=Store.at(tmp_path / "nowhere"))
    error = try_bundle(do_bundle, replace(bundle, context=other)).error
    assert "does not see this folder" in str(error)
    assert "nowhere" in str(error)
    assert not (tmp_path / "nowhere").exists()


def test_sources_that_a_node_does_not_see_are_refused(bundle: Bundle, tmp_path: Path) -> None:
    (tmp_path / "web.warc.gz").rename(tmp_path / "elsewhere")
    error = try_bundle(do_bundle, bundle).error
    assert "web.warc.gz: the node" in str(error)
    assert "does not see the sources" in str(error)
    tables = replace(bundle, stage=COMPARE, tasks=(Task("compare", 0, "it"),))
    assert "does not see" not in str(try_bundle(do_bundle, tables).error)


def test_another_version_on_a_node_is_refused(bundle: Bundle) -> None:
    error = try_bundle(do_bundle, replace(bundle, version="0.0")).error
    assert f"has zaru {__version__}, the run 0.0" in str(error)


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ToolMissing, match=r"pip install 'zaru\[ray\]'"), RayEngine():
        pass


def test_nothing_imports_ray_before_it_is_asked_for(bundle: Bundle, tmp_path: Path) -> None:
    code = (
        "import sys; from zaru.cli import main; sys.argv[0] = 'zaru'\n"
        "try: main()\nfinally: print([name for name in sys.modules if name.startswith('ray')])"
    )
    command = ["build", "web.warc.gz", "-o", "corpus2", "--jobs", "1", "-q"]
    result = subprocess.run(
        [sys.executable, "-c", code, *command], capture_output=True, text=True, check=True
    )
    assert (tmp_path / "corpus2/corpus.json").exists()
    assert bundle.tasks
    assert result.stdout == "[]\n"
