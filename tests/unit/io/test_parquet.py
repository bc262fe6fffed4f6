"""Rows as Parquet: groups of one size, and how much memory is taken on the way."""

import subprocess
import sys
from contextlib import closing
from io import BytesIO

import pyarrow.parquet
import pytest

from zaru.io.parquet import ParquetWriter


@pytest.mark.parametrize("group_rows", [1, 7, 20, 1000])
def test_groups_have_their_size_however_rows_wait(group_rows: int) -> None:
    file = BytesIO()
    rows = [{"name": f"página {number}", "parts": [number] * (number % 3)} for number in range(50)]
    with closing(ParquetWriter(file, {"name": str, "parts": [int]}, group_rows=group_rows)) as own:
        for row in rows:
            own.add([row])
    table = pyarrow.parquet.ParquetFile(file)
    sizes = [table.metadata.row_group(one).num_rows for one in range(table.num_row_groups)]
    assert [size for size in sizes if size] == _cut(len(rows), group_rows)
    assert table.read().to_pylist() == rows


def _cut(count: int, size: int) -> list[int]:
    return [min(size, count - first) for first in range(0, count, size)]


def test_arrow_without_pandas_takes_memory_from_the_system() -> None:
    program = """
import sys
from zaru.io.parquet import import_arrow, leave_pandas_out, take_system_memory
take_system_memory()
assert "pyarrow" not in sys.modules
leave_pandas_out()
import_arrow()
take_system_memory()
import_arrow().array(["a"])
print("pandas" in sys.modules, import_arrow().default_memory_pool().backend_name)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.split() == [b"False", b"system"]
