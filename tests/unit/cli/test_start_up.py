"""Tests of what the command line loads: next to nothing before it knows what is wanted."""

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


def load(*arguments: str | Path) -> set[str]:
    """Return the modules that a command has loaded in the end."""
    done = subprocess.run(
        [sys.executable, "-c", SPY, *arguments], env={"PYTHONPATH": str(SOURCES)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(done.stderr.split())


@pytest.mark.parametrize(
    ("argument", "light"), [("--help", {"turbohtml", "zaru.dom"}), ("--version", set[str]())]
)
def test_help_and_version_load_nothing_heavy(argument: str, light: set[str]) -> None:
    assert not (HEAVY | light) & load(argument)


def test_the_text_of_one_page_needs_no_numpy_and_no_metadata(tmp_path: Path) -> None:
    pytest.importorskip("zaru.content._kernel", reason="the kernel is not compiled")
    page = tmp_path / "page.html"
    page.write_text("<title>a</title><p>A sieve of bamboo.")
    loaded = load("extract", page)
    assert "zaru.content.model" in loaded
    unwanted = "numpy zaru.content.metadata zaru.content.chunks zaru.text.dates zaru.io.warc"
    assert not set(unwanted.split()) & loaded
