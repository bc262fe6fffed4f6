"""The compiled half of this room; None where it was installed without a compiler."""

import zaru.dom  # noqa: F401 - before the kernel, which asks dom's

try:
    from zaru.content import _kernel as _kernel
except ImportError:
    _kernel = None  # type: ignore[assignment]
