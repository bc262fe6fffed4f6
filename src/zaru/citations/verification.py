"""Whether a page says what is quoted from it: proven, changed or absent; no model is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from zaru.citations.flat import Flat, flatten
from zaru.citations.manner import RUBY_TAGS
from zaru.citations.nearest import Difference, Near, find_differences, find_nearest
from zaru.citations.reading import Reading, Span
from zaru.errors import UsageError
from zaru.page import Page

Status = Literal["proven", "changed", "absent"]

MAX_QUOTE_CHARS = 1_000_000
MAX_SPANS = 1_000  # that are told of a quotation; "の" stands in a page more often than that


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a page says of a quotation."""

    status: Status
    spans: tuple[Span, ...] = ()  # where it stands, or the passage that is most like it
    passage: str | None = None  # what the page says at the first of them
    differences: tuple[Difference, ...] = ()  # of a quotation that was changed
    distance: int = 0  # how many characters were changed, put in or left out

    @property
    def is_proven(self) -> bool:
        """Say whether the page has the text as it is quoted."""
        return self.status == "proven"

    def to_json(self) -> dict[str, Any]:
        """Return JSON values; keys in this order."""
        return {
            "status": self.status,
            "spans": [list(span) for span in self.spans],
            "passage": self.passage,
            "differences": [part._asdict() for part in self.differences],
            "distance": self.distance,
        }


def verify_page(quote: str, page: Page) -> Verdict:
    """Say whether *page* has the text *quote*, and where; if not, what it has that is most like it.

    White space alone does not count (`flat`). Words may be quoted with their ruby or without it.
    The cost is linear in the page. Raises `UsageError` when nothing is quoted, or too much, and
    `InputError` when the page has no tree.
    """
    wanted = check_quote(quote)
    readings = [(reading, flatten(reading.text)) for reading in _read(page)]
    for reading, flat in readings:
        parts = [flat.origin(at, at + len(wanted)) for at in _find_all(wanted, flat.text)]
        if parts:
            spans = tuple(dict.fromkeys(reading.spans(parts)))
            return Verdict("proven", spans, reading.text[slice(*parts[0])])
    found = [(find_nearest(wanted, flat.text), flat, reading) for reading, flat in readings]
    near = [one for one in found if one[0] is not None]
    if not near:
        return Verdict("absent")
    return _describe(wanted, *min(near, key=lambda one: one[0].distance if one[0] else 0))


def check_quote(quote: str) -> str:
    """Return *quote* as it is compared; raises `UsageError` for one that cannot be."""
    if len(quote) > MAX_QUOTE_CHARS:
        raise UsageError(f"a quotation of {len(quote)} characters; at most {MAX_QUOTE_CHARS}")
    wanted = flatten(quote).text
    if not wanted:
        raise UsageError("nothing is quoted; give the text that a page is said to have")
    return wanted


def _read(page: Page) -> Iterator[Reading]:
    """Yield the ways in which a page is read aloud: without ruby and with it, if it has some."""
    yield Reading.plain(page.tree)
    if not RUBY_TAGS.isdisjoint(page.tree.tags):
        yield Reading.with_ruby(page.tree)


def _find_all(wanted: str, text: str) -> Iterator[int]:
    """Yield where *wanted* stands; it may overlap itself."""
    at = text.find(wanted)
    for _ in range(MAX_SPANS):
        if at < 0:
            return
        yield at
        at = text.find(wanted, at + 1)


def _describe(wanted: str, near: Near | None, flat: Flat, reading: Reading) -> Verdict:
    """Return the verdict on a text that was changed."""
    assert near is not None
    part = flat.origin(near.begin, near.end)
    differences = find_differences(wanted, flat.text[near.begin : near.end])
    passage = reading.text[slice(*part)]
    return Verdict("changed", (reading.span(*part),), passage, differences, near.distance)
