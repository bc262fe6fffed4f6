"""Runs as processes of their own, which the tests disturb."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.faults.processes import SCRIPT, Start

SOURCE_ROOT = Path(__file__).parents[2] / "src"


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Return the function that starts a run, or Python; what runs in the end is ended."""
    script = tmp_path / "convert.py"
    script.write_text(SCRIPT)
    started: list[subprocess.Popen[str]] = []

    def start_process(*arguments: str | Path) -> subprocess.Popen[str]:
        is_module = arguments[0] == "-m"
        process = subprocess.Popen(
            [sys.executable, *([] if is_module else [str(script)]), *map(str, arguments)],
            env={**os.environ, "PYTHONPATH": str(SOURCE_ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # Whoever runs the tests in the background has switched Ctrl-C off for us.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
        )
        started.append(process)
        return process

    yield start_process
    for process in started:
        process.kill()
        process.communicate()
