"""The compiled halves of rooms: which of them this installation has.

Each has the same results in Python, so a kernel that did not compile costs speed and nothing
else. That must never be silent: `zaru --version` says it.
"""

import os
import sys
from importlib import import_module

KERNELS = {"dom": "zaru.dom._kernel", "content": "zaru.content._kernel"}
# In the environment it leaves them out: for tests, and to see whether a fault is theirs.
IS_SWITCHED_OFF = bool(os.environ.get("ZARU_NO_KERNELS"))
if IS_SWITCHED_OFF:  # None is what makes an import fail
    sys.modules.update(dict.fromkeys(KERNELS.values()))  # type: ignore[arg-type]


def describe_kernels() -> str:
    """Return what `zaru --version` says of the kernels that load, and of those that do not."""
    found = [room for room, name in KERNELS.items() if _loads(name)]
    missing = [room for room in KERNELS if room not in found]
    if not missing:
        return f"kernels: {', '.join(found)}"
    has = f"kernels: {', '.join(found)}, not {', '.join(missing)}" if found else "no kernels"
    cure = "unset ZARU_NO_KERNELS" if IS_SWITCHED_OFF else "install again with a C compiler"
    return f"{has}: slower, same results; {cure}"


def _loads(name: str) -> bool:
    try:
        import_module(name)
    except ImportError:
        return False
    return True
