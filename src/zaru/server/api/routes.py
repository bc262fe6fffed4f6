"""The addresses of the JSON API, and what it says of itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi

from zaru._version import __version__
from zaru.server.api import chunks, citations, corpus, duplicates, links, pages, search, sentences
from zaru.server.faults import API

_NOUNS = (search, pages, sentences, chunks, links, duplicates, citations, corpus)
_ABOUT = """Pages of a corpus by words, and all that is known of each page.

Every span is byte offset and length in the original page, which `/pages/{page}/original` gives.
"""


router = APIRouter(prefix=API)
for _noun in _NOUNS:
    router.include_router(_noun.router)


def describe(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document of *app*."""
    about = get_openapi(
        title="zaru", version=__version__, description=_ABOUT, routes=app.routes,
        servers=[{"url": "/"}],
    )  # fmt: skip
    examples = json.loads(Path(__file__).with_name("examples.json").read_bytes())
    for path, methods in about["paths"].items():
        for method in methods.values():
            method["responses"].pop("422", None)  # it is 400 here, in the shape of all errors
            if path in examples:
                answer = method["responses"]["200"]["content"]["application/json"]
                answer["example"] = examples[path]
    schemas = about["components"]["schemas"]
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    return about
