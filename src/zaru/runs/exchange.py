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
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import Any, BinaryIO

import numpy as np

from zaru.errors import RunError
from zaru.io.store import Store
from zaru.limits import KIBIBYTE, MEBIBYTE

Columns = Mapping[str, str]  # Arrow's names of their types, by name

_BATCH_ROWS = 1_000  # that wait as Python values
# Of rows that wait to be sorted: so many for each partition, for a stretch has a piece for each.
_PIECE_BYTES = 4 * KIBIBYTE
_LEAST_HELD, _MOST_HELD = MEBIBYTE, 4 * MEBIBYTE
_COPY_BYTES = MEBIBYTE
_BATCH_FILES = 64  # that are read at once: most pieces have some ten kilobytes
_BATCH_BYTES = 4 * MEBIBYTE
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
    """Takes rows and writes them by partition, in the order in which they came.

    What is more than some megabytes waits in a temporary file, sorted in stretches.
    """

    def __init__(self, columns: Columns, partitions: int, *, batch_rows: int = _BATCH_ROWS) -> None:
        import pyarrow

        self._partitions, self._batch_rows = partitions, batch_rows
        types = {name: getattr(pyarrow, kind)() for name, kind in columns.items()}
        self._schema = pyarrow.schema([(_PARTITION, pyarrow.int32()), *types.items()])
        self._rows: list[tuple[Any, ...]] = []
        self._batches: list[Any] = []
        self._held_bytes = 0
        self._most_held = min(max(_LEAST_HELD, partitions * _PIECE_BYTES), _MOST_HELD)
        self._spool: BinaryIO | None = None
        self._stretches: list[dict[int, tuple[int, int]]] = []  # places in it, by partition

    def add(self, partition: int, row: tuple[Any, ...]) -> None:
        """Add a row: its values in the order of the columns."""
        self._rows.append((partition, *row))
        if len(self._rows) >= self._batch_rows:
            self._pack()

    def write(self, file: BinaryIO) -> list[Piece]:
        """Write all rows to *file*; return its pieces."""
        import pyarrow

        self._pack()
        pieces: list[Piece] = []
        offset = self._partitions * _TABLE.itemsize
        with TemporaryFile() as spool:  # for the table of places comes first
            for table in self._sorted_tables():
                raw = b"" if table is None else _serialise(table)
                data = b"" if table is None else pyarrow.compress(raw, "zstd", asbytes=True)
                digest = blake2b(raw, digest_size=16).digest()
                rows = 0 if table is None else table.num_rows
                pieces.append(Piece(offset, len(data), len(raw), rows, digest))
                offset += spool.write(data)
            places = [(one.offset, one.length, one.raw_length, one.rows) for one in pieces]
            digests = (one.digest for one in pieces)
            file.write(np.array([*zip(places, digests, strict=True)], _TABLE).tobytes())
            spool.seek(0)
            copyfileobj(spool, file, _COPY_BYTES)
        if self._spool is not None:
            self._spool.close()
        return pieces

    def _sorted_tables(self) -> Iterator[Any]:
        """Yield the rows of each partition, None where it has none."""
        if not self._stretches:
            yield from self._fill_up(self._sort())
            return
        import pyarrow

        self._spill()
        for partition in range(self._partitions):
            parts = [self._read_back(one[partition]) for one in self._stretches if partition in one]
            yield pyarrow.concat_tables(parts).combine_chunks() if parts else None

    def _fill_up(self, found: Iterator[tuple[int, Any]]) -> Iterator[Any]:
        """Yield the tables of *found*, None for partitions that are not in it."""
        wanted = 0
        for partition, table in found:
            yield from [None] * (partition - wanted)
            yield table
            wanted = partition + 1
        yield from [None] * (self._partitions - wanted)

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
            self._held_bytes += self._batches[-1].nbytes
            if self._held_bytes > self._most_held:
                self._spill()

    def _sort(self) -> Iterator[tuple[int, Any]]:
        """Yield the rows that wait, by partition; none waits any longer."""
        import pyarrow

        table = pyarrow.Table.from_batches(self._batches, self._schema).combine_chunks()
        self._batches.clear()
        self._held_bytes = 0
        numbers = table.column(_PARTITION).to_numpy()
        order = np.argsort(numbers, kind="stable")
        found, starts = np.unique(numbers[order], return_index=True)
        table = table.drop_columns([_PARTITION])
        for partition, rows in zip(found.tolist(), np.split(order, starts[1:]), strict=False):
            yield partition, table.take(rows)

    def _spill(self) -> None:
        """Move the rows that wait to the temporary file."""
        self._spool = self._spool or TemporaryFile()  # noqa: SIM115
        places: dict[int, tuple[int, int]] = {}
        for partition, table in self._sort():
            raw = _serialise(table)
            places[partition] = (self._spool.tell(), len(raw))
            self._spool.write(raw)
        self._stretches.append(places)

    def _read_back(self, place: tuple[int, int]) -> Any:
        import pyarrow

        assert self._spool is not None
        self._spool.seek(place[0])
        return pyarrow.ipc.open_stream(self._spool.read(place[1])).read_all()


def read_digests(store: Store, name: str, partitions: int) -> list[bytes]:
    """Return the digests of the pieces of the file *name*."""
    (data,) = store.read_parts([(name, 0, partitions * _TABLE.itemsize)])
    return [piece.digest for piece in _to_pieces(data, name, partitions)]


def count_rows(store: Store, names: Iterable[str], partition: int, partitions: int) -> int:
    """Return how many rows *partition* has in the files *names*."""
    return sum(piece.rows for _, piece in _find_pieces(store, names, partition, partitions))


def read_rows(store: Store, names: Iterable[str], partition: int, partitions: int) -> Iterator[Any]:
    """Yield the rows of *partition* in each of the files, as an Arrow batch, where it has any.

    Raises `RunError` for a file that is not as it was written.
    """
    for wanted in _gather(_find_pieces(store, names, partition, partitions)):
        places = [(name, piece.offset, piece.offset + piece.length) for name, piece in wanted]
        for (name, piece), data in zip(wanted, store.read_parts(places), strict=True):
            yield _to_batch(data, piece, name)


def _find_pieces(
    store: Store, names: Iterable[str], partition: int, partitions: int
) -> Iterator[tuple[str, Piece]]:
    """Yield the pieces of *partition* that have rows, each with the name of its file."""
    if not 0 <= partition < partitions:
        raise IndexError(partition)
    start, end = (one * _TABLE.itemsize for one in (partition, partition + 1))
    every = iter(names)
    while some := list(islice(every, _BATCH_FILES)):
        tables = store.read_parts([(name, start, end) for name in some])
        for name, data in zip(some, tables, strict=True):
            (piece,) = _to_pieces(data, name, 1)
            if piece.rows:
                yield name, piece


def _gather(pieces: Iterable[tuple[str, Piece]]) -> Iterator[list[tuple[str, Piece]]]:
    """Yield the pieces that are read at once."""
    some: list[tuple[str, Piece]] = []
    for one in pieces:
        some.append(one)
        if len(some) == _BATCH_FILES or sum(piece.length for _, piece in some) > _BATCH_BYTES:
            yield some
            some = []
    if some:
        yield some


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


def _serialise(table: Any) -> Any:
    """Return *table* as a stream of one batch, in a buffer."""
    import pyarrow

    sink = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_stream(sink, table.schema) as writer:
        writer.write_batch(table.combine_chunks().to_batches()[0])
    return sink.getvalue()


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
