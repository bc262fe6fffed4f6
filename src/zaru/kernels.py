"""The compiled halves of rooms. Each has the same results in Python, at a tenth of the speed.

That one is missing must never be silent: `zaru --version` says it.
"""

import os
import sys
from importlib import import_module

KERNELS = {room: f"zaru.{room}._kernel" for room in ("text", "dom", "content", "search")}
# In the environment it leaves them out: for tests, and to see whether a fault is theirs.
IS_SWITCHED_OFF = bool(os.environ.get("ZARU_NO_KERNELS"))
if IS_SWITCHED_OFF:  # None is what makes an import fail
    sys.modules.update(dict.fromkeys(KERNELS.values()))  # type: ignore[arg-type]


def describe_kernels() -> str:
    """Return what `zaru --version` says: which kernels load, or which do not and what to do."""
    missing = []
    for room, name in KERNELS.items():
        try:
            import_module(name)
        except ImportError:
            missing.append(room)
    if not missing:
        return f"kernels: {', '.join(KERNELS)}"
    cure = "unset ZARU_NO_KERNELS" if IS_SWITCHED_OFF else "install again with a C compiler"
    return f"no kernel for {', '.join(missing)}: slower, same results; {cure}"
