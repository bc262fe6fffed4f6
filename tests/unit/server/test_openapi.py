"""The JSON API against its own OpenAPI document: schemathesis finds no fault."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.corpora import make_corpus
from tests.unit.server.conftest import make_pages

from zaru.io.corpus import Corpus
from zaru.search.indexing import index_corpus
from zaru.server.app import make_app
from zaru.server.settings import Serving, Settings

# `make schemas` tries more.
EXAMPLES = int(os.environ.get("ZARU_SCHEMA_EXAMPLES", "10"))
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.name.lower())
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_no_request_makes_a_fault(tmp_path: Path, mode: GenerationMode) -> None:
    folder = make_corpus(tmp_path, make_pages())
    index_corpus(folder)
    pages = [page.id for page in Corpus(folder)]
    app = make_app(Settings(str(folder), serving=Serving(base_url="http://testserver")))
    schema = schemathesis.openapi.from_asgi("/api/v1/openapi.json", app)
    count = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        count += 1

        @settings(
            max_examples=EXAMPLES, deadline=None, phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck), database=None,
        )  # fmt: skip
        @given(case=operation.as_strategy(generation_mode=mode))
        def call(case: Case[Any]) -> None:
            case.call_and_validate(checks=CHECKS)
            if "page" in case.path_parameters:  # no random id is one of a page
                case.path_parameters["page"] = pages[len(str(case.query)) % len(pages)]
                case.call_and_validate(checks=CHECKS)

        with suppress(Unsatisfiable):  # nothing can be wrong where nothing is said
            call()
    assert count == len(app.state.openapi["paths"])
