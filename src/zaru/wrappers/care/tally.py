"""Tallies: how much a wrapper reads from pages; kept in its file, for `check` to compare with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from zaru.errors import FormatError
from zaru.wrappers.record import Record
from zaru.wrappers.schema import read_count, read_list, read_mapping, read_object


@dataclass(slots=True)
class FieldTally:
    """What is read of one field."""

    counts: list[int] = field(default_factory=list)  # values of each page that has any

    @property
    def pages(self) -> int:
        """The number of pages with a value."""
        return len(self.counts)


@dataclass(slots=True)
class Tally:
    """What is read of all fields."""

    pages: int = 0
    records: list[int] = field(default_factory=list)  # of each page that has any
    fields: dict[str, FieldTally] = field(default_factory=dict)

    @property
    def empty(self) -> int:
        """The number of pages without a record."""
        return self.pages - len(self.records)

    @property
    def values(self) -> int:
        """The number of values of all fields."""
        return sum(sum(tally.counts) for tally in self.fields.values())

    def add(self, records: Sequence[Record]) -> None:
        """Count what was read from one more page."""
        self.pages += 1
        if records:
            self.records.append(len(records))
        for name in records[0].fields if records else ():
            tally = self.fields.setdefault(name, FieldTally())
            count = sum(len(record.fields[name]) for record in records)
            if count:
                tally.counts.append(count)

    def to_json(self) -> dict[str, Any]:
        """Return the tally as a JSON object."""
        fields = {name: tally.counts for name, tally in self.fields.items()}
        return {"pages": self.pages, "records": self.records, "fields": fields}

    @classmethod
    def from_json(cls, data: object, place: str = "made.read") -> Tally | None:
        """Return the tally that `to_json` wrote, None when there is none; raises `FormatError`."""
        if data is None:
            return None
        tally = read_object(data, ("pages", "records", "fields"), place)
        pages = read_count(tally["pages"], 0, f"{place}.pages")
        records = _read_counts(tally["records"], f"{place}.records")
        fields = read_mapping(tally["fields"], f"{place}.fields")
        columns = {name: _read_counts(found, f"{place}.{name}") for name, found in fields.items()}
        if any(len(column) > pages for column in [records, *columns.values()]):
            raise FormatError(f"{place} counts more than its {pages} pages")
        return cls(pages, records, {name: FieldTally(found) for name, found in columns.items()})


def _read_counts(data: object, place: str) -> list[int]:
    return [read_count(item, 1, place) for item in read_list(data, place)]
