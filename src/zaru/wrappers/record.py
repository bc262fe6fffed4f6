"""Records: what a wrapper reads from a page, each value with its byte span."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Span = tuple[int, int]  # byte offset and length
_BETWEEN_VALUES = " | "  # in one cell of a CSV file


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a field."""

    text: str  # as a reader sees it, white space as one space
    span: Span | None  # None where the page does not write it: an attribute without a value

    def to_json(self) -> dict[str, Any]:
        """Return the value as a JSON object."""
        return {"value": self.text, "span": None if self.span is None else list(self.span)}


Values = Mapping[str, tuple[Value, ...]]  # by field; fields that are absent may be left out


@dataclass(frozen=True, slots=True)
class Record:
    """The values of one thing on a page. Every field is there; an absent one is empty."""

    page: str  # the source of the page
    number: int  # which record of the page, from 0
    fields: dict[str, tuple[Value, ...]]
    offset: int | None = None  # of the page in its source, when that is an archive

    def texts(self, field: str) -> list[str]:
        """Return the texts of a field."""
        return [value.text for value in self.fields[field]]

    @property
    def cells(self) -> list[str]:
        """The record as a row of a CSV file, without spans."""
        place = [self.page, "" if self.offset is None else str(self.offset), str(self.number)]
        return place + [_BETWEEN_VALUES.join(self.texts(name)) for name in self.fields]

    def to_json(self) -> dict[str, Any]:
        """Return the record as a JSON object."""
        fields = {name: [v.to_json() for v in values] for name, values in self.fields.items()}
        return {"page": self.page, "offset": self.offset, "record": self.number, "fields": fields}


def name_cells(fields: Iterable[str]) -> list[str]:
    """Return the header of `Record.cells` of records with these fields."""
    return ["page", "offset", "record", *fields]


def record_shape(fields: Iterable[str]) -> dict[str, Any]:
    """Return the types in `Record.to_json` of records with these fields."""
    value = {"value": str, "span": [int]}
    shapes = {name: [value] for name in fields}
    return {"page": str, "offset": int, "record": int, "fields": shapes}


def quote(text: str, max_chars: int = 40) -> str:
    """Return *text* as messages show it, cut when it is long.

    >>> quote("1,200 円", 5)
    '“1,200…”'
    """
    return f"“{text[:max_chars]}…”" if len(text) > max_chars else f"“{text}”"


def count(number: int, noun: str) -> str:
    """Return a number of things in words: "1 page", "2 pages"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def collapse(text: str) -> str:
    """Return *text* as values are compared and written: white space as one space.

    >>> collapse(" 1,200\\xa0円\\n")
    '1,200 円'
    """
    return " ".join(text.split())
