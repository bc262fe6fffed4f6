"""Rows as Parquet: groups of one size, however rows come."""

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
