"""Undoing compression, with a cap on what comes out while it comes out."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from zaru.errors import DecodeError, LimitExceeded
from zaru.io.sniff import ZSTD_MAGIC, is_gzip, is_markup

# Input is fed in slices because zlib copies what it did not use: a file of a million tiny
# members would otherwise cost the square of its size.
FIRST_FEED_BYTES = 2048
FEED_BYTES = 64 * 1024
MAX_CODINGS = 4  # of one response; more is an attack


def gunzip(data: bytes, *, limit: int, source: str = "", allow_cut: bool = False) -> bytes:
    """Inflate all gzip members of *data*, never holding more than *limit* bytes of output.

    Zeros after the last member are padding. A member that ends early raises `DecodeError`, or
    with *allow_cut* gives what there is.
    """
    parts: list[bytes] = []
    offset, room = 0, limit
    while True:
        inflater = zlib.decompressobj(wbits=31)
        part, offset = _inflate(inflater, data, offset, limit=room, source=source)
        parts.append(part)
        room -= len(part)
        if not inflater.eof:
            if allow_cut:
                break
            raise DecodeError("gzip ends early; fetch the file again", source=source, offset=offset)
        if not is_gzip(data[offset : offset + 3]):
            if data[offset:].strip(b"\0"):
                raise DecodeError("bytes after the gzip data", source=source, offset=offset)
            break
    return b"".join(parts)


def inflate_deflate(data: bytes, *, limit: int, source: str = "", allow_cut: bool = False) -> bytes:
    """Inflate the HTTP coding `deflate`: zlib by the standard, raw deflate by habit of servers."""
    try:
        inflater = zlib.decompressobj(wbits=15)
        body, offset = _inflate(inflater, data, 0, limit=limit, source=source)
    except DecodeError:
        inflater = zlib.decompressobj(wbits=-15)
        body, offset = _inflate(inflater, data, 0, limit=limit, source=source)
    if not inflater.eof and not allow_cut:
        raise DecodeError("deflate ends early", source=source, offset=offset)
    return body


def inflate_brotli(data: bytes, *, limit: int, source: str = "", allow_cut: bool = False) -> bytes:
    """Inflate the HTTP coding `br`; needs brotli 1.2, the first that bounds its output."""
    try:
        brotli: Any = import_module("brotli")
        inflater = brotli.Decompressor()
        body = bytes(inflater.process(data, output_buffer_limit=limit + 1))
        while len(body) <= limit and not inflater.is_finished():
            more = inflater.process(b"", output_buffer_limit=limit + 1 - len(body))
            if not more:
                break
            body += more
    except (ImportError, TypeError) as error:
        message = "brotli data; to read it run: pip install 'brotli>=1.2'"
        raise DecodeError(message, source=source) from error
    except brotli.error as error:
        raise DecodeError("broken brotli data", source=source) from error
    if len(body) > limit:
        raise _too_much(limit, source)
    if not inflater.is_finished() and not allow_cut:
        raise DecodeError("brotli data ends early", source=source, offset=len(data))
    return body


DECODERS = {
    "gzip": gunzip,
    "x-gzip": gunzip,
    "deflate": inflate_deflate,
    "br": inflate_brotli,
}


def undo_codings(
    data: bytes, codings: Sequence[str], *, limit: int, source: str = "", allow_cut: bool = False
) -> bytes:
    """Return *data* without its declared *codings* and without one level of gzip beyond them.

    Archives and servers often declare a coding that is not there any more: a body that is
    already markup is returned as it is. A second undeclared level raises `DecodeError`.
    """
    if len(codings) > MAX_CODINGS:
        raise DecodeError(f"{len(codings)} content codings on one body", source=source)
    for coding in reversed(codings):
        data = _undo(data, coding, limit=limit, source=source, allow_cut=allow_cut)
    if is_gzip(data):
        data = gunzip(data, limit=limit, source=source, allow_cut=allow_cut)
    if is_gzip(data):
        raise DecodeError("gzip inside gzip; unpack it first", source=source)
    return data


def _undo(data: bytes, coding: str, *, limit: int, source: str, allow_cut: bool) -> bytes:
    """Return *data* without *coding*, or as it is when the coding is not really there."""
    if coding == "identity" or is_markup(data) or not data:
        return data
    if coding in ("gzip", "x-gzip") and not is_gzip(data):
        return data
    if coding == "zstd" or data.startswith(ZSTD_MAGIC):
        raise DecodeError("zstd compression, which zaru does not read", source=source)
    if coding not in DECODERS:
        raise DecodeError(f"unknown content coding {coding[:40]!r}", source=source)
    return DECODERS[coding](data, limit=limit, source=source, allow_cut=allow_cut)


def count_left(inflater: zlib._Decompress) -> int:
    """Return how many bytes of the last input *inflater* did not use.

    At the end zlib reports them as `unused_data`, and sometimes as `unconsumed_tail` too.
    """
    return len(inflater.unused_data if inflater.eof else inflater.unconsumed_tail)


def _inflate(
    inflater: zlib._Decompress, data: bytes, offset: int, *, limit: int, source: str
) -> tuple[bytes, int]:
    """Return what the one stream at *offset* of *data* holds, and the offset of its end."""
    body = bytearray()
    feed_bytes = FIRST_FEED_BYTES
    while not inflater.eof:
        feed = data[offset : offset + feed_bytes]
        try:
            # One byte more than allowed, to tell "full" from "too much".
            part = inflater.decompress(feed, limit + 1 - len(body))
        except zlib.error as error:
            message = f"broken compression: {error}"
            raise DecodeError(message, source=source, offset=offset) from error
        body += part
        if len(body) > limit:
            raise _too_much(limit, source)
        offset += len(feed) - count_left(inflater)
        feed_bytes = min(2 * feed_bytes, FEED_BYTES)
        if not feed and not part:
            break
    return bytes(body), offset


def _too_much(limit: int, source: str) -> LimitExceeded:
    return LimitExceeded(f"more than {limit} bytes when inflated", source=source)
