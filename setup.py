"""The one thing that pyproject.toml cannot say yet: extensions that may fail to compile.

zaru gives the same results without them, at a tenth of the speed, so no compiler is needed.
A kernel that is missing is told here (pip shows it with -v only) and by `zaru --version`. With
ZARU_REQUIRE_KERNELS in the environment it is an error: for CI, and for makers of wheels.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

KERNELS = {room: Path(f"src/zaru/{room}/kernel") for room in ("text", "dom", "content", "search")}
HEADERS = sorted(
    path.as_posix()
    for folder in KERNELS.values()
    for path in (*folder.glob("*.h"), *folder.parent.glob("*.def"))
)


# A fused multiply-add rounds once where numpy rounds twice.
FLAGS = {
    "msvc": ["/O2", "/std:c11", "/utf-8", "/fp:precise"],
    "other": ["-O3", "-std=c11", "-ffp-contract=off", "-fvisibility=hidden"],
}


class BuildKernels(build_ext):
    """Builds what compiles, and says what did not."""

    def build_extensions(self) -> None:
        for extension in self.extensions:
            extension.extra_compile_args = FLAGS.get(self.compiler.compiler_type, FLAGS["other"])
            extension.libraries = [] if self.compiler.compiler_type == "msvc" else ["m"]
        super().build_extensions()

    def run(self) -> None:
        super().run()
        for extension in self.extensions:
            if not Path(self.get_ext_fullpath(extension.name)).exists():
                print(
                    f"zaru: {extension.name} did not compile: slower, same results; "
                    "see the compiler's message above",
                    file=sys.stderr,
                )


setup(
    cmdclass={"build_ext": BuildKernels},
    ext_modules=[
        Extension(
            f"zaru.{room}._kernel",
            sorted(path.as_posix() for path in folder.glob("*.c")),
            depends=HEADERS,
            optional=not os.environ.get("ZARU_REQUIRE_KERNELS"),
        )
        for room, folder in KERNELS.items()
    ],
)
