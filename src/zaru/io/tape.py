"""An archive's bytes as its record reader sees them: forwards, in stretches, with a way back."""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Iterator

from zaru.io.members import Piece, read_members, read_plain
from zaru.io.spool import Seekable

MATCH_BYTES = 64  # no pattern that is searched for is longer


class Tape:
    """The bytes of an archive.

    A stretch is what one fault can spoil: a gzip member with those that go on with it, or a whole
    plain file. Reading never leaves the open stretch, and holds no more than was asked for.
    *start* and *end* are offsets of records in the file: nothing that begins outside is read.
    """

    def __init__(
        self, file: Seekable, *, gzipped: bool, start: int = 0, end: int | None = None
    ) -> None:
        self._file = file
        self._gzipped = gzipped
        self._end = sys.maxsize if end is None else end
        self._pieces: Iterator[Piece] = (read_members if gzipped else read_plain)(file, start)
        self._next: Piece | None = next(self._pieces, None)
        self._held = bytearray()
        self._held_at = start  # the position of the first held byte
        self._marks: deque[tuple[int, int]] = deque()  # positions, and their offsets in the file
        self._is_open = False
        self.position = start  # in inflated bytes
        self.fault = ""  # why the stretch ended, once its end was reached and was not a good one

    @property
    def offset(self) -> int:
        """The offset in the file of the current position, or of the gzip member it lies in."""
        while len(self._marks) > 1 and self._marks[1][0] <= self.position:
            self._marks.popleft()
        position, offset = self._marks[0]
        return offset if self._gzipped else offset + self.position - position

    @property
    def is_over(self) -> bool:
        """Whether what begins at the position is to be left to others."""
        return bool(self._marks) and self.offset >= self._end

    def open_stretch(self) -> bool:
        """Go to the next stretch, leaving out what is left of this one; False at the end."""
        if self.is_over:
            return False
        self._leave()
        if self._next is None or self._next.offset >= self._end:
            return False
        self._held_at = self.position
        self._held.clear()
        self._marks.clear()
        self.fault = ""
        self._is_open = True
        self._take(self._next)
        return True

    def peek(self, size: int, *, ahead: int = 0) -> bytes:
        """Return the *size* bytes that lie *ahead* of the position, fewer at the stretch's end."""
        first = self.position - self._held_at + ahead
        while self._is_open and len(self._held) < first + size:
            self._pull()
        with memoryview(self._held) as view:
            return bytes(view[first : first + size])

    def has(self, size: int) -> bool:
        """Say whether the stretch goes on for *size* bytes; holds them."""
        return size == 0 or len(self.peek(1, ahead=size - 1)) == 1

    def advance(self, size: int) -> None:
        """Go *size* bytes on, all of which were peeked at, and go on holding them."""
        self.position += size

    @property
    def held(self) -> int:
        """How many bytes from the position on are held; at the stretch's end, all that are left."""
        return self._held_at + len(self._held) - self.position

    def claim_fault(self) -> str:
        """Return the fault, and forget it: it is reported once."""
        fault, self.fault = self.fault, ""
        return fault

    def read(self, size: int) -> bytes:
        """Return the next *size* bytes, fewer at the stretch's end, and forget them."""
        data = self.peek(size)
        self.position += len(data)
        self._drop()
        return data

    def skip(self, size: int) -> None:
        """Go *size* bytes on, or to the stretch's end, without holding them."""
        target = self.position + size
        held_to = self._held_at + len(self._held)
        if not self._gzipped and target > held_to:
            self.go_back(target)
            return
        while self._is_open and held_to < target:
            self.position = held_to
            self._drop()
            self._pull()
            held_to = self._held_at + len(self._held)
        self.position = min(target, held_to)
        self._drop()

    def go_back(self, position: int) -> bool:
        """Return to *position*; False, at the stretch's end, when it is held no more.

        A plain file is read again from there, and can be left to any position in the same way.
        """
        if self._held_at <= position <= self._held_at + len(self._held):
            self.position = position
            return True
        if self._gzipped:
            self._leave()
            return False
        self._pieces = read_plain(self._file, position)
        self._next = next(self._pieces, None)
        self._held.clear()
        self._marks.clear()
        self._marks.append((position, position))
        self._held_at = self.position = position
        self._is_open = self._next is not None
        if self._next is not None:
            self._take(self._next)
        return True

    def find(self, pattern: re.Pattern[bytes]) -> int:
        """Go to the next match of *pattern* or to the stretch's end; return the bytes passed."""
        start = self.position
        while True:
            self._drop()
            found = pattern.search(self._held)
            if found:
                self.position += found.start()
                break
            if not self._is_open:
                self.position = self._held_at + len(self._held)
                break
            self.position += max(0, len(self._held) - MATCH_BYTES)
            self._drop()
            self._pull()
        return self.position - start

    def _leave(self) -> None:
        """Go to the stretch's end, holding nothing."""
        while self._is_open:
            self._held_at = self.position = self._held_at + len(self._held)
            self._held.clear()
            self._pull()
        self.position = self._held_at + len(self._held)

    def _pull(self) -> None:
        """Take the next piece of the stretch, or close the stretch."""
        if self._next is None or self._next.starts:
            self._is_open = False
        else:
            self._take(self._next)

    def _take(self, piece: Piece) -> None:
        self._marks.append((self._held_at + len(self._held), piece.offset))
        self._held += piece.data
        if piece.fault:
            self.fault = piece.fault
            self._is_open = False
        self._next = next(self._pieces, None)

    def _drop(self) -> None:
        """Forget the bytes before the position."""
        passed = min(self.position - self._held_at, len(self._held))
        del self._held[:passed]
        self._held_at += passed
