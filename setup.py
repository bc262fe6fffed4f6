"""The one thing that pyproject.toml cannot say yet: extensions that may fail to compile.

zaru gives the same results without them, at half the speed, so no compiler is needed to install.
"""

from pathlib import Path

from setuptools import Extension, setup

KERNEL = Path("src/zaru/content/kernel")
SOURCES = {
    "dom": ["src/zaru/dom/_kernel.c"],
    "content": sorted(path.as_posix() for path in KERNEL.glob("*.c")),
}
HEADERS = sorted(path.as_posix() for path in KERNEL.glob("*.h"))

setup(
    ext_modules=[
        Extension(
            f"zaru.{room}._kernel",
            sources,
            depends=HEADERS,
            # A fused multiply-add rounds once where numpy rounds twice.
            extra_compile_args=["-O3", "-ffp-contract=off", "-fvisibility=hidden"],
            optional=True,
        )
        for room, sources in SOURCES.items()
    ]
)
