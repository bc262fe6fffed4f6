"""The one thing that pyproject.toml cannot say yet: extensions that may fail to compile.

zaru gives the same results without them, at half the speed, so no compiler is needed to install.
"""

from setuptools import Extension, setup

KERNELS = ("dom", "content")

setup(
    ext_modules=[
        Extension(
            f"zaru.{room}._kernel",
            [f"src/zaru/{room}/_kernel.c"],
            extra_compile_args=["-O3"],
            optional=True,
        )
        for room in KERNELS
    ]
)
