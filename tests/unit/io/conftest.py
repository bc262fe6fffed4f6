"""Stores to test against: folders of this machine, memory, one that fails, S3."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest


@pytest.fixture(scope="session")
def s3_server() -> Iterator[dict[str, str]]:
    """Run an S3 server; return the environment that leads to it."""
    from tests.object_store import serve_s3

    with serve_s3() as environment:
        yield environment


@pytest.fixture
def bucket(s3_server: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of a new bucket."""
    import fsspec

    for name, value in s3_server.items():
        monkeypatch.setenv(name, value)
    address = f"s3://bucket-{uuid4().hex[:8]}"
    fsspec.filesystem("s3").mkdir(address)
    return address


@pytest.fixture
def flaky() -> str:
    """Return an address in the store that fails when it is told to."""
    from tests.object_store import FlakyFileSystem

    FlakyFileSystem.clear()
    return "flaky://corpus"


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the pauses that were made, without making them."""
    made: list[float] = []
    monkeypatch.setattr("zaru.io.remote.time.sleep", made.append)
    return made


@pytest.fixture(params=["folder", "memory", "flaky", "s3"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return where a store can be, of each kind."""
    makers: dict[str, Callable[[], str]] = {
        "folder": lambda: str(tmp_path / "corpus"),
        "memory": lambda: f"memory://{uuid4().hex}/corpus",
        "flaky": lambda: str(request.getfixturevalue("flaky")),
        "s3": lambda: f"{request.getfixturevalue('bucket')}/a/corpus",
    }
    if request.param != "folder":
        pytest.importorskip("fsspec")
    return makers[request.param]()
