"""Runs as processes of their own, and what the tests see of them."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from zaru.io.lock import LOCK_NAME
from zaru.runs.ledger import JOURNAL_NAME

PATIENCE_SECONDS = 60  # what a busy machine may need

# A run from folder to folder. What a page says is done to the child that converts it.
SCRIPT = """
import os, re, resource, signal, sys, time
from pathlib import Path

from zaru.errors import RunError
from zaru.runs.folders import Converted, convert_folder


def limit(kind, size):
    resource.setrlimit(kind, (size, size))


def convert(page):
    words = page.html
    if "endless Python" in words:
        while True:
            pass
    if "endless C" in words:
        re.match("(a+)+$", "a" * 64 + "b")
    if "endless sleep" in words:
        time.sleep(1000)
    if "allocates" in words:
        limit(resource.RLIMIT_AS, 2 * 1024**3)
        heap = []
        while True:
            heap.append(bytes(10**8))
    if "dies" in words:
        os.kill(os.getpid(), signal.SIGKILL)
    if "waits" in words:
        Path(sys.argv[2] + ".waiting").touch()
        while not Path(sys.argv[2] + ".go").exists():
            time.sleep(0.01)
    return None if "refused" in words else Converted((words.upper() * 50).encode())


def prepare():
    if "--small-files" in sys.argv:
        limit(resource.RLIMIT_FSIZE, 2000)
    return convert


deadline = 2 if "--hurry" in sys.argv else 60
try:
    for result in convert_folder(
        Path(sys.argv[1]), Path(sys.argv[2]), prepare,
        plan={"run": "test"}, jobs=2, deadline_seconds=deadline,
    ):
        print(repr(result), flush=True)
except RunError as error:
    print(type(error).__name__, error, file=sys.stderr)
    raise SystemExit(4)
"""

# `zaru` that cuts even small sources into several shards.
SMALL_SHARDS = """
import zaru.runs.plan as plan
from zaru.cli import main
plan._FIRST_BYTES = plan._LAST_BYTES = 20_000
main()
"""

Start = Callable[..., "subprocess.Popen[str]"]


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Wait for the end of *process*; return its code and what it said."""
    words, errors = process.communicate(timeout=PATIENCE_SECONDS)
    return process.returncode, words, errors


def children_of(process: int) -> list[int]:
    """Return the processes that *process* has started."""
    try:
        return list(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))
    except OSError:
        return []


def is_running(process: int) -> bool:
    """Say whether *process* is there and no zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(is_true: Callable[[], object]) -> None:
    """Wait until *is_true* says so; fails when it does not."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not is_true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)


def read_outputs(folder: Path) -> dict[str, bytes]:
    """Return the outputs in *folder*: what is not hidden."""
    paths = (path for path in folder.rglob("*") if path.is_file() and path.name[0] != ".")
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def read_all(folder: Path) -> dict[str, bytes]:
    """Return all files in *folder*, also those that a finished run does not leave."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def has_run_files(folder: Path) -> bool:
    """Say whether *folder* shows that a run did not end by itself."""
    return (folder / LOCK_NAME).exists() or (folder / JOURNAL_NAME).exists()


def make_pages(folder: Path, number: int = 60, **special: str) -> Path:
    """Make pages in *folder* and folders in it; *special* are others, by name."""
    for count in range(number):
        path = folder / f"part{count % 4}" / f"{count:04}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"<p>page {count} {'refused' if count % 7 == 0 else ''}")
    for name, words in special.items():
        (folder / f"{name}.html").write_text(f"<p>{words}")
    return folder
