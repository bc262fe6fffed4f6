"""Commands over many pages into files and folders: in shards, with the bytes of one worker."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.faults.processes import SMALL_SHARDS

from zaru.io.lock import FolderLock

EXAMPLES = Path(__file__).parents[3] / "examples"
LABELS = EXAMPLES / "labels.jsonl"
# The run is killed when its pieces are made, before they are joined.
KILLED = f"""
import os, signal
from zaru.runs.rendering import WorkFolder
WorkFolder.join = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
{SMALL_SHARDS}"""
# Pages that hang, kill or eat, or are a fault of zaru's own.
HOSTILE = f"""
import os, signal
import zaru.page
build = zaru.page.build_tree
def fail(raw, *rest, **options):
    if b"HANG" in raw:
        while True:
            pass
    if b"DIE" in raw:
        os.kill(os.getpid(), signal.SIGKILL)
    if b"EAT" in raw:
        len(bytes(2**30))
    if b"FAULT" in raw:
        raise LookupError("broken")
    return build(raw, *rest, **options)
zaru.page.build_tree = fail
{SMALL_SHARDS}"""
NO_ARROW = f"import sys\nsys.modules['pyarrow'] = None\n{SMALL_SHARDS}"


def run(*arguments: str | Path, script: str = SMALL_SHARDS) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, timeout=120, check=False)


@pytest.fixture(scope="module")
def wrapper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("wrapper") / "shop.json"
    products = EXAMPLES / "shop/products"
    assert run("learn", products, "--labels", LABELS, "-o", path).returncode == 0
    return path


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a folder of pages that has several shards."""
    folder = tmp_path / "site"
    folder.mkdir()
    for number, path in enumerate(sorted((EXAMPLES / "shinbun/news").rglob("*.html"))):
        (folder / f"{number}.html").write_bytes(path.read_bytes())
    return folder


@pytest.mark.parametrize(
    "command",
    ["extract", "extract -f markdown --set on", "extract -f html --set off", "extract -f jsonl",
     "extract -f parquet", "extract -f jsonl --limit 7", "sentences", "blocks -f jsonl",
     "apply WRAPPER", "apply WRAPPER -f csv", "apply WRAPPER -f parquet"],
)  # fmt: skip
def test_shards_have_the_bytes_of_one_stream(command: str, wrapper: Path, tmp_path: Path) -> None:
    words = [str(wrapper) if word == "WRAPPER" else word for word in command.split()]
    streamed = run(*words, EXAMPLES)
    result = run(*words, EXAMPLES, "-o", tmp_path / "out", "--workers", "3")
    assert (tmp_path / "out").read_bytes() == streamed.stdout
    assert (result.returncode, result.stderr) == (streamed.returncode, streamed.stderr)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("command", ["extract -f jsonl", "feed -f jsonl"])
def test_folders_do_not_depend_on_workers(command: str, tmp_path: Path) -> None:
    for jobs in ("1", "3"):
        words = (*command.split(), EXAMPLES, "-o", f"{tmp_path}/{jobs}/", "--workers", jobs)
        assert run(*words).returncode == 0
    one, three = (
        {path.name: path.read_bytes() for path in (tmp_path / jobs).iterdir()} for jobs in "13"
    )
    assert one == three
    assert len(one) > 5


def test_what_is_done_is_not_done_again(site: Path, tmp_path: Path) -> None:
    (site / "empty.html").touch()
    words = ("extract", site, "-f", "jsonl", "-o", tmp_path / "out")
    log = ("--failures", tmp_path / "failures.jsonl")
    assert run(*words, *log, script=KILLED).returncode == -9
    assert not (tmp_path / "out").exists()
    whole = run("extract", site, "-f", "jsonl", "-o", tmp_path / "whole")
    result = run(*words, *log)
    lines = result.stderr.decode().splitlines()
    assert lines[0].startswith("zaru: goes on: ")
    assert lines[1:] == whole.stderr.decode().splitlines()
    assert (tmp_path / "out").read_bytes() == (tmp_path / "whole").read_bytes()
    (failure,) = map(json.loads, (tmp_path / "failures.jsonl").read_text().splitlines())
    assert (failure["source"], failure["error"]) == (f"{site}/empty.html", "FormatError")
    rows = (tmp_path / "out").read_bytes().count(b"\n")
    assert lines[-1] == f"zaru: {rows} pages read, {rows} kept, 1 failed (FormatError 1)"
    assert not list(tmp_path.glob(".*"))


