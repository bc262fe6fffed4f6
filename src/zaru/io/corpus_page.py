"""Rows of a corpus as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from zaru.corpus.sentence import Span
from zaru.io.tables import Row

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class CorpusPage:
    """A row of the table `pages`: every column by its name, the most used as attributes."""

    row: Row = field(repr=False)
    file: str = field(repr=False)  # of all tables, without the folder

    def __getitem__(self, column: str) -> Any:
        """Return the value of *column*; None when it is absent."""
        return self.row[column]

    @property
    def id(self) -> str:
        """The digest of its address and its bytes."""
        return str(self.row["id"])

    @property
    def url(self) -> str | None:
        """Where it was found."""
        return self._word("url")

    @property
    def title(self) -> str | None:
        """The title of its content."""
        return self._word("title")

    @property
    def language(self) -> str | None:
        """Its language as a BCP 47 tag."""
        return self._word("language")

    @property
    def text(self) -> str:
        """Its main content, a block a line."""
        return self._word("text") or ""

    @property
    def markdown(self) -> str:
        """Its main content as Markdown."""
        return self._word("markdown") or ""

    @property
    def is_standard(self) -> bool:
        """Say whether it has a file in the Standard Format, as `www2sf` decides it."""
        return bool(self.row["is_japanese"] and self.row["sentences"])

    def _word(self, column: str) -> str | None:
        value: str | None = self.row[column]
        return value


class SpokenPage(NamedTuple, Generic[Answer]):
    """Rows of the table `sentences` that are of one page, by columns: what an index needs."""

    texts: list[str]
    offsets: list[int]
    lengths: list[int]
    answers: list[Answer | None]  # what was made of an annotator's; None when it has not seen it

    def extend(self, other: SpokenPage[Answer]) -> None:
        """Add the rows of *other*, which follow these."""
        self.texts.extend(other.texts)
        self.offsets.extend(other.offsets)
        self.lengths.extend(other.lengths)
        self.answers.extend(other.answers)


@dataclass(frozen=True, slots=True)
class CorpusLink:
    """A row of the table `links`."""

    source: str  # the id of the page that has it
    target: str | None  # the id of the page that it leads to; None when the corpus has none there
    document: str  # the id of that address in the Standard Format
    url: str | None
    anchor: str
    span: Span | None  # of the anchor; None for an image's

    @classmethod
    def of(cls, row: Row) -> CorpusLink:
        """Return the link that *row* is."""
        span = None if row["span"] is None else (row["span"][0], row["span"][1])
        return cls(row["from"], row["to"], row["target"], row["url"], row["anchor"], span)
