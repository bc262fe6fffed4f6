"""The Wrapper value: how the records of a site's pages are read. A JSON file, no code."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from zaru.errors import FormatError, UsageError, suggest
from zaru.page import Page
from zaru.wrappers.alternation.left_right import LeftRightWrapper
from zaru.wrappers.record import Record, Values
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.rules.view import View
from zaru.wrappers.schema import (
    WHOLE,
    Reader,
    list_of,
    mapping_of,
    object_of,
    one_of,
    read_mapping,
    read_object,
    read_text,
)
from zaru.wrappers.tree.tree_wrapper import TreeWrapper

VERSION = 1

Rules = RuleWrapper | TreeWrapper | LeftRightWrapper
_METHODS = {kind.method: kind for kind in (RuleWrapper, TreeWrapper, LeftRightWrapper)}


@dataclass(frozen=True, slots=True)
class Sample:
    """What a field was on a page when the wrapper was made: `repair` looks for it again."""

    page: str
    values: tuple[str, ...]  # of one record; none when the page did not have the field


_read_samples = list_of(object_of(Sample, page=read_text, values=list_of(read_text)))
_FILE: dict[str, Reader[Any]] = {
    "zaru_wrapper": lambda version, _: version,
    "rules": read_mapping,
    "samples": mapping_of(_read_samples),
    "made": read_mapping,
}


@dataclass(frozen=True, slots=True)
class Wrapper:
    """The rules of a site, with samples of what they read and how they were made."""

    rules: Rules
    samples: Mapping[str, tuple[Sample, ...]] = field(default_factory=dict)  # by field
    made: Mapping[str, Any] = field(default_factory=dict)  # which zaru, from how many pages

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields."""
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

    def select(self, names: Mapping[str, str]) -> Wrapper:
        """Return the wrapper with the fields that *names* has, called what it says, in its order.

        Raises `UsageError` for a field that there is not, and for two fields of one name.
        """
        for name in names:
            if name not in self.fields:
                known, meant = ", ".join(self.fields), suggest(name, self.fields)
                raise UsageError(f"no field {name!r}; there are {known}{meant}")
        if len(set(names.values())) < len(names):
            raise UsageError("two fields would have the same name; choose another")
        samples = {new: self.samples.get(old, ()) for old, new in names.items()}
        said: dict[str, Any] = {
            "fields": {new: self.rules.fields[old] for old, new in names.items()}
        }
        if isinstance(self.rules, RuleWrapper):
            for key in ("repeated", "one"):
                known = getattr(self.rules, key)
                said[key] = tuple(names[name] for name in known if name in names)
        return replace(self, rules=replace(self.rules, **said), samples=samples)

    def to_json(self) -> dict[str, Any]:
        """Return the wrapper as a JSON object."""
        return {
            "zaru_wrapper": VERSION,
            "rules": {"method": self.rules.method, **self.rules.to_json()},
            "samples": {name: list(map(asdict, found)) for name, found in self.samples.items()},
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
        wrapper = read_object(data, _FILE, WHOLE)
        rules = dict(wrapper["rules"])
        method = one_of(*_METHODS)(rules.pop("method", None), "rules.method")
        return cls(_METHODS[method].from_json(rules), wrapper["samples"], wrapper["made"])

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
