"""LR wrappers: fields between two strings of the raw text, found without labels (paper 4, §3).

Where the paper is silent:

- A rule reads from each left string to the next right string, and goes on at that right string,
  so that it may be part of the next left one. Blank values, and those of nothing but tags, are
  none.
- A rule is kept when it reads something from at least half of the pages.
- Rules that read the same from every page are one rule, the shortest.
- A value's text is what a reader sees: tags inside it become a space, character references are
  resolved. Its span is what stands between the strings, without white space at its ends.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from zaru.page import Page
from zaru.text.offsets import utf8_to_raw
from zaru.wrappers.alternation.alternation import MAX_LENGTH, Part, divide
from zaru.wrappers.alternation.delimiters import (
    MAX_DELIMITER,
    MAX_PIECES,
    Delimiters,
    find_delimiters,
)
from zaru.wrappers.record import Value, Values, collapse
from zaru.wrappers.schema import fields_of, read_object, read_text

_TAG = re.compile(r"<[^<>]*+>")


@dataclass(frozen=True, slots=True)
class LeftRightWrapper:
    """Fields by name, each with its delimiters."""

    method: ClassVar[str] = "lr"

    fields: Mapping[str, Delimiters]

    def read(self, page: Page) -> list[Values]:
        """Return the values of *page* as one record, for rules know nothing of each other.

        A page from which nothing is read has no record.
        """
        found = {
            name: [_trim(page.html, part) for part in delimiters.find(page.html)]
            for name, delimiters in self.fields.items()
        }
        places = _byte_offsets(
            page, (place for parts in found.values() for part in parts for place in part)
        )
        values = {}
        for name, parts in found.items():
            said = (_value(page.html, part, places) for part in parts)
            if kept := tuple(value for value in said if value.text):
                values[name] = kept
        return [values] if values else []

    def to_json(self) -> dict[str, Any]:
        """Return the wrapper as a JSON object."""
        return {"fields": [{"name": name, **asdict(both)} for name, both in self.fields.items()]}

    @classmethod
    def from_json(cls, data: object) -> LeftRightWrapper:
        """Return the wrapper that `to_json` wrote; raises `FormatError` for other data."""
        fields = fields_of(Delimiters, left=read_text, right=read_text)
        return cls(**read_object(data, {"fields": fields}, "rules"))


def learn_left_right(
    pages: Sequence[Page], *, tell: Callable[[str], object] | None = None
) -> LeftRightWrapper:
    """Discover the fields of *pages*, which have one template; their names are field1, field2, …

    They are in the order in which they were found: as on the first page, then what only later
    pages have. *tell* gets a line for each limit that was reached.
    """
    texts = [page.html for page in pages]
    division = divide(texts)
    candidates: dict[Delimiters, None] = {}
    too_long = 0
    for text, others in zip(texts, division.others, strict=True):
        grown = list(find_delimiters(text, others))
        candidates |= dict.fromkeys(filter(None, grown))
        too_long += grown.count(None)
    if tell is not None and division.cut.length == MAX_LENGTH:
        tell(f"the search for the template ended at strings of {MAX_LENGTH} characters")
    if tell is not None and too_long:
        tell(
            f"{too_long} places of {len(pages)} pages have no rule, for the strings around them"
            f" would be longer than {MAX_DELIMITER} characters or {MAX_PIECES} tags"
        )
    rules = _merge_rules(_useful_rules(candidates, texts))
    return LeftRightWrapper({f"field{number}": rule for number, rule in enumerate(rules, 1)})


_Reading = tuple[int, ...]  # for each page, the hash of the places that a rule reads from it


def _useful_rules(
    rules: Iterable[Delimiters], texts: Sequence[str]
) -> Iterable[tuple[Delimiters, _Reading]]:
    """Yield the rules that read something from half of *texts*, and what they read (§3.3)."""
    for rule in rules:
        reading: list[int] = []
        misses = 0
        for text in texts:
            parts = tuple(rule.find(text))
            reading.append(hash(parts))
            misses += not parts
            if 2 * misses > len(texts):
                break
        else:
            yield rule, tuple(reading)


def _merge_rules(rules: Iterable[tuple[Delimiters, _Reading]]) -> list[Delimiters]:
    """Return one rule for each reading, the shortest, where the first of them stood."""
    best: dict[_Reading, Delimiters] = {}
    for rule, reading in rules:
        known = best.setdefault(reading, rule)
        if len(rule.left) + len(rule.right) < len(known.left) + len(known.right):
            best[reading] = rule
    return list(best.values())


def _trim(text: str, part: Part) -> Part:
    """Return *part* without the white space at its ends; it is not blank."""
    begin, end = part
    value = text[begin:end]
    return end - len(value.lstrip()), begin + len(value.rstrip())


def _value(text: str, part: Part, offsets: Mapping[int, int]) -> Value:
    begin, end = part
    said = collapse(html.unescape(_TAG.sub(" ", text[begin:end])))
    return Value(said, (offsets[begin], offsets[end] - offsets[begin]))


def _byte_offsets(page: Page, places: Iterable[int]) -> dict[int, int]:
    """Return where in the file the characters at *places* begin, in one pass over the page."""
    utf8_offsets = {}
    previous = offset = 0
    for place in sorted(set(places)):
        offset += len(page.html[previous:place].encode("utf-8", "surrogatepass"))
        utf8_offsets[place] = offset
        previous = place
    raw_offsets = utf8_to_raw(page.raw, page.decoded, utf8_offsets.values())
    return {place: raw_offsets[offset] for place, offset in utf8_offsets.items()}
