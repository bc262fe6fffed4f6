"""Rows as a Parquet file, written in groups so that memory does not grow with the run."""

from __future__ import annotations

from typing import Any, BinaryIO

from zaru.errors import ToolMissing

_GROUP_ROWS = 1000


class ParquetWriter:
    """Takes rows as JSON objects; the schema is that of the first group."""

    def __init__(self, file: BinaryIO) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError as error:
            raise ToolMissing("Parquet needs pyarrow; run: pip install 'zaru[parquet]'") from error
        self._arrow = pyarrow
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
        if self._rows:
            self._flush()
        if self._writer is not None:
            self._writer.close()

    def _flush(self) -> None:
        arrow = self._arrow
        if self._writer is None:
            table = arrow.Table.from_pylist(self._rows, schema=_schema(arrow))
            self._writer = arrow.parquet.ParquetWriter(self._file, table.schema)
        table = arrow.Table.from_pylist(self._rows, schema=self._writer.schema)
        self._writer.write_table(table)
        self._rows.clear()


def _schema(arrow: Any) -> Any:
    """Return the schema of contents (`Content.to_json`)."""
    text, span = arrow.string(), arrow.list_(arrow.int64())
    names = ("page", "url", "encoding", "language", "title", "author", "date", "text")
    block = arrow.struct([("role", text), ("text", text), ("span", span)])
    after = ("updated", "site_name", "canonical", "image")
    spanned = ("title", "author", "date", "updated", "language", "site_name", "image")
    return arrow.schema(
        [(name, text) for name in names]
        + [("blocks", arrow.list_(block))]
        + [(name, text) for name in after]
        + [("spans", arrow.struct([(name, span) for name in spanned]))]
    )
