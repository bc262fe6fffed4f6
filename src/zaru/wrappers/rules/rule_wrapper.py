"""Rules for each field, chosen one by one: zaru's own way to read records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from zaru.errors import FormatError
from zaru.page import Page
from zaru.wrappers.record import Values
from zaru.wrappers.rules.alignment import align
from zaru.wrappers.rules.notation import rule_from_json, rule_to_json
from zaru.wrappers.rules.reading import Places, read_places
from zaru.wrappers.rules.rule import Rule
from zaru.wrappers.rules.view import View
from zaru.wrappers.schema import read_fields, read_list, read_object, read_texts


@dataclass(frozen=True, slots=True)
class RuleWrapper:
    """The places of each field, and what makes a record."""

    method: ClassVar[str] = "rules"

    fields: Mapping[str, Places]
    record: Rule | None = None  # finds the element of each record, when a page has several
    repeated: tuple[str, ...] = ()  # the fields that each record has for itself, in order

    def read(self, page: Page) -> list[Values]:
        """Return the values of each record of *page*; none when no field is found."""
        view = View(page)
        found = {name: read_places(view, places) for name, places in self.fields.items()}
        return align(view, found, self.record, self.repeated)

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
        }

    @classmethod
    def from_json(cls, data: object) -> RuleWrapper:
        """Return the wrapper that `to_json` wrote; raises `FormatError` for other data."""
        wrapper = read_object(data, ("method", "fields", "record", "repeated"), "rules")
        fields = {
            name: _read_places(field["places"], f"{place}.places")
            for name, field, place in read_fields(wrapper["fields"], ("places",))
        }
        repeated = read_texts(wrapper["repeated"], "repeated")
        if not set(repeated) <= fields.keys():
            raise FormatError("repeated has a field that fields does not have")
        record = wrapper["record"]
        return cls(fields, None if record is None else rule_from_json(record, "record"), repeated)


def _read_places(data: object, place: str) -> Places:
    return tuple(
        tuple(
            rule_from_json(rule, f"{place}[{number}][{choice}]")
            for choice, rule in enumerate(read_list(rules, f"{place}[{number}]"))
        )
        for number, rules in enumerate(read_list(data, place))
    )
