from __future__ import annotations

import csv
import io

import pytest

from zaru.io.csv_rows import to_csv_row


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"), ("+1+2", "'+1+2"), ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"), ("\r=1", "'\r=1"), ("＝1", "'＝1"), ("-cmd", "'-cmd"), ("-", "'-"),
        ("-5", "-5"), ("+3.25%", "+3.25%"), ("-1,200", "-1,200"), ("-5+cmd", "'-5+cmd"),
        ("+81-3-1234-5678", "'+81-3-1234-5678"), ("¥=1", "¥=1"), ("", ""),
    ],
)  # fmt: skip
def test_cells_of_csv_are_no_formulas(cell: str, written: str) -> None:
    text = to_csv_row(["a", cell]).decode()
    assert next(csv.reader(io.StringIO(text, newline=""))) == ["a", written]
