"""Locks of open files, which the system lets go of when their process ends, however it ends."""

from __future__ import annotations

import os
import sys

# Windows does not let others read what is locked: a byte behind all that a file says.
_FAR_BYTE = 1 << 30

if sys.platform == "win32":
    import msvcrt

    def take_lock(file: int) -> None:
        """Lock *file*; raises `BlockingIOError` when another process has it."""
        os.lseek(file, _FAR_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(*error.args) from error
        finally:
            os.lseek(file, 0, os.SEEK_SET)

    def await_lock(file: int) -> None:
        """Do nothing: a file that is open cannot be removed by others."""

else:
    import fcntl

    def take_lock(file: int) -> None:
        """Lock *file*; raises `BlockingIOError` when another process has it."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def await_lock(file: int) -> None:
        """Lock *file* as soon as no other process has it."""
        fcntl.flock(file, fcntl.LOCK_EX)
