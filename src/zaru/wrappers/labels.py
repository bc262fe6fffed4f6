"""Labels: what a person says the values of a field are on a page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from zaru.errors import FormatError, suggest
from zaru.page import Page
from zaru.wrappers.record import Span, collapse

_SHAPE = 'a label is like {"page": "a.html", "field": "price", "values": ["1,200円"]}'


@dataclass(frozen=True, slots=True)
class LabelValue:
    """One value, as it appears on the page; span and attribute say where, when they are known."""

    text: str
    span: Span | None = None
    attribute: str | None = None
    record: int | None = None  # of the page, when the label names it


@dataclass(frozen=True, slots=True)
class Label:
    """The values of one field on one page; none when the page does not have the field."""

    page: str
    field: str
    values: tuple[LabelValue, ...]

    @classmethod
    def from_json(cls, data: object) -> Label:
        """Return the label that *data* describes; raises `FormatError`."""
        match data:
            case {"page": str(page), "field": str(field), "values": list(values), **rest} if field:
                record = rest.get("record")
                if record is None or (type(record) is int and record >= 0):
                    read = map(_value_from_json, values)
                    return cls(page, field, tuple(replace(value, record=record) for value in read))
                raise FormatError(f"record is a number from 0 up, not {str(record)[:60]}")
        known = ("page", "field", "values", "record")
        unknown = [key for key in data if key not in known] if isinstance(data, dict) else []
        meant = suggest(unknown[0], known) if unknown else ""
        raise FormatError(f"{_SHAPE}; not {str(data)[:60]}{meant}")

    def to_json(self) -> dict[str, Any]:
        """Return the label as a JSON object."""
        values = [_value_to_json(value) for value in self.values]
        label = {"page": self.page, "field": self.field, "values": values}
        records = {value.record for value in self.values} - {None}
        return label | ({"record": records.pop()} if len(records) == 1 else {})


def _value_from_json(data: object) -> LabelValue:
    match data:
        case str(text):
            return LabelValue(collapse(text))
        case {"attribute": str(name), "value": str(text), **rest} if not rest:
            return LabelValue(collapse(text), attribute=name)
        case {"text": str(text), "span": [int(offset), int(length)], **rest} if not rest:
            return LabelValue(collapse(text), (offset, length))
    raise FormatError(
        'a value is a text, {"text": …, "span": [offset, length]} or {"attribute": …, "value": …};'
        f" not {str(data)[:60]}"
    )


def _value_to_json(value: LabelValue) -> str | dict[str, Any]:
    if value.attribute is not None:
        return {"attribute": value.attribute, "value": value.text}
    if value.span is not None:
        return {"text": value.text, "span": list(value.span)}
    return value.text


def read_labels(lines: Iterable[str | bytes], *, source: str = "") -> Iterator[Label]:
    """Yield the labels of a JSONL file; raises `FormatError` that names file and line."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield Label.from_json(json.loads(line))
        except (FormatError, ValueError, RecursionError) as error:
            reason = error.args[0] if isinstance(error, FormatError) else f"no valid JSON ({error})"
            raise FormatError(f"line {number}: {reason}", source=source) from error


class PageNames:
    """Finds pages by what labels call them: the source as given, its end, the address or the id."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self._pages: dict[str, list[Page]] = {}
        for page in pages:
            source = page.origin.source
            for name in {source, PurePath(source).name, page.url or source, page.id}:
                self._pages.setdefault(name, []).append(page)

    def find(self, name: str) -> list[Page]:
        """Return the pages that *name* may mean."""
        return self._pages.get(name) or self._by_end(name)

    def _by_end(self, name: str) -> list[Page]:
        steps = PurePath(name).parts
        candidates = self._pages.get(steps[-1], []) if steps else []
        return [
            page
            for page in candidates
            if PurePath(page.origin.source).parts[-len(steps) :] == steps
        ]


def group_labels(labels: Iterable[Label | Mapping[str, Any]]) -> dict[str, dict[str, Label]]:
    """Return the labels by page and field; a later one of the same page and field adds values."""
    found: dict[str, dict[str, Label]] = {}
    for item in labels:
        label = item if isinstance(item, Label) else Label.from_json(item)
        fields = found.setdefault(label.page, {})
        before = fields.get(label.field)
        values = label.values if before is None else (*before.values, *label.values)
        fields[label.field] = Label(label.page, label.field, values)
    return found
