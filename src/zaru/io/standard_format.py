"""Standard Format files: read whole, inflated when they are gzip."""

from __future__ import annotations

import gzip
from pathlib import Path

from zaru.corpus.standard_format import StandardFormat
from zaru.corpus.xml.reading import from_xml
from zaru.errors import FormatError, LimitExceeded
from zaru.io.files import open_regular
from zaru.io.inflate import gunzip
from zaru.io.publish import publish
from zaru.io.sniff import is_gzip
from zaru.io.spool import read_fully
from zaru.limits import MEBIBYTE

# Annotations make a file a hundred times larger than its page (paper 1, table 2).
MAX_BYTES = 512 * MEBIBYTE
HEAD_BYTES = 256 * 1024


def read_standard_format(source: str | Path | bytes) -> StandardFormat:
    """Return what a Standard Format file, given by its path or as bytes, holds.

    Raises `InputError` with the place for a file that is none, `OSError` for one that cannot be
    opened.
    """
    if isinstance(source, bytes):
        return from_xml(source)
    return from_xml(read_xml(source), source=str(source))


def write_xml(path: Path, data: bytes) -> None:
    """Replace the XML file *path*, or make it; gzip stays gzip."""
    try:
        with path.open("rb") as file:
            is_packed = is_gzip(file.read(3))
    except FileNotFoundError:
        is_packed = path.suffix == ".gz"
    with publish(path.resolve()) as target:
        target.write(compress(data) if is_packed else data)


def compress(data: bytes) -> bytes:
    """Return *data* as gzip, the same bytes in every run."""
    return gzip.compress(data, mtime=0)


def read_head(path: str | Path) -> bytes:
    """Return the beginning of the XML file *path*: with its header, nearly always not all."""
    with open_regular(str(path)) as file:
        data = read_fully(file, HEAD_BYTES)
    is_enough = len(data) < HEAD_BYTES or b"</Header>" in data
    return data if is_enough and not is_gzip(data[:3]) else read_xml(path)


def read_xml(path: str | Path) -> bytes:
    """Return the bytes of the XML file *path*, inflated when it is gzip."""
    name = str(path)
    try:
        with open_regular(name) as file:
            data = read_fully(file, MAX_BYTES + 1)
    except FormatError as error:
        error.source = name
        raise
    if len(data) > MAX_BYTES:
        raise LimitExceeded(f"more than {MAX_BYTES} bytes", source=name)
    return gunzip(data, limit=MAX_BYTES, source=name) if is_gzip(data[:3]) else data
