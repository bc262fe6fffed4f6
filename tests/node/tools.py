"""Programs of npm that tests use: `make test` installs them beside the virtual environment."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

MODULES = Path(sys.prefix) / "node" / "node_modules"


def find_tool(path: str) -> Path:
    """Return a file of an npm package; the test is skipped where it is not installed."""
    found = MODULES / path
    if not found.exists():
        pytest.skip(f"no {path} here: `make test` installs it where there is npm")
    return found
