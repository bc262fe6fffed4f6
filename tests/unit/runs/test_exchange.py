"""Rows that go to partitions."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from zaru.errors import RunError
from zaru.io.store import Store
from zaru.runs import exchange
from zaru.runs.exchange import ExchangeWriter, Piece, read_digests, read_rows, rows_of

COLUMNS = {"name": "string", "number": "int32", "data": "binary"}


def write(store: Store, name: str, rows: int, partitions: int) -> list[Piece]:
    random = Random(1)
    writer = ExchangeWriter(COLUMNS, partitions)
    for number in range(rows):
        partition = random.randrange(partitions - 1)  # the last one gets nothing
        writer.add(partition, (f"n{number}" if number % 3 else None, number, b"x" * (number % 7)))
    with store.publish(name) as file:
        return writer.write(file)


def read(store: Store, names: list[str], partition: int, partitions: int) -> list[int]:
    batches = read_rows(store, names, partition, partitions)
    return [number for batch in batches for (number,) in rows_of(batch, "number")]


def test_every_row_comes_to_its_partition_in_order(tmp_path: Path) -> None:
    store = Store.at(tmp_path)
    write(store, "a", 500, 5)
    random = Random(1)
    expected: dict[int, list[int]] = {partition: [] for partition in range(5)}
    for number in range(500):
        expected[random.randrange(4)].append(number)
    for partition, numbers in expected.items():
        assert read(store, ["a"], partition, 5) == numbers
        assert read(store, ["a", "a"], partition, 5) == numbers * 2


def test_rows_that_waited_on_disk_make_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.at(tmp_path)
    pieces = write(store, "a", 5000, 7)
    monkeypatch.setattr(exchange, "_BATCH_ROWS", 100)
    monkeypatch.setattr(exchange, "_MOST_HELD", 1000)
    assert write(store, "b", 5000, 7) == pieces
    assert store.read("a") == store.read("b")


def test_nothing_is_a_file_of_empty_pieces(tmp_path: Path) -> None:
    store = Store.at(tmp_path)
    assert [piece.rows for piece in write(store, "a", 0, 3)] == [0, 0, 0]
    assert read(store, ["a"], 1, 3) == []
    assert len(set(read_digests(store, "a", 3))) == 1


@pytest.mark.parametrize("size", [0, 10, 100, 1000])
def test_a_cut_file_is_told(tmp_path: Path, size: int) -> None:
    store = Store.at(tmp_path)
    write(store, "a", 5000, 3)
    store.write("cut", store.read("a")[:size])
    with pytest.raises(RunError, match="cut"):
        read(store, ["cut"], 1, 3)
