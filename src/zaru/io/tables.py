"""Tables of a corpus, read row by row: folders of Parquet files that have one shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby
from operator import itemgetter
from typing import Any

from zaru.errors import FormatError
from zaru.io.parquet import import_arrow, open_parquet, to_schema
from zaru.io.schema import TABLES
from zaru.io.store import Store

Row = dict[str, Any]
# Makes a mask of a column; gets pyarrow's functions first, so that no caller imports them.
Test = Callable[[Any, Any], Any]

SUFFIX = ".parquet"
_READ_BYTES = 1 << 20
_BATCH_ROWS = 64  # that are Python objects at once; a row of pages has a whole page


@dataclass(frozen=True, slots=True)
class Table:
    """The folder *name* of a corpus."""

    store: Store
    name: str

    def files(self) -> list[str]:
        """Return the names of its files; those of one name in all tables belong together."""
        return [name for name in self.store.names(self.name) if name.endswith(SUFFIX)]

    def count(self, file: str) -> int:
        """Return how many rows *file* has, by its end."""
        with self._open(file) as table:
            return int(table.metadata.num_rows)

    def has_shape(self, file: str, columns: Sequence[str]) -> bool:
        """Say whether *columns* of *file* have the types that `schema` has for them."""
        known = to_schema(TABLES[self.name])
        with self._open(file) as table:
            own = table.schema_arrow
        return all(
            name in own.names and own.field(name).type.equals(known.field(name).type)
            for name in columns
        )

    def batches(self, file: str, columns: Sequence[str], rows: int) -> Iterator[Any]:
        """Yield the *columns* of *file* as Arrow has them, so many *rows* at once."""
        with self._open(file) as table:
            yield from table.iter_batches(rows, columns=list(columns), use_threads=False)

    def rows(self, file: str, columns: Sequence[str] | None = None) -> Iterator[Row]:
        """Yield the rows of *file*, with all *columns* or some; a row group is held at once."""
        wanted = None if columns is None else list(columns)
        with self._open(file) as table:
            for batch in table.iter_batches(_BATCH_ROWS, columns=wanted, use_threads=False):
                yield from batch.to_pylist()

    def find(
        self, file: str, column: str, test: Test, columns: Sequence[str] | None = None
    ) -> Iterator[Row]:
        """Yield the rows of *file* whose *column* passes *test*, with all *columns* or some.

        Others are not read whole.
        """
        wanted = None if columns is None else list(columns)
        import_arrow()
        import pyarrow.compute

        with self._open(file) as table:
            for number in range(table.num_row_groups):
                values = table.read_row_group(number, columns=[column], use_threads=False)
                hits = pyarrow.compute.indices_nonzero(test(pyarrow.compute, values.column(0)))
                if len(hits):
                    group = table.read_row_group(number, columns=wanted, use_threads=False)
                    yield from group.take(hits).to_pylist()

    def tally(self, file: str, column: str) -> dict[str, int]:
        """Return how often each value stands in a *column* of *file*; absent ones are left out."""
        counts: Counter[str] = Counter()
        with self._open(file) as table:
            for number in range(table.num_row_groups):
                values = table.read_row_group(number, columns=[column], use_threads=False)
                for pair in values.column(0).value_counts().to_pylist():
                    if pair["values"] is not None:
                        counts[pair["values"]] += pair["counts"]
        return counts

    def digest(self, file: str) -> bytes:
        """Return the digest of the bytes of *file*."""
        digest = blake2b(digest_size=16)
        with self.store.open(f"{self.name}/{file}") as opened:
            while data := opened.read(_READ_BYTES):
                digest.update(data)
        return digest.digest()

    @contextmanager
    def _open(self, file: str) -> Iterator[Any]:
        """Open *file*; raises `FormatError` for one that is damaged or not there."""
        pyarrow = import_arrow()
        name = f"{self.name}/{file}"
        try:
            with self.store.open(name) as opened:
                yield open_parquet(opened)
        except (pyarrow.ArrowException, OSError) as error:
            message = f"{name} cannot be read ({error}); build the corpus again"
            raise FormatError(" ".join(message.split()), source=self.store.place) from error


class ByPage:
    """Rows of a table that stand in the order of their pages, taken page by page."""

    def __init__(self, table: Table, file: str, column: str) -> None:
        self._place = f"{table.name}/{file}"
        self._groups = groupby(table.rows(file), key=itemgetter(column))
        self._next = next(self._groups, None)

    def take(self, page: str) -> list[Row]:
        """Return the rows of *page*, none when the next are those of another."""
        if self._next is None or self._next[0] != page:
            return []
        rows = list(self._next[1])
        self._next = next(self._groups, None)
        return rows

    def finish(self) -> None:
        """Raise `FormatError` when rows are left: nothing is lost in silence."""
        if self._next is not None:
            message = f"has rows of the page {self._next[0]} in a place of their own"
            raise FormatError(f"{message}; build the corpus again", source=self._place)
