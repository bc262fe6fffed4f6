"""Annotators that are slow to load, once for all tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.monkeypatch import MonkeyPatch

from zaru.annotators.jumandic import JumandicAnnotator
from zaru.annotators.loading import load_annotator
from zaru.corpus.sentence import Annotator


def load_library(name: str, folder: Path) -> Annotator:
    """Return the library behind *name*, whatever tools this machine has on its PATH."""
    with MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(folder))
        return load_annotator(name)


@pytest.fixture(scope="session")
def jumandic() -> JumandicAnnotator:
    return JumandicAnnotator()


@pytest.fixture(scope="session")
def ginza_as_knp(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Annotator]:
    annotator = load_library("knp", tmp_path_factory.mktemp("empty"))
    yield annotator
    annotator.close()


@pytest.fixture(scope="session")
def ginza(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Annotator]:
    annotator = load_library("ginza", tmp_path_factory.mktemp("empty"))
    yield annotator
    annotator.close()
