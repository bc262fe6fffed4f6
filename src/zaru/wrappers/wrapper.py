"""The Wrapper value: how the records of a site's pages are read. A JSON file, no code."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from zaru.errors import FormatError
from zaru.page import Page
from zaru.wrappers.alternation.left_right import LeftRightWrapper
from zaru.wrappers.record import Record, Values
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.rules.view import View
from zaru.wrappers.schema import read_list, read_mapping, read_object, read_text, read_texts
from zaru.wrappers.tree.tree_wrapper import TreeWrapper

VERSION = 1

Rules = RuleWrapper | TreeWrapper | LeftRightWrapper
_METHODS = {kind.method: kind for kind in (RuleWrapper, TreeWrapper, LeftRightWrapper)}
_KEYS = ("zaru_wrapper", "rules", "samples", "made")


@dataclass(frozen=True, slots=True)
class Sample:
    """What a field was on a page when the wrapper was made: `repair` looks for it again."""

    page: str
    values: tuple[str, ...]  # of one record; none when the page did not have the field


@dataclass(frozen=True, slots=True)
class Wrapper:
    """The rules of a site, with samples of what they read and how they were made."""

    rules: Rules
    samples: Mapping[str, tuple[Sample, ...]] = field(default_factory=dict)  # by field
    made: Mapping[str, Any] = field(default_factory=dict)  # which zaru, from how many pages

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields."""
        if isinstance(self.rules, TreeWrapper):
            return tuple(field.name for field in self.rules.fields)
        return tuple(self.rules.fields)

    def apply(self, page: Page) -> list[Record]:
        """Return the records of *page*; none when no field is found."""
        return self._make_records(page, self.rules.read(page))

    def apply_view(self, view: View) -> list[Record]:
        """Return what `apply` does, of a page that is seen already."""
        if isinstance(self.rules, RuleWrapper):
            return self._make_records(view.page, self.rules.read_view(view))
        return self.apply(view.page)

    def _make_records(self, page: Page, found: Sequence[Values]) -> list[Record]:
        return [
            Record(
                page.origin.source,
                number,
                {name: tuple(values.get(name, ())) for name in self.fields},
                page.origin.offset,
            )
            for number, values in enumerate(found)
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the wrapper as a JSON object."""
        samples = {
            name: [{"page": sample.page, "values": list(sample.values)} for sample in found]
            for name, found in self.samples.items()
        }
        return {
            "zaru_wrapper": VERSION,
            "rules": self.rules.to_json(),
            "samples": samples,
            "made": dict(self.made),
        }

    @classmethod
    def from_json(cls, data: object) -> Wrapper:
        """Return the wrapper that `to_json` wrote; raises `FormatError` for other data."""
        if not isinstance(data, dict) or "zaru_wrapper" not in data:
            raise FormatError("no wrapper: zaru_wrapper is missing; `zaru learn` makes one")
        if data["zaru_wrapper"] != VERSION:
            raise FormatError(
                f"a wrapper of version {str(data['zaru_wrapper'])[:20]}, but this zaru knows"
                f" {VERSION}; learn it again, or use the zaru that wrote it"
            )
        wrapper = read_object(data, _KEYS, "wrapper")
        method = read_mapping(wrapper["rules"], "rules").get("method")
        if not isinstance(method, str) or method not in _METHODS:
            known = ", ".join(_METHODS)
            raise FormatError(f"rules.method is {str(method)[:20]!r}, not one of {known}")
        samples = read_mapping(wrapper["samples"], "samples")
        return cls(
            _METHODS[method].from_json(wrapper["rules"]),
            {name: _read_samples(found, f"samples.{name}") for name, found in samples.items()},
            read_mapping(wrapper["made"], "made"),
        )

    def dumps(self) -> str:
        """Return the text of the wrapper's file."""
        return json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def loads(cls, text: str | bytes, *, source: str = "") -> Wrapper:
        """Return the wrapper of a file's text; raises `FormatError` with the file's name."""
        try:
            return cls.from_json(json.loads(text))
        except FormatError as error:
            raise FormatError(str(error.args[0]), source=source) from error
        except (ValueError, RecursionError) as error:
            raise FormatError(f"no wrapper: no valid JSON ({error})", source=source) from error


def _read_samples(data: object, place: str) -> tuple[Sample, ...]:
    samples = []
    for number, item in enumerate(read_list(data, place)):
        sample = read_object(item, ("page", "values"), f"{place}[{number}]")
        page = read_text(sample["page"], f"{place}[{number}].page")
        samples.append(Sample(page, read_texts(sample["values"], f"{place}[{number}].values")))
    return tuple(samples)
