"""Rows of CSV files that no spreadsheet takes for programs."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

# Spreadsheets run cells that begin like this, also with the full-width signs
# (https://owasp.org/www-community/attacks/CSV_Injection).
_FORMULA = re.compile(r"[=+\-@\t\r\n＝＋－＠]")
_NUMBER = re.compile(r"[+-]\d[\d.,]*%?")  # says itself, whatever a spreadsheet makes of it


def to_csv_row(cells: Iterable[str]) -> bytes:
    """Return a line of a CSV file; what is no UTF-8 is written as escapes."""
    line = io.StringIO()
    csv.writer(line).writerow(map(_disarm, cells))  # ends in \r\n, so that it quotes both
    return line.getvalue()[:-2].encode("utf-8", "backslashreplace") + b"\n"


def _disarm(cell: str) -> str:
    """Return *cell* as a text for spreadsheets, too: no formula; plain numbers stay.

    >>> _disarm("=1+2"), _disarm("-5.2"), _disarm("+81 3-1234-5678")
    ("'=1+2", '-5.2', "'+81 3-1234-5678")
    """
    is_formula = _FORMULA.match(cell) and not _NUMBER.fullmatch(cell)
    return f"'{cell}" if is_formula else cell
