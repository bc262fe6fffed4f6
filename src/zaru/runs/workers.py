"""Who works in a run, and how much a page may take."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from zaru.limits import MEBIBYTE

# GiNZA makes some ten sentences a second, and large pages have some thousand.
CONVERSION_SECONDS = 600.0
# What a child may take for a page, beyond what it has when it is ready (dictionaries, models). The
# largest pages of the bench take a tenth of it.
MEMORY_BYTES = 2048 * MEBIBYTE


def count_cpus() -> int:
    """Return the number of CPUs that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Workers:
    """Child processes, and what each page may take of one."""

    count: int = field(default_factory=count_cpus)
    deadline_seconds: float = CONVERSION_SECONDS
    memory_bytes: int = MEMORY_BYTES
