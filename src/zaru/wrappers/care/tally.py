"""Tallies: how much a wrapper reads from pages; kept in its file, for `check` to compare with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from zaru.errors import FormatError
from zaru.wrappers.record import Record
from zaru.wrappers.schema import count_from, list_of, mapping_of, object_of, optional


@dataclass(slots=True)
class Tally:
    """What is read of all fields."""

    pages: int = 0
    records: list[int] = field(default_factory=list)  # of each page that has any
    fields: dict[str, list[int]] = field(default_factory=dict)  # values of pages that have any

    @property
    def empty(self) -> int:
        """The number of pages without a record."""
        return self.pages - len(self.records)

    @property
    def values(self) -> int:
        """The number of values of all fields."""
        return sum(map(sum, self.fields.values()))

    def add(self, records: Sequence[Record]) -> None:
        """Count what was read from one more page."""
        self.pages += 1
        if records:
            self.records.append(len(records))
        for name in records[0].fields if records else ():
            counts = self.fields.setdefault(name, [])
            if count := sum(len(record.fields[name]) for record in records):
                counts.append(count)

    def to_json(self) -> dict[str, Any]:
        """Return the tally as a JSON object."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: object, place: str = "made.read") -> Tally | None:
        """Return the tally that `to_json` wrote, None when there is none; raises `FormatError`."""
        tally = _read_tally(data, place)
        columns = [] if tally is None else [tally.records, *tally.fields.values()]
        if tally is not None and any(len(column) > tally.pages for column in columns):
            raise FormatError(f"{place} counts more than its {tally.pages} pages")
        return tally


def _read_counts(data: object, place: str) -> list[int]:
    return list(list_of(count_from(1))(data, place))


_read_tally = optional(
    object_of(Tally, pages=count_from(0), records=_read_counts, fields=mapping_of(_read_counts))
)
