"""What answers of the JSON API have in common; the tables of a corpus as their models."""

from __future__ import annotations

from collections.abc import Sequence
from types import GenericAlias
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from zaru.io.parquet import Shape

Span = Annotated[
    list[int],
    Field(min_length=2, max_length=2, description="Byte offset and length in the original page."),
]


class Model(BaseModel):
    """An object of an answer: keys are always there, null when absent."""

    model_config = ConfigDict(frozen=True)


class Parameters(BaseModel):
    """What a request may say; anything else is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Slice(Parameters):
    """Which of many."""

    offset: int = Field(0, ge=0, le=10_000_000, description="How many are left out before.")
    limit: int = Field(1000, ge=1, le=10_000, description="At most so many.")

    def of(self, key: str, rows: Sequence[object]) -> dict[str, object]:
        """Return the part of an answer that has some of *rows*, under *key*."""
        some = rows[self.offset : self.offset + self.limit]
        return {"total": len(rows), "offset": self.offset, key: some}


class Fault(Model):
    """What is wrong."""

    status: int = Field(description="The HTTP status, once more.", examples=[404])
    message: str = Field(description="One line.", examples=["no page '01234567' in this corpus"])


class FaultAnswer(Model):
    """Every answer that is not 200."""

    error: Fault


FAULTS: dict[int | str, dict[str, Any]] = {
    "default": {"model": FaultAnswer, "description": "Something is wrong: one line says what."}
}


def to_model(name: str, shape: Shape, *, are_spans: bool = False) -> type[BaseModel]:
    """Return the model of a row that has *shape*; every value may be null.

    So the tables of a corpus are written down once. With *are_spans* all its lists are spans.
    """
    fields: dict[str, Any] = {}
    for key, kind in shape.items():
        inner = f"{name}{key.title().replace('_', '')}"
        fields[key] = (_to_type(inner, kind, key, are_spans=are_spans) | None, Field())
    return create_model(name, __base__=Model, **fields)


def to_slice_model(name: str, key: str, row: type[BaseModel], **more: Any) -> type[BaseModel]:
    """Return the model of an answer that has some rows of a page, under *key*."""
    fields: dict[str, Any] = {
        "page": (str, Field(description="Its whole id.")),
        **more,
        "total": (int, Field(description="How many there are.")),
        "offset": (int, Field(description="How many are before the first of these.")),
        key: (GenericAlias(list, (row,)), Field()),
    }
    return create_model(name, __base__=Model, **fields)


def _to_type(name: str, kind: Any, key: str, *, are_spans: bool) -> Any:
    match kind:
        case dict():
            return to_model(name, kind, are_spans=key == "spans")
        case [_] if are_spans or key == "span":
            return Span
        case [inner]:
            return GenericAlias(list, (_to_type(name, inner, "", are_spans=False),))
        case _:
            return kind