def test_other_options_begin_anew(site: Path, tmp_path: Path) -> None:
    words = ("extract", site, "-f", "jsonl", "-o", tmp_path / "out")
    assert run(*words, script=KILLED).returncode == -9
    result = run(*words, "--favour", "recall")
    assert b"was begun with other options or sources; begins anew" in result.stderr
    assert b"goes on" not in result.stderr
    assert (tmp_path / "out").read_bytes() == run(*words[:-2], "--favour", "recall").stdout


def test_a_page_that_has_changed_is_done_again(site: Path, tmp_path: Path) -> None:
    words = ("blocks", site, "-f", "jsonl", "-o", tmp_path / "out")
    assert run(*words, script=KILLED).returncode == -9
    (site / "3.html").write_text("<p>changed</p>")
    (site / "0.html").unlink()
    (site / "new.html").write_text("<p>new</p>")
    assert run(*words).returncode == 0
    assert (tmp_path / "out").read_bytes() == run("blocks", site, "-f", "jsonl").stdout


def test_two_runs_on_one_output(site: Path, tmp_path: Path) -> None:
    work = tmp_path / ".out.zaru-work"
    work.mkdir()
    with FolderLock(work):
        result = run("extract", site, "-o", tmp_path / "out")
    assert result.returncode == 4
    assert f"process {os.getpid()} on".encode() in result.stderr


@pytest.mark.parametrize("set_", ["on", "off"])
def test_hostile_pages_cost_themselves(site: Path, tmp_path: Path, set_: str) -> None:
    good = run("extract", site, "-f", "jsonl", "--set", set_, script=HOSTILE).stdout
    for evil in ("HANG", "DIE", "EAT", "FAULT"):
        (site / f"a-{evil}.html").write_text(f"<p>{evil}</p>")
    log, output = tmp_path / "failures.jsonl", tmp_path / "out"
    result = run(
        "extract", site, "-f", "jsonl", "--set", set_, "-o", output, "--failures", log,
        "--deadline", "2", "--memory", "512", "--workers", "2", script=HOSTILE,
    )  # fmt: skip
    rows = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(row["source"], row["error"]) for row in rows] == [
        (f"{site}/a-DIE.html", "ToolCrashed"),
        (f"{site}/a-EAT.html", "LimitExceeded"),
        (f"{site}/a-FAULT.html", "LookupError"),
        (f"{site}/a-HANG.html", "LimitExceeded"),
    ]
    assert {row["stage"] for row in rows} == {"content"}
    assert output.read_bytes() == good
    kept = good.count(b"\n")
    assert f"{kept + 4} pages read, {kept} kept, 4 failed".encode() in result.stderr


def test_pages_of_the_same_bytes_are_judged_with_their_folders(site: Path, tmp_path: Path) -> None:
    other = tmp_path / "site/other"
    other.mkdir()
    for path in sorted(site.glob("*.html"))[::3]:
        (other / path.name).write_bytes(path.read_bytes())
    words = ("extract", site, "-f", "jsonl", "--set", "on")
    result = run(*words, "-o", tmp_path / "out", "-v")
    assert (tmp_path / "out").read_bytes() == run(*words).stdout
    assert b"sets judged together, 0 each judged alone" in result.stderr
    assert f"{site}/0.html: ".encode() in result.stderr


def test_no_package_is_needed(site: Path, tmp_path: Path) -> None:
    for number, script in enumerate((SMALL_SHARDS, NO_ARROW)):
        assert run("extract", site, "-o", tmp_path / str(number), script=script).returncode == 0
    assert (tmp_path / "0").read_bytes() == (tmp_path / "1").read_bytes()


@pytest.mark.parametrize(
    ("output", "words"),
    [
        pytest.param("x" * 300, "File name too long", id="too-long"),
        pytest.param("nowhere/x", "No such file or directory", id="no-folder"),
        pytest.param("site/0.html/x", "Not a directory", id="below-a-file"),
    ],
)
def test_an_output_that_cannot_be_is_told(
    site: Path, tmp_path: Path, output: str, words: str
) -> None:
    result = run("extract", site, "-o", tmp_path / output)
    assert result.returncode == 4
    assert f"{output}: cannot be written: {words}" in result.stderr.decode()
    assert result.stderr.count(b"\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_device_is_written_as_it_is(site: Path) -> None:
    assert run("extract", site, "-o", "/dev/null").returncode == 0
    assert not Path("/dev/.null.zaru-work").exists()
