"""Memory of processes of our own: what they have freed is the system's again.

Otherwise a worker keeps the most that it ever had, and a large run, whose shards are large, has
more of it than a small one.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from zaru.limits import KIBIBYTE

_ARROW_POOL = "ARROW_DEFAULT_MEMORY_POOL"  # is read when Arrow is loaded
# The C library keeps what is smaller than this, and by itself raises the size up to 32 MiB as soon
# as something larger is freed. With 64 KiB, memory is asked for so often that it costs a tenth of
# the time; with 1 MiB, a worker that makes 2,000 pages has 11 MiB more of holes.
_KEPT_BYTES = 128 * KIBIBYTE
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3  # mallopt(3)


def take_system_memory() -> None:
    """Let Arrow take memory from the system, best before it is loaded.

    Its own allocator keeps what was freed: a worker that wrote tables held 100 MiB for 20 of them.
    What is set later, in a forked child, does not hold for the buffers of Parquet.
    """
    os.environ.setdefault(_ARROW_POOL, "system")
    if (arrow := sys.modules.get("pyarrow")) is not None:
        arrow.set_memory_pool(arrow.system_memory_pool())


def return_freed_memory() -> None:
    """Let the C library return what is freed, too, where it is one that can."""
    _call("mallopt", _M_MMAP_THRESHOLD, _KEPT_BYTES)
    _call("mallopt", _M_TRIM_THRESHOLD, _KEPT_BYTES)


def return_holes() -> None:
    """Let the C library return what is free between things that stay; some milliseconds."""
    _call("malloc_trim", 0)


def _call(name: str, *values: int) -> None:
    """Call a function of the C library, where it is one that has it."""
    if sys.platform == "linux":
        with suppress(ImportError, OSError, AttributeError):
            from ctypes import CDLL

            getattr(CDLL(None), name)(*values)
