"""Sentences, where they stand, and what annotators say of them; those are in `zaru.annotators`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from zaru.errors import ToolError

Span = tuple[int, int]  # byte offset and length in the original file


@dataclass(frozen=True, slots=True)
class Annotation:
    """What one tool says of a text."""

    scheme: str  # the tool, as the Scheme attribute names it: "JUMAN", "KNP", "GiNZA"
    text: str  # its answer, in its own format


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a page."""

    text: str  # white space collapsed, ruby left out
    span: Span  # from its first to its last byte
    id: str = ""  # its number in the page, from 1
    annotations: tuple[Annotation, ...] = ()
    paragraph: int | None = None  # sentences of one number stand in one paragraph
    block: str | None = None  # the tag of the block that holds it: "p", "li", "td", "h2"
    score: float | None = None  # the share of kana and kanji, from 0 to 1
    is_exact: bool = field(default=True, compare=False)  # or the text stands somewhere in its span

    def annotated(self, annotations: tuple[Annotation, ...]) -> Sentence:
        """Return the same sentence with *annotations*; in a third of the time of `replace`."""
        values = self.paragraph, self.block, self.score, self.is_exact
        return Sentence(self.text, self.span, self.id, annotations, *values)


class Annotator(Protocol):
    """A tool that analyses Japanese sentences. Close it when it is no longer needed."""

    @property
    def scheme(self) -> str:
        """The name that the Scheme attribute of its annotations has."""

    def annotate(self, sentences: Sequence[str]) -> list[str | ToolError]:
        """Return for each sentence the tool's answer, or the error that it cost.

        Nothing is raised for a sentence: a tool that hangs, dies or answers nonsense costs the
        sentence, and goes on with the next one.
        """

    def close(self) -> None:
        """End its processes and give its memory back; it may be called twice."""
