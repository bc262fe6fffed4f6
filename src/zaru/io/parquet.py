"""Rows as a Parquet file, written in groups so that memory does not grow with the run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, BinaryIO

from zaru.errors import ToolMissing

_GROUP_ROWS = 1000

Schema = Callable[[Any], Any]  # from the module pyarrow to one of its schemas


class ParquetWriter:
    """Takes rows as JSON objects that fit a schema."""

    def __init__(self, file: BinaryIO, schema: Schema) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError as error:
            raise ToolMissing("Parquet needs pyarrow; run: pip install 'zaru[parquet]'") from error
        self._arrow = pyarrow
        self._schema = schema(pyarrow)
        self._file = file
        self._rows: list[dict[str, Any]] = []
        self._writer: Any = None

    def add(self, row: dict[str, Any]) -> None:
        """Add one row."""
        self._rows.append(row)
        if len(self._rows) >= _GROUP_ROWS:
            self._flush()

    def close(self) -> None:
        """Write what is left and the footer."""
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        arrow = self._arrow
        if self._writer is None:
            self._writer = arrow.parquet.ParquetWriter(self._file, self._schema)
        table = arrow.Table.from_pylist(self._rows, schema=self._schema)
        self._writer.write_table(table)
        self._rows.clear()


def content_schema(arrow: Any) -> Any:
    """Return the schema of contents (`Content.to_json`)."""
    text, span = arrow.string(), arrow.list_(arrow.int64())
    names = ("page", "url", "encoding", "codec", "language", "title", "author", "date", "text")
    block = arrow.struct([("role", text), ("text", text), ("span", span)])
    after = ("updated", "site_name", "canonical", "image")
    spanned = ("title", "author", "date", "updated", "language", "site_name", "image")
    return arrow.schema(
        [(name, text) for name in names]
        + [("blocks", arrow.list_(block))]
        + [(name, text) for name in after]
        + [("spans", arrow.struct([(name, span) for name in spanned]))]
        + [("inexact", span)]
    )


def record_schema(fields: Iterable[str]) -> Schema:
    """Return the schema of records with these fields (`Record.to_json`)."""

    def build(arrow: Any) -> Any:
        value = arrow.struct([("value", arrow.string()), ("span", arrow.list_(arrow.int64()))])
        columns = arrow.struct([(name, arrow.list_(value)) for name in fields])
        return arrow.schema(
            [("page", arrow.string()), ("record", arrow.int64()), ("fields", columns)]
        )

    return build
