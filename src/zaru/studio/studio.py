"""The studio: what all of its routes share."""

from __future__ import annotations

from dataclasses import dataclass

from zaru.studio.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Studio:
    """A workspace, and whose labels they are when nobody says another name."""

    workspace: Workspace
    who: str
    base_url: str | None = None  # the address that visitors see, behind a proxy
