"""What the studio is told when it starts."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from zaru.server.settings import RequestLimits, Serving

# Labels come in files of many pages; learning from a hundred pages may take a while.
LIMITS = RequestLimits(seconds=60.0, body_bytes=64 * 2**20)


@dataclass(frozen=True, slots=True)
class StudioSettings:
    """The workspace that is opened, by whom, and where it is found."""

    workspace: Path
    who: str  # whose labels they are, unless the browser says another name
    serving: Serving = field(default_factory=lambda: Serving(limits=LIMITS))
