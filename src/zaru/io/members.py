"""The gzip members of an archive, each inflated on its own, with a way on after a broken one.

Own walk instead of a library's: FastWARC 1.1 and zlib alone are silent about a member that is cut
at the end of the file, and FastWARC stops at the first broken one (both measured).
"""

from __future__ import annotations

import zlib
from collections.abc import Generator, Iterator
from dataclasses import dataclass

from zaru.io.inflate import FEED_BYTES, FIRST_FEED_BYTES, count_left
from zaru.io.sniff import GZIP_MAGIC, is_gzip
from zaru.io.spool import BLOCK_BYTES, Blocks, Seekable

PIECE_BYTES = 256 * 1024  # of output at once
PROBE_BYTES = 4096  # of input, to see whether a place that looks like a member is one
# A broken member is often found out only far behind its end, inside its neighbours, so the search
# goes back to its start. What is read twice is bounded: a file made of nested fake members would
# otherwise cost the square of its size.
REREAD_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Piece:
    """Some bytes of an archive, in order."""

    offset: int  # in the file: of these bytes, or of the gzip member they come from
    data: bytes
    starts: bool = False  # nothing before belongs to the same record
    fault: str = ""  # why nothing after belongs to the same record


def read_plain(file: Seekable, offset: int = 0) -> Iterator[Piece]:
    """Yield the bytes of a file that is not compressed, from *offset* on."""
    blocks = Blocks(file)
    starts = True
    while data := blocks.at(offset, FEED_BYTES):
        yield Piece(offset, data, starts=starts)
        offset += len(data)
        starts = False


def read_members(file: Seekable, offset: int = 0) -> Iterator[Piece]:
    """Yield what the gzip members of *file* hold, from the one at *offset* on.

    A member that begins with a WARC line starts a record; others go on with the one before, as in
    archives that were compressed in blocks of a fixed size.
    """
    blocks = Blocks(file)
    reread = 0
    while head := blocks.at(offset, len(GZIP_MAGIC)):
        if not is_gzip(head):
            start, offset = offset, find_member(blocks, offset + 1)
            fault = f"{offset - start} bytes that are no gzip member"
            yield Piece(start, b"", starts=True, fault=fault)
            continue
        start = offset
        offset, is_whole = yield from _read_member(blocks, start)
        if not is_whole:
            reread += offset - start
            is_affordable = reread <= REREAD_BYTES + offset
            offset = find_member(blocks, start + 1 if is_affordable else offset + 1)


def find_member(blocks: Blocks, offset: int) -> int:
    """Return the offset of the next member that begins with a WARC line, or of the end."""
    while data := blocks.at(offset, BLOCK_BYTES):
        found = data.find(GZIP_MAGIC)
        if found < 0:
            # The magic may lie across the border of two blocks.
            offset += max(1, len(data) - len(GZIP_MAGIC) + 1)
        elif _begins_record(blocks.at(offset + found, PROBE_BYTES)):
            return offset + found
        else:
            offset += found + 1
    return offset


def _begins_record(data: bytes) -> bool:
    """Say whether *data* is the beginning of a member that begins with a WARC line."""
    try:
        return zlib.decompressobj(wbits=31).decompress(data, 5) == b"WARC/"
    except zlib.error:
        return False


def _read_member(blocks: Blocks, start: int) -> Generator[Piece, None, tuple[int, bool]]:
    """Yield the member at *start*; return where reading stopped, and whether it was whole."""
    inflater = zlib.decompressobj(wbits=31)
    offset, feed_bytes, is_first = start, FIRST_FEED_BYTES, True
    while not inflater.eof:
        feed = blocks.at(offset, feed_bytes)
        try:
            data = inflater.decompress(feed, PIECE_BYTES)
        except zlib.error as error:
            yield Piece(start, b"", starts=is_first, fault=f"the gzip member is broken ({error})")
            return offset, False
        # zlib does not call a cut stream an error; it only never says `eof`.
        if not feed and not data and not inflater.eof:
            yield Piece(start, b"", starts=is_first, fault="the gzip member ends early")
            return offset, False
        offset += len(feed) - count_left(inflater)
        feed_bytes = min(2 * feed_bytes, FEED_BYTES)
        if data:
            yield Piece(start, data, starts=is_first and data.startswith(b"WARC/"))
            is_first = False
    return offset, True
