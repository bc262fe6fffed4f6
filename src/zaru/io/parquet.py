"""Rows as a Parquet file, written in groups so that memory does not grow with the run."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any, BinaryIO

from zaru.errors import ToolMissing

_GROUP_ROWS = 1000
_PACKS_OF_GROUP = 10  # rows are Python values until a part of a group is there

# What a JSON object holds: `str`, `int`, `float` or `bool`, `[shape]` for a list, a dict for an
# object. It stands beside the function that makes the object, so that both have the same keys.
Shape = dict[str, Any]


class ParquetWriter:
    """Takes rows as JSON objects of one shape."""

    def __init__(self, file: BinaryIO, shape: Shape, *, group_rows: int = _GROUP_ROWS) -> None:
        self._arrow = import_arrow()
        self._shape = shape
        self._schema = to_schema(shape)
        self._group_rows = group_rows
        self._pack_rows = max(1, group_rows // _PACKS_OF_GROUP)
        self._file = file
        self._rows: list[dict[str, Any]] = []
        self._tables: list[Any] = []  # that wait, of less than a group
        self._writer: Any = None

    def add(self, rows: Iterable[dict[str, Any]]) -> None:
        """Add rows."""
        for row in rows:
            if row.keys() != self._shape.keys():  # pyarrow would leave out what the schema lacks
                raise ValueError(f"keys {list(row)} in a table of {list(self._shape)}")
            self._rows.append(row)
            if len(self._rows) >= self._pack_rows:
                self._pack()

    def add_file(self, file: BinaryIO) -> None:
        """Add the rows of a file that a writer of the same shape has written."""
        for batch in open_parquet(file).iter_batches(self._group_rows):
            self._add_table(self._arrow.Table.from_batches([batch], self._schema))

    def close(self) -> None:
        """Write what is left and the footer."""
        self._pack()
        self._write(self._arrow.concat_tables(self._tables))
        self._writer.close()

    def _pack(self) -> None:
        """Make the rows that wait as Python values a table."""
        try:
            table = self._arrow.Table.from_pylist(self._rows, schema=self._schema)
        except UnicodeEncodeError:  # a file name that is no UTF-8
            table = self._arrow.Table.from_pylist(_escape(self._rows), schema=self._schema)
        self._rows.clear()
        self._add_table(table)

    def _add_table(self, table: Any) -> None:
        """Write a group as soon as there are rows for it, whatever they came in."""
        self._tables.append(table)
        while sum(table.num_rows for table in self._tables) >= self._group_rows:
            whole = self._arrow.concat_tables(self._tables)
            self._write(whole.slice(0, self._group_rows))
            self._tables = [whole.slice(self._group_rows)]

    def _write(self, table: Any) -> None:
        if self._writer is None:
            writer = self._arrow.parquet.ParquetWriter
            self._writer = writer(self._file, self._schema, compression="zstd")
        self._writer.write_table(table.combine_chunks())


def open_parquet(file: BinaryIO) -> Any:
    """Open a Parquet file to be read group by group.

    By itself Arrow reads all that is wanted of a file before the first row is there.
    """
    return import_arrow().parquet.ParquetFile(file, pre_buffer=False)


def has_arrow() -> bool:
    """Say whether pyarrow is installed, without loading it."""
    return find_spec("pyarrow") is not None


def import_arrow() -> Any:
    """Return pyarrow with its `parquet`; raises `ToolMissing`."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ToolMissing("Parquet needs pyarrow; run: pip install 'zaru[corpus]'") from error
    return pyarrow


def load_arrow() -> None:
    """Load pyarrow before children are forked that need it; raises `ToolMissing`.

    With its first array it imports pandas, where there is one, and with the first table that is
    sorted its functions: a third and a twentieth of a second for each child.
    """
    import_arrow().array([0])
    import pyarrow.compute  # noqa: F401


class _NoPandas:
    """Finds no pandas; Arrow does without."""

    @staticmethod
    def find_spec(name: str, *_: object) -> None:
        if name == "pandas":
            raise ModuleNotFoundError(name)


def leave_pandas_out() -> None:
    """Let Arrow load no pandas, in a process of our own: 30 MiB and a quarter of a second less."""
    sys.meta_path.insert(0, _NoPandas())


def to_schema(shape: Shape) -> Any:
    """Return the Arrow schema of rows that have *shape*."""
    import pyarrow

    return pyarrow.schema([(name, _to_type(pyarrow, inner)) for name, inner in shape.items()])


def _to_type(arrow: Any, shape: Any) -> Any:
    """Return the Arrow type of what has *shape*."""
    if isinstance(shape, dict):
        return arrow.struct([(name, _to_type(arrow, inner)) for name, inner in shape.items()])
    if isinstance(shape, list):
        return arrow.list_(_to_type(arrow, shape[0]))
    kinds = {int: arrow.int64(), float: arrow.float64(), bool: arrow.bool_()}
    return kinds.get(shape, arrow.string())


def _escape(value: Any) -> Any:
    """Return *value* with lone surrogates as escapes, as they are in lines of JSON."""
    if isinstance(value, str):
        return str(value.encode("utf-8", "backslashreplace"), "utf-8")
    if isinstance(value, dict):
        return {_escape(key): _escape(inner) for key, inner in value.items()}
    return [_escape(inner) for inner in value] if isinstance(value, list) else value
