"""The one thing that pyproject.toml cannot say yet: an extension that may fail to compile.

zaru gives the same results without it, at half the speed, so no compiler is needed to install.
"""

from setuptools import Extension, setup

kernel = Extension("zaru.dom._kernel", ["src/zaru/dom/_kernel.c"], optional=True)

setup(ext_modules=[kernel])
