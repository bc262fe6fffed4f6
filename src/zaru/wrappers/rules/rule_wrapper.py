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
from zaru.wrappers.rules.rule import Places, Rule, read_places
from zaru.wrappers.rules.view import View
from zaru.wrappers.schema import (
    fields_of,
    list_of,
    object_of,
    one_of,
    optional,
    read_mapping,
    read_text,
)


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
        rules = _read_rules(older, "rules")
        for key, names in (("repeated", rules.repeated), ("one", rules.one)):
            if not set(names) <= rules.fields.keys():
                raise FormatError(f"{key} has a field that fields does not have")
        return rules


_read_rules = object_of(
    RuleWrapper,
    fields=fields_of(lambda places: places, places=list_of(list_of(rule_from_json))),
    record=optional(rule_from_json),
    repeated=list_of(read_text),
    one=list_of(read_text),
    records=one_of(*GROUPINGS),
)
