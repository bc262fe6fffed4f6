"""Rules for each field, chosen one by one: zaru's own way to read records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from zaru.errors import FormatError
from zaru.page import Page
from zaru.wrappers.record import Values
from zaru.wrappers.rules.alignment import GROUPINGS, Grouping, align
from zaru.wrappers.rules.notation import rule_from_json, rule_to_json
from zaru.wrappers.rules.reading import Places, read_places
from zaru.wrappers.rules.rule import Rule
from zaru.wrappers.rules.view import View
from zaru.wrappers.schema import read_fields, read_list, read_mapping, read_object, read_texts


@dataclass(frozen=True, slots=True)
class RuleWrapper:
    """The places of each field, and what makes a record."""

    method: ClassVar[str] = "rules"

    fields: Mapping[str, Places]
    record: Rule | None = None  # finds the element of each record, when a page has several
    repeated: tuple[str, ...] = ()  # the fields that each record has for itself, in order
    one: tuple[str, ...] = ()  # the fields of which a record has the first value only
    records: Grouping = "auto"  # what was asked for when the wrapper was learnt

    def read(self, page: Page) -> list[Values]:
        """Return the values of each record of *page*; none when no field is found."""
        return self.read_view(View(page))

    def read_view(self, view: View) -> list[Values]:
        """Return what `read` does, of a page that is seen already."""
        found = {name: read_places(view, places) for name, places in self.fields.items()}
        records = align(view, found, self.record, self.repeated)
        return [
            {**record, **{name: record[name][:1] for name in self.one if name in record}}
            for record in records
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the wrapper as a JSON object."""
        fields = [
            {"name": name, "places": [[rule_to_json(rule) for rule in place] for place in places]}
            for name, places in self.fields.items()
        ]
        record = None if self.record is None else rule_to_json(self.record)
        return {
            "method": self.method,
            "fields": fields,
            "record": record,
            "repeated": list(self.repeated),
            "one": list(self.one),
            "records": self.records,
        }

    @classmethod
    def from_json(cls, data: object) -> RuleWrapper:
        """Return the wrapper that `to_json` wrote; raises `FormatError` for other data."""
        older = {"one": [], "records": "auto", **read_mapping(data, "rules")}
        keys = ("method", "fields", "record", "repeated", "one", "records")
        wrapper = read_object(older, keys, "rules")
        fields = {
            name: _read_places(field["places"], f"{place}.places")
            for name, field, place in read_fields(wrapper["fields"], ("places",))
        }
        repeated, one = (read_texts(wrapper[key], key) for key in ("repeated", "one"))
        for key, names in (("repeated", repeated), ("one", one)):
            if not set(names) <= fields.keys():
                raise FormatError(f"{key} has a field that fields does not have")
        if (records := wrapper["records"]) not in GROUPINGS:
            raise FormatError(
                f"records is {str(records)[:20]!r}, not one of {', '.join(GROUPINGS)}"
            )
        record = None if wrapper["record"] is None else rule_from_json(wrapper["record"], "record")
        return cls(fields, record, repeated, one, records)


def _read_places(data: object, place: str) -> Places:
    return tuple(
        tuple(
            rule_from_json(rule, f"{place}[{number}][{choice}]")
            for choice, rule in enumerate(read_list(rules, f"{place}[{number}]"))
        )
        for number, rules in enumerate(read_list(data, place))
    )
