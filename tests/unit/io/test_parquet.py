"""Rows as Parquet: groups of one size, however rows come."""

from contextlib import closing
from io import BytesIO
from secrets import token_hex

import pyarrow.parquet
import pytest

from zaru.io.parquet import ParquetWriter, open_parquet


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


class _Counted(BytesIO):
    """A file that counts what is read of it."""

    bytes_read = 0

    def read(self, size: int | None = -1) -> bytes:
        data = super().read(size)
        self.bytes_read += len(data)
        return data


def test_a_table_is_read_as_its_rows_are_wanted() -> None:
    file = BytesIO()
    with closing(ParquetWriter(file, {"noise": str}, group_rows=10)) as own:
        own.add({"noise": token_hex(5000)} for _ in range(200))
    counted = _Counted(file.getvalue())
    batches = open_parquet(counted).iter_batches(10, use_threads=False)
    next(batches)
    assert counted.bytes_read < len(file.getvalue()) / 2
    assert sum(batch.num_rows for batch in batches) == 190
