"""docs/api.md: its requests are sent, and what it shows is what comes back."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.served_examples import FILE, build_example_corpus, read_examples

from zaru.server.app import make_app
from zaru.server.settings import Settings

DOCUMENT = (Path(__file__).parents[2] / "docs/api.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```sh\n(curl [^\n]+)\n```\n\n```\w+\n(.*?)```", DOCUMENT, re.DOTALL)


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of the corpus that the document builds."""
    folder = build_example_corpus(tmp_path_factory.mktemp("api") / "corpus")
    with TestClient(make_app(Settings(str(folder))), base_url="http://127.0.0.1:8000") as client:
        yield client


def call(client: TestClient, command: str) -> str:
    """Do what curl would do."""
    _, address, *options = shlex.split(command)
    values = dict(zip(options[::2], options[1::2], strict=True))
    name, _, value = values.get("-H", "Accept: */*").partition(": ")
    if "-d" in values:
        return client.post(address, content=values["-d"], headers={name: value}).text
    return client.get(address, headers={name: value}).text


@pytest.mark.parametrize(("command", "shown"), SHOWN)
def test_what_the_document_shows_comes_back(example: TestClient, command: str, shown: str) -> None:
    answer = call(example, command)
    if answer.startswith("{"):  # in one line, which the document breaks
        shown = shown.replace("\n", "")
    pattern = ".*".join(map(re.escape, shown.strip().split("…")))
    assert re.fullmatch(pattern, answer.strip(), re.DOTALL), answer


def test_the_document_shows_both_apis() -> None:
    assert len(SHOWN) == 6


def test_every_address_is_in_the_document(example: TestClient) -> None:
    for path in example.get("/api/v1/openapi.json").json()["paths"]:
        assert f"| `{path.removeprefix('/api/v1')}` |" in DOCUMENT


def test_examples_of_the_openapi_document_have_the_keys_of_today(example: TestClient) -> None:
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    assert to_shape(kept) == to_shape(read_examples(example)), "python -m tests.served_examples"


def to_shape(value: Any) -> Any:
    """Return the keys of *value*, and what kinds of values it has."""
    match value:
        case dict():
            return {key: to_shape(one) for key, one in value.items()}
        case list():
            return [to_shape(one) for one in value[:1]]
        case _:
            return type(value).__name__
