"""Which status stands for which error."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from shutil import copytree

import pytest
from starlette.testclient import TestClient

from zaru.errors import (
    FormatError,
    NotFound,
    StoreAway,
    ToolCrashed,
    ToolMissing,
    ToolTimeout,
    UsageError,
    ZaruError,
)
from zaru.server.app import make_app
from zaru.server.faults import Gone, find_status
from zaru.server.settings import Settings
from zaru.server.state import Away


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (UsageError, 400), (NotFound, 404), (Gone, 410), (ToolTimeout, 504), (ToolCrashed, 503),
        (ToolMissing, 503), (StoreAway, 503), (Away, 503), (FormatError, 500), (ZaruError, 500),
    ],
)  # fmt: skip
def test_every_error_has_its_status(error: type[ZaruError], status: int) -> None:
    assert find_status(error("words")) == status


def test_an_index_on_nodes_that_are_away_is_said(
    corpus: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pytest.importorskip("opensearchpy")
    copy = copytree(corpus, tmp_path / "corpus")
    with socket.create_server(("127.0.0.1", 0)) as taken:  # nobody answers there afterwards
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
    about = copy / "index" / "index.json"
    values = json.loads(about.read_text())
    about.write_text(json.dumps({**values, "engine": "opensearch", "place": f"{address}/pages"}))
    with TestClient(make_app(Settings(str(copy))), base_url="http://localhost") as client:
        answer = client.get("/api/v1/search?q=朝市")
        page = client.get("/api/v1/corpus")
    assert (answer.status_code, page.status_code) == (503, 200)
    assert address not in answer.text
    assert address in caplog.text
