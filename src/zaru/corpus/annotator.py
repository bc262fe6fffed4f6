"""What an annotator is to the rest of zaru; the real ones are in `zaru.annotators`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from zaru.errors import ToolError


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
