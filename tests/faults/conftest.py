"""Runs as processes of their own, which the tests disturb."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.faults.builds import make_script, make_web
from tests.faults.processes import SCRIPT, Start, finish

SOURCE_ROOT = Path(__file__).parents[2] / "src"

# Indexes are for `make faults` and the tests of their own room: here they would cost minutes.
BUILD = ("build", "--no-index", "--workers", "2")


def start_python(*arguments: str | Path) -> subprocess.Popen[str]:
    """Start Python."""
    return subprocess.Popen(
        [sys.executable, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(SOURCE_ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Whoever runs the tests in the background has switched Ctrl-C off for us.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
    )


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Return the function that starts a run, or Python; what runs in the end is ended."""
    script = tmp_path / "convert.py"
    script.write_text(SCRIPT)
    started: list[subprocess.Popen[str]] = []

    def start_process(*arguments: str | Path) -> subprocess.Popen[str]:
        is_python = arguments[0] in ("-m", "-c")
        process = start_python(*([] if is_python else [script]), *arguments)
        started.append(process)
        return process

    yield start_process
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def build(tmp_path: Path) -> Iterator[Start]:
    """Return the function that starts `zaru build` with small shards; *hook* is run before it."""
    started: list[subprocess.Popen[str]] = []

    def start_build(*arguments: str | Path, hook: str = "") -> subprocess.Popen[str]:
        script = make_script(tmp_path, hook)
        started.append(start_python(script, *BUILD, *arguments))
        return started[-1]

    yield start_build
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture(scope="session")
def web(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of pages that the builds of these tests begin with; not to be changed."""
    return make_web(tmp_path_factory.mktemp("sources") / "web")


@pytest.fixture(scope="session")
def whole(web: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the corpus of `web` that nobody has disturbed; not to be changed."""
    folder = tmp_path_factory.mktemp("whole")
    script = make_script(folder, "")
    process = start_python(script, *BUILD, web, "-o", folder / "corpus")
    code, _, errors = finish(process)
    assert code == 1, errors  # two of its pages fail
    return folder / "corpus"
