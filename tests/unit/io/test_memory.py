"""What processes of our own have freed goes back to the system."""

from __future__ import annotations

import subprocess
import sys

import pytest

ARROW = """
import sys
from zaru.io.memory import take_system_memory
from zaru.io.parquet import import_arrow, leave_pandas_out
take_system_memory()
assert "pyarrow" not in sys.modules
leave_pandas_out()
import_arrow().array(["a"])
print("pandas" in sys.modules, import_arrow().default_memory_pool().backend_name)
"""
# Blocks that the C library would keep for the next ones once it has seen a larger one freed.
FREED = """
from pathlib import Path
from resource import getpagesize
from zaru.io.memory import return_freed_memory
return_freed_memory()
def own():
    return int(Path("/proc/self/statm").read_text().split()[1]) * getpagesize()
bytearray(24_000_000)
before = own()
blocks = [bytearray(b"x") * 6_000_000 for _ in range(8)]
last = bytearray(b"x") * 900_000
del blocks
print(own() - before)
"""


def run(program: str) -> list[bytes]:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    return done.stdout.split()


def test_arrow_without_pandas_takes_memory_from_the_system() -> None:
    assert run(ARROW) == [b"False", b"system"]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_what_is_freed_is_not_kept() -> None:
    assert int(run(FREED)[0]) < 8_000_000  # 48 million without
