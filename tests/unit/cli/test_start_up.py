"""Tests of what the command line loads before it knows what is wanted: next to nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[3] / "src"
HEAVY = {"numpy", "pyarrow", "spacy", "fugashi", "asyncio", "multiprocessing", "zaru.content.model"}
SPY = """
import sys
from zaru.cli import main
try:
    main()
except SystemExit:
    print(*sys.modules, file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("argument", "light"), [("--help", {"turbohtml", "zaru.dom"}), ("--version", set[str]())]
)
def test_help_and_version_load_nothing_heavy(argument: str, light: set[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SPY, argument], env={"PYTHONPATH": str(SOURCES)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert not (HEAVY | light) & set(done.stderr.split())
