"""The studio: what all of its routes share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from zaru.studio.content.judging import Judging
from zaru.studio.fields.memory import Memories
from zaru.studio.workspace import Workspace


@dataclass(frozen=True)
class Studio:
    """A workspace, and whose labels they are when nobody says another name."""

    workspace: Workspace
    who: str
    base_url: str | None = None  # the address that visitors see, behind a proxy

    @cached_property
    def judging(self) -> Judging:
        """What the extractor finds on the pages."""
        return Judging(self.workspace.pages)

    @cached_property
    def memories(self) -> Memories:
        """What learning found out about the fields of folders."""
        return Memories()
