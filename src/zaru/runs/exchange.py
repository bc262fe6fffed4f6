"""Rows that go from the shards of a run to its partitions, or back: sorted on the way.

A task writes one file, in which the rows of a partition stand together; a task of the next stage
reads its piece of all files. That brings together what has one key (a site, a band, a target)
without a server, without a file for each pair, and with the memory of one task.

The file is a table of places and digests, of which a reader needs one row, and then a piece for
each partition, an Arrow record batch under zstd. So a reader asks a store twice, for many files
at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from typing import Any, BinaryIO

import numpy as np

from zaru.errors import RunError
from zaru.io.store import Store

Columns = Mapping[str, str]  # Arrow's names of their types, by name

_BATCH_ROWS = 20_000
_BATCH_FILES = 64  # that are read at once: pieces have some ten kilobytes
_PLACE = np.dtype([(name, "<i8") for name in ("offset", "length", "raw_length", "rows")])
_TABLE = np.dtype([("place", _PLACE), ("digest", "V16")])
_PARTITION = "partition"


def find_partition(key: str, partitions: int) -> int:
    """Return the partition that *key* belongs to, the same in every run.

    >>> find_partition("example.jp", 16)
    13
    """
    data = key.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little") % partitions


@dataclass(frozen=True, slots=True)
class Piece:
    """The rows of one partition in one file."""

    offset: int
    length: int
    raw_length: int  # before compression
    rows: int
    digest: bytes


class ExchangeWriter:
    """Takes rows and writes them by partition, in the order in which they came."""

    def __init__(self, columns: Columns, partitions: int) -> None:
        import pyarrow

        self._partitions = partitions
        types = {name: getattr(pyarrow, kind)() for name, kind in columns.items()}
        self._schema = pyarrow.schema([(_PARTITION, pyarrow.int32()), *types.items()])
        self._rows: list[tuple[Any, ...]] = []
        self._batches: list[Any] = []

    def add(self, partition: int, row: tuple[Any, ...]) -> None:
        """Add a row: its values in the order of the columns."""
        self._rows.append((partition, *row))
        if len(self._rows) >= _BATCH_ROWS:
            self._pack()

    def write(self, file: BinaryIO) -> list[Piece]:
        """Write all rows to *file*; return its pieces."""
        import pyarrow

        self._pack()
        table = pyarrow.Table.from_batches(self._batches, self._schema).combine_chunks()
        self._batches.clear()
        numbers = table.column(_PARTITION).to_numpy()
        order = np.argsort(numbers, kind="stable")
        bounds = np.searchsorted(numbers[order], np.arange(self._partitions + 1))
        table = table.drop_columns([_PARTITION])
        pieces: list[Piece] = []
        parts: list[bytes] = []
        offset = self._partitions * _TABLE.itemsize
        for first, last in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
            raw = _serialise(table.take(order[first:last])) if last > first else b""
            data = pyarrow.compress(raw, codec="zstd", asbytes=True) if raw else b""
            digest = blake2b(raw, digest_size=16).digest()
            pieces.append(Piece(offset, len(data), len(raw), last - first, digest))
            parts.append(data)
            offset += len(data)
        rows = [((one.offset, one.length, one.raw_length, one.rows), one.digest) for one in pieces]
        file.write(np.array(rows, _TABLE).tobytes())
        for data in parts:
            file.write(data)
        return pieces

    def _pack(self) -> None:
        """Make the rows that wait as Python values a batch, which is a tenth as large."""
        import pyarrow

        if self._rows:
            columns = zip(*self._rows, strict=True)
            arrays = [
                pyarrow.array(values, field.type)
                for values, field in zip(columns, self._schema, strict=True)
            ]
            self._batches.append(pyarrow.record_batch(arrays, schema=self._schema))
            self._rows.clear()


def read_digests(store: Store, name: str, partitions: int) -> list[bytes]:
    """Return the digests of the pieces of the file *name*."""
    (data,) = store.read_parts([(name, 0, partitions * _TABLE.itemsize)])
    return [piece.digest for piece in _to_pieces(data, name, partitions)]


def read_rows(store: Store, names: Iterable[str], partition: int, partitions: int) -> Iterator[Any]:
    """Yield the rows of *partition* in each of the files, as an Arrow batch, where it has any.

    Raises `RunError` for a file that is not as it was written.
    """
    if not 0 <= partition < partitions:
        raise IndexError(partition)
    start, end = (one * _TABLE.itemsize for one in (partition, partition + 1))
    every = iter(names)
    while some := list(islice(every, _BATCH_FILES)):
        tables = store.read_parts([(name, start, end) for name in some])
        pieces = [_to_pieces(data, name, 1)[0] for name, data in zip(some, tables, strict=True)]
        wanted = [pair for pair in zip(some, pieces, strict=True) if pair[1].rows]
        places = [(name, piece.offset, piece.offset + piece.length) for name, piece in wanted]
        for (name, piece), data in zip(wanted, store.read_parts(places), strict=True):
            yield _to_batch(data, piece, name)


def _to_batch(data: bytes, piece: Piece, name: str) -> Any:
    import pyarrow

    try:
        raw: Any = pyarrow.decompress(data, piece.raw_length, codec="zstd")
    except (OSError, ValueError, OverflowError, MemoryError):
        raw = b""
    if blake2b(raw, digest_size=16).digest() != piece.digest:
        raise _broken(name)
    return pyarrow.ipc.open_stream(raw).read_next_batch()


def rows_of(batch: Any, *names: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a batch: the columns *names*, as Python values."""
    return zip(*(batch.column(name).to_pylist() for name in names), strict=True)


def _serialise(table: Any) -> bytes:
    import pyarrow

    sink = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_stream(sink, table.schema) as writer:
        writer.write_batch(table.combine_chunks().to_batches()[0])
    return bytes(sink.getvalue())


def _to_pieces(data: bytes, name: str, count: int) -> list[Piece]:
    """Return the *count* pieces of a part of the table of a file."""
    try:
        table = np.frombuffer(data, _TABLE)
    except ValueError as error:
        raise _broken(name) from error
    rows: list[tuple[tuple[int, int, int, int], bytes]] = table.tolist()
    if len(rows) != count or any(min(place) < 0 for place, _ in rows):
        raise _broken(name)
    return [Piece(*place, digest) for place, digest in rows]


def _broken(name: str) -> RunError:
    return RunError(f"{name} is broken; run again: what it holds is then made anew")
