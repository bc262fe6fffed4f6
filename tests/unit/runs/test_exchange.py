"""Rows go from many files to partitions, in their order, and broken files are noticed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from zaru.errors import RunError
from zaru.io.store import Store
from zaru.runs.exchange import ExchangeWriter, read_digests, read_rows

FILES, PARTITIONS = 130, 3  # more files than are read at once


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Return a folder of exchange files; the rows of each are its number and theirs."""
    store = Store.at(tmp_path)
    for number in range(FILES):
        writer = ExchangeWriter({"file": "int32", "row": "string"}, PARTITIONS)
        for row in range(number % 4):
            writer.add((number + row) % 2, (number, str(row)))
        with store.publish(name(number)) as file:
            writer.write(file)
    return store


def name(number: int) -> str:
    return f"work/{number}"


def read(store: Store, partition: int) -> list[dict[str, Any]]:
    batches = read_rows(store, map(name, range(FILES)), partition, PARTITIONS)
    return [row for batch in batches for row in batch.to_pylist()]


@pytest.mark.parametrize("partition", range(PARTITIONS))
def test_a_partition_has_its_rows_of_all_files_in_order(store: Store, partition: int) -> None:
    assert read(store, partition) == [
        {"file": number, "row": str(row)}
        for number in range(FILES)
        for row in range(number % 4)
        if (number + row) % 2 == partition
    ]


def test_equal_pieces_have_equal_digests(store: Store) -> None:
    first, second, third = read_digests(store, name(3), PARTITIONS)
    assert len({first, second, third}) == 3
    assert read_digests(store, name(0), PARTITIONS) == [third] * 3  # all are empty


@pytest.mark.parametrize("place", [0, 8, 40, -1], ids=["offset", "length", "digest", "rows"])
def test_a_broken_file_is_noticed(store: Store, place: int) -> None:
    data = bytearray(store.read(name(3)))
    data[place] ^= 0xFF
    store.write(name(3), bytes(data))
    with pytest.raises(RunError, match="work/3 is broken; run again"):
        [read(store, partition) for partition in range(PARTITIONS)]


def test_a_cut_file_is_noticed(store: Store) -> None:
    store.write(name(3), store.read(name(3))[:30])
    with pytest.raises(RunError, match="work/3 is broken"):
        read(store, 0)
    with pytest.raises(RunError, match="work/3 is broken"):
        read_digests(store, name(3), PARTITIONS)
