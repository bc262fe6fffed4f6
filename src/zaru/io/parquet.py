"""Rows as a Parquet file, written in groups so that memory does not grow with the run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, BinaryIO

from zaru.errors import ToolMissing

_GROUP_ROWS = 1000

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
        self._file = file
        self._rows: list[dict[str, Any]] = []
        self._writer: Any = None

    def add(self, rows: Iterable[dict[str, Any]]) -> None:
        """Add rows."""
        for row in rows:
            if row.keys() != self._shape.keys():  # pyarrow would leave out what the schema lacks
                raise ValueError(f"keys {list(row)} in a table of {list(self._shape)}")
            self._rows.append(row)
        if len(self._rows) >= self._group_rows:
            self._flush()

    def close(self) -> None:
        """Write what is left and the footer."""
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        arrow = self._arrow
        if self._writer is None:
            self._writer = arrow.parquet.ParquetWriter(self._file, self._schema, compression="zstd")
        try:
            table = arrow.Table.from_pylist(self._rows, schema=self._schema)
        except UnicodeEncodeError:  # a file name that is no UTF-8
            table = arrow.Table.from_pylist(_escape(self._rows), schema=self._schema)
        self._writer.write_table(table)
        self._rows.clear()


def import_arrow() -> Any:
    """Return pyarrow with its `parquet`; raises `ToolMissing`."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ToolMissing("Parquet needs pyarrow; run: pip install 'zaru[corpus]'") from error
    return pyarrow


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
