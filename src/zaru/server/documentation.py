"""`/docs`: the APIs for people, written from the OpenAPI document, with links that run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from zaru.server.faults import API, TSUBAKI
from zaru.server.lookup import Looked
from zaru.server.state import View
from zaru.server.web.asking import Asked
from zaru.server.web.rendering import render
from zaru.server.web.survey import Surveys

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Value:
    """A parameter of a request, or a key of an answer."""

    name: str
    kind: str
    default: str  # empty: none
    words: str


@dataclass(frozen=True, slots=True)
class Operation:
    """What can be asked at one address."""

    method: str
    path: str
    words: str
    values: tuple[Value, ...]
    keys: tuple[Value, ...]  # of the answer
    example: str  # an address that runs, or what to type


@router.get("/docs")
def show_documentation(request: Request, view: Looked) -> Response:
    """Show all operations with examples of this corpus."""
    surveys: Surveys = request.app.state.surveys
    samples = _find_samples(view, surveys.of(view).examples)
    about = request.app.state.openapi
    operations = [
        _describe(about, path, method, said, samples)
        for path, methods in about["paths"].items()
        for method, said in methods.items()
    ]
    tsubaki = _describe_tsubaki(samples)
    asked = Asked.of(request.query_params)
    return render(request, "docs.html", asked, operations=operations, tsubaki=tsubaki, api=API)


@router.get(API)
def lead_to_documentation() -> Response:
    """Lead who types the beginning of the addresses to what explains them."""
    return RedirectResponse("/docs", 307)


def _find_samples(view: View, queries: Sequence[str]) -> dict[str, str]:
    """Return values for examples that find something here, by the names of parameters."""
    page = next(iter(view.corpus), None)
    samples = {"page": page.id if page else "0", "q": "朝市", "offset": "0", "length": "1"}
    if page is not None and page["blocks"]:
        block = next((one for one in page["blocks"] if one["text"]), page["blocks"][0])
        samples |= {"offset": str(block["span"][0]), "length": str(block["span"][1])}
    return samples | ({"q": queries[0]} if queries else {})


def _describe(
    about: Mapping[str, Any],
    path: str,
    method: str,
    said: Mapping[str, Any],
    samples: Mapping[str, str],
) -> Operation:
    values = [_to_value(one["name"], one["schema"], one["required"]) for one in _parameters(said)]
    body = said.get("requestBody")
    if body:
        values += _find_keys(about, body["content"]["application/json"]["schema"])
    answer = said["responses"]["200"]["content"].get("application/json", {})
    return Operation(
        method.upper(),
        path,
        said["description"],
        tuple(values),
        tuple(_find_keys(about, answer["schema"])) if "schema" in answer else (),
        _write_post(path, samples) if body else _write_get(path, said, samples),
    )


def _parameters(said: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = said.get("parameters", [])
    return found


def _write_get(path: str, said: Mapping[str, Any], samples: Mapping[str, str]) -> str:
    """Return an address with all values that it needs."""
    query = {}
    for one in _parameters(said):
        sample = samples.get(one["name"], "")
        if one["in"] == "path":
            path = path.replace(f"{{{one['name']}}}", quote(sample))
        elif one["required"]:
            query[one["name"]] = sample
    return f"{path}?{urlencode(query)}" if query else path


def _write_post(path: str, samples: Mapping[str, str]) -> str:
    """Return what to type in a shell; nothing of a page stands in it, for it may say anything."""
    body = f'{{"page": "{samples["page"]}", "quote": "…"}}'
    return f"curl {path} -H 'Content-Type: application/json' -d '{body}'"


def _describe_tsubaki(samples: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the two requests of the paper for this corpus: what they do, and their addresses."""
    search = {"query": samples["q"], "start": "1", "results": "20"}
    page = {"id": samples["page"], "format": "xml"}
    return [("search", f"{TSUBAKI}?{urlencode(search)}"), ("page", f"{TSUBAKI}?{urlencode(page)}")]


def _find_keys(about: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[Value]:
    """Yield the keys of the object that *schema* is."""
    name = schema["$ref"].rpartition("/")[2]
    found = about["components"]["schemas"][name]
    required = found.get("required", ())
    for key, kind in found["properties"].items():
        yield _to_value(key, kind, key in required)


def _to_value(name: str, schema: Mapping[str, Any], is_required: bool) -> Value:
    default = schema.get("default")
    shown = "" if default is None else str(default).lower()
    kind = _name_kind(schema)
    if not is_required:  # null is what is not said
        kind = kind.removesuffix(" or null")
    return Value(name, kind, shown, schema.get("description", ""))


def _name_kind(schema: Mapping[str, Any]) -> str:
    """Return the type of a value in words.

    >>> _name_kind({"anyOf": [{"items": {"type": "integer"}, "type": "array"}, {"type": "null"}]})
    'list of integer or null'
    """
    if "anyOf" in schema:
        return " or ".join(map(_name_kind, schema["anyOf"]))
    if "$ref" in schema:
        return "object"
    if "enum" in schema:
        return " or ".join(map(str, schema["enum"]))
    if schema.get("type") == "array":
        return f"list of {_name_kind(schema.get('items', {}))}"
    return str(schema.get("type", "any"))
