"""The records of a WARC archive, each with its place; what is no whole record is a Failure.

Every byte of the archive belongs to a record, to the line breaks behind one, or to a Failure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from zaru.errors import Failure, FormatError
from zaru.io.fields import MAX_HEAD_BYTES, find_head_end, parse_fields
from zaru.io.tape import Tape
from zaru.limits import Limits

FIRST_HEAD_BYTES = 2048  # enough for nearly every head, so that it is found in one look
OVERLAP_BYTES = 16 * 1024  # longer than any real head
MAX_DIGITS = 18  # of a length; more cannot be a file

_VERSION = re.compile(rb"WARC/\d\.\d{1,2}[ \t]*\r?\n")
_NO_BREAK = re.compile(rb"[^\r\n]")


class _EndlessHeadError(FormatError):
    """No head can end in the next bytes; *passed* of them need not be looked at again."""

    def __init__(self, message: str, *, passed: int = 1) -> None:
        super().__init__(message)
        self.passed = passed


@dataclass(frozen=True, slots=True)
class Record:
    """One WARC record."""

    offset: int  # in the file; inside gzip, of the member that it begins in
    fields: dict[str, str]  # by name in lower case
    block: bytes  # only its beginning when the record is larger than a page may be
    length: int  # of the whole block
    is_closed: bool  # two line breaks follow, as they must

    @property
    def kind(self) -> str:
        """The WARC-Type, in lower case: `response`, `revisit`, …"""
        return self.fields.get("warc-type", "").lower()


def read_records(tape: Tape, *, source: str, limits: Limits) -> Iterator[Record | Failure]:
    """Yield every record, and a Failure for each stretch of bytes that is none.

    A record that claims a wrong length costs itself: reading goes on at the next line that begins
    a record. A record that is whole but not followed by two line breaks is yielded, and then a
    Failure says so.
    """
    max_held = limits.max_bytes + MAX_HEAD_BYTES
    while tape.open_stretch():
        while _has_more(tape):
            start, offset = tape.position, tape.offset
            try:
                record = _read_record(tape, max_held=max_held)
            except FormatError as error:
                yield _failure(str(error.args[0]), source=source, offset=offset)
                passed = error.passed if isinstance(error, _EndlessHeadError) else 1
                if tape.go_back(start + passed):
                    tape.find(_VERSION)
                continue
            yield record
            if not record.is_closed:
                message = "a record without the two line breaks behind it; it was read"
                yield _failure(message, source=source, offset=offset)
        if tape.fault:
            yield _failure(
                f"cannot be read: {tape.claim_fault()}", source=source, offset=tape.offset
            )


def _read_record(tape: Tape, *, max_held: int) -> Record:
    """Return the record at the position, having checked that it ends where it says."""
    offset = tape.offset
    fields = _read_fields(tape)
    length = _parse_length(fields)
    if length <= max_held:
        if not tape.has(length):
            raise FormatError(_describe_cut(tape, length, found=tape.held))
        is_closed = _check_end(tape, length)
        return Record(offset, fields, tape.read(length), length, is_closed)
    block, start = tape.peek(MAX_HEAD_BYTES), tape.position
    tape.skip(length - 1)
    # A plain file can be left behind its end unnoticed, so the last byte must be seen.
    if not tape.has(1):
        raise FormatError(_describe_cut(tape, length, found=tape.position - start))
    is_closed = _check_end(tape, 1)
    tape.skip(1)
    return Record(offset, fields, block, length, is_closed)


def _read_fields(tape: Tape) -> dict[str, str]:
    """Return the record's fields and go to its block."""
    head = tape.peek(FIRST_HEAD_BYTES)
    if not _VERSION.match(head):
        reason = tape.claim_fault() if len(head) < FIRST_HEAD_BYTES else ""
        message = "bytes that are no WARC record; passed over to the next one"
        raise FormatError(f"{message} ({reason})" if reason else message)
    end = find_head_end(head)
    if end is None:
        head = tape.peek(MAX_HEAD_BYTES)
        end = find_head_end(head)
    if end is None:
        reason = tape.claim_fault() or f"no blank line within {MAX_HEAD_BYTES} bytes"
        # Without the overlap, a head that begins here and ends behind would be missed; with it
        # alone, a file of nothing but WARC lines would be searched again for each of them.
        is_last = len(head) < MAX_HEAD_BYTES
        passed = len(head) if is_last else len(head) - OVERLAP_BYTES
        raise _EndlessHeadError(f"a record's head does not end: {reason}", passed=passed)
    if _VERSION.search(head, 1, end):
        raise FormatError("a record's head is cut by the next record")
    tape.advance(end)
    return parse_fields(head[head.index(b"\n") + 1 : end])


def _parse_length(fields: dict[str, str]) -> int:
    digits = fields.get("content-length", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS):
        raise FormatError(f"a record's Content-Length is {digits[:40]!r}, not a number")
    return int(digits)


def _check_end(tape: Tape, length: int) -> bool:
    """Raise unless the record can end after *length* bytes; say whether line breaks follow.

    Two line breaks must follow; none is tolerated when the next record or the end of the stretch
    shows that the length is right.
    """
    behind = tape.peek(len(b"\r\n\r\nWARC/"), ahead=length)
    rest = behind.lstrip(b"\r\n")
    if not rest and tape.fault:
        raise FormatError(f"a record cannot be trusted: {tape.claim_fault()}")
    is_closed = behind[: len(behind) - len(rest)].count(b"\n") >= 2
    if rest and not is_closed and not rest.startswith(b"WARC/"):
        raise FormatError("a record's Content-Length is wrong: it ends inside other bytes")
    return is_closed


def _describe_cut(tape: Tape, length: int, *, found: int) -> str:
    fault = tape.claim_fault()
    reason = f": {fault}" if fault else "; its Content-Length is wrong or the file was cut"
    return f"a record has {min(found, length)} of {length} bytes{reason}"


def _has_more(tape: Tape) -> bool:
    """Pass over line breaks; say whether the stretch goes on."""
    tape.find(_NO_BREAK)
    return not tape.is_over and tape.has(1)


def _failure(message: str, *, source: str, offset: int) -> Failure:
    error = FormatError(message, source=source, offset=offset)
    return Failure.of(error, stage="read", source=source)
