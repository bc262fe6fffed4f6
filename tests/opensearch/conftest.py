"""One cluster of three nodes for all tests here, and the corpora that they load."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.opensearch.nodes import Nodes, start_nodes, why_missing

from zaru.runs.build.build import build
from zaru.runs.build.options import Options
from zaru.runs.workers import Workers

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="session")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    """Return three nodes; one of them may have been killed by another test."""
    if (reason := why_missing()) is not None:
        pytest.skip(reason)
    os.environ.pop("ZARU_OPENSEARCH_AUTH", None)
    with start_nodes(tmp_path_factory.mktemp("nodes")) as found:
        yield found


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the corpus of the example sites."""
    folder = tmp_path_factory.mktemp("example") / "corpus"
    sources = [EXAMPLES / name for name in ("shinbun", "shop", "blog")]
    build(sources, folder, Options(annotate=("juman",)), workers=Workers(2))
    return folder
