"""The child process in which each hostile input is tried, with a time and a memory limit."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RunChild = Callable[..., str]


@pytest.fixture(scope="session")
def run_child() -> RunChild:
    """Return the function that runs Python code in a child and returns what it prints.

    A child that writes to stderr, takes longer than *seconds* or needs more than *mebibytes*
    fails the test.
    """

    def run(code: str, *arguments: str, seconds: float, mebibytes: int) -> str:
        limit = mebibytes * 1024**2
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
        )
        assert (done.stderr, done.returncode) == ("", 0)
        return done.stdout

    return run
