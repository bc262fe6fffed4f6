"""The sheet of a folder: its fields, and what a person labelled as their values on which page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from zaru.errors import UsageError
from zaru.studio.actions import Sheet
from zaru.wrappers.discovery.naming import MAX_NAME_CHARS, make_unique
from zaru.wrappers.labels import Label, LabelValue
from zaru.wrappers.record import collapse, quote
from zaru.wrappers.rules.notation import rule_from_json, rule_to_json
from zaru.wrappers.rules.rule import Places

_FIELD, _LABEL = "field", "label"  # what keys of the sheet begin with
_MAX_FIELDS = 50

Values = tuple[LabelValue, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """One field: labelled by a person, or discovered and kept as it was found."""

    id: str
    name: str
    places: Places | None  # of a discovered field; they count as long as it has no labels
    labels: Mapping[str, Values]  # by the id of the page; none: the page does not have it

    @property
    def number(self) -> int:
        """Which field it is, from 1; it has the same colour as long as it lives."""
        return int(self.id)


class Change(NamedTuple):
    """An action that is to be saved."""

    labels: dict[str, Any]  # by key of the sheet; None removes one
    words: str
    field: str  # the id of the one that it is about, "" for none


@dataclass(frozen=True, slots=True)
class FieldSheet:
    """The fields of a folder, in the order in which they were made."""

    sheet: Sheet
    fields: tuple[Field, ...]

    @classmethod
    def of(cls, sheet: Sheet) -> FieldSheet:
        """Return the fields that the labels of a sheet say."""
        labels: dict[str, dict[str, Values]] = {}
        fields = {}
        for key, value in sheet.labels.items():
            kind, id_, *page = key.split("/", 2)
            if kind == _FIELD:
                fields[id_] = value
            elif kind == _LABEL:
                labels.setdefault(id_, {})[page[0]] = _unpack(value)
        made = (
            Field(id_, data["name"], _read_places(data["places"]), labels.get(id_, {}))
            for id_, data in fields.items()
        )
        ordered = tuple(sorted(made, key=lambda field: field.number))
        return cls(sheet, ordered)

    @property
    def version(self) -> int:
        """The version of the sheet."""
        return self.sheet.version

    def after(self, change: Change) -> FieldSheet:
        """Return the sheet as it is when *change* is saved, but for its version."""
        labels = {**self.sheet.labels, **change.labels}
        kept = {key: value for key, value in labels.items() if value is not None}
        return FieldSheet.of(replace(self.sheet, labels=kept))

    def field(self, id_: str) -> Field:
        """Return the field of that id; raises `UsageError`."""
        for field in self.fields:
            if field.id == id_:
                return field
        raise UsageError(f"there is no field {id_[:20]!r} any more")

    def add_field(self, name: str, places: Places | None = None) -> Change:
        """Return the action that makes a field, called *name* or nearly so."""
        if len(self.fields) >= _MAX_FIELDS:
            raise UsageError(f"{_MAX_FIELDS} fields are enough; remove one of them first")
        id_ = str(max((field.number for field in self.fields), default=0) + 1)
        taken = [field.name for field in self.fields]
        unique = list(make_unique([*taken, _check_name(name)]))[-1]
        return Change({f"{_FIELD}/{id_}": _describe(unique, places)}, f"+ {unique}", id_)

    def rename(self, id_: str, name: str) -> Change:
        """Return the action that calls a field something else; raises `UsageError`."""
        field, new = self.field(id_), _check_name(name)
        if any(other.name == new for other in self.fields if other.id != id_):
            raise UsageError(f"there is a field {new!r} already; choose another name")
        data = _describe(new, field.places)
        return Change({f"{_FIELD}/{id_}": data}, f"{field.name} → {new}", id_)

    def remove(self, id_: str) -> Change:
        """Return the action that removes a field and its labels."""
        field = self.field(id_)
        keys = [f"{_FIELD}/{id_}", *(f"{_LABEL}/{id_}/{page}" for page in field.labels)]
        return Change(dict.fromkeys(keys), f"− {field.name}", "")

    def set_label(self, id_: str, page: str, values: Values | None) -> Change:
        """Return the action that says what a field is on a page; None: nothing is said any more.

        A field that was not discovered goes with its last label.
        """
        field = self.field(id_)
        key = f"{_LABEL}/{id_}/{page}"
        if values is None and field.places is None and set(field.labels) <= {page}:
            return Change({key: None, f"{_FIELD}/{id_}": None}, f"− {field.name}", "")
        changes = {key: None if values is None else pack_values(values)}
        shown = quote(values[-1].text) if values else "–" if values is not None else "…"
        return Change(changes, f"{field.name}: {shown}", id_)


def join_values(known: Values, value: LabelValue) -> Values:
    """Return the values of a label and one more, in the order of the page where that is known.

    Those whose bytes the new one shares are replaced by it.
    """
    kept = [one for one in known if one != value and not _overlap(one, value)]
    return tuple(sorted([*kept, value], key=lambda one: one.span or (1 << 62, 0)))


def _overlap(one: LabelValue, other: LabelValue) -> bool:
    if one.span is None or other.span is None:
        return False
    return one.span[0] < sum(other.span) and other.span[0] < sum(one.span)


def combine(changes: Sequence[Change]) -> Change:
    """Return several changes as one action, which is undone at once; the last one names it."""
    merged = {key: value for change in changes for key, value in change.labels.items()}
    return Change(merged, changes[-1].words, changes[-1].field)


def _check_name(name: str) -> str:
    clean = collapse(name)[:MAX_NAME_CHARS]
    if not clean:
        raise UsageError("a field needs a name")
    return clean


def _describe(name: str, places: Places | None) -> dict[str, Any]:
    rules = None if places is None else [[rule_to_json(rule) for rule in one] for one in places]
    return {"name": name, "places": rules}


def _read_places(data: list[list[Any]] | None) -> Places | None:
    return (data and tuple(tuple(map(rule_from_json, place)) for place in data)) or None


def write_labels(page: str, field: str, values: Values) -> Iterator[Label]:
    """Yield the labels of one page and field: one, or one for each record that values name."""
    records = list(dict.fromkeys(value.record for value in values)) or [None]
    for record in records:
        yield Label(page, field, tuple(value for value in values if value.record == record))


def pack_values(values: Values) -> list[dict[str, Any]]:
    """Return values as JSON: what lines of a file of labels say of them."""
    lines = (label.to_json() for label in write_labels("", "", values))
    return [{key: line[key] for key in ("values", "record") if key in line} for line in lines]


def _unpack(data: Iterable[dict[str, Any]]) -> Values:
    labels = (Label.from_json({"page": "", "field": "-", **line}) for line in data)
    return tuple(value for label in labels for value in label.values)
