"""One run for each folder of an object store, where no kernel holds a lock."""

from __future__ import annotations

import errno
import json
import os
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

from zaru.errors import RunLocked
from zaru.io.lock import LOCK_NAME, describe_holder
from zaru.io.remote import attempt, find_filesystem, writing

RENEW_SECONDS = 30.0
# Without a renewal for so long, the holder is dead or cut off. Clocks of hosts may differ by less.
STALE_SECONDS = 300.0
# Stores that cannot create a file only when there is none let two runs write theirs at once: both
# look again after this time, and the last writer has it.
SETTLE_SECONDS = 1.0


class RemoteLock:
    """Holds a folder while it is open: `with RemoteLock("s3://bucket/corpus"):`.

    The lock is a file that says who holds it, written anew every half minute. A run that was
    killed is noticed at once on its own machine, after some minutes on another.
    """

    def __init__(self, place: str) -> None:
        self._place = place
        self._address = f"{place.rstrip('/')}/{LOCK_NAME}"
        self._token = uuid4().hex
        self._started = time.time()
        self._end = threading.Event()
        self._lost = ""  # who has it now
        self._pid = os.getpid()
        self._renewer = threading.Thread(target=self._renew, daemon=True, name="zaru-lock")

    def __enter__(self) -> RemoteLock:
        """Take the lock; raises `RunLocked` when another run has it, `OutputFailed`."""
        with writing(self._address):
            self._take()
            time.sleep(SETTLE_SECONDS)
            self._check()
        self._renewer.start()
        return self

    def __exit__(self, *_: object) -> None:
        if os.getpid() != self._pid:  # a forked child, which never had it
            return
        self._end.set()
        self._renewer.join()
        with suppress(OSError):
            if self._is_ours(self._read()):
                filesystem, path = find_filesystem(self._address)
                attempt(lambda: filesystem.rm_file(path), address=self._address)

    def check(self) -> None:
        """Raise `RunLocked` when another run has taken the lock, as after a long sleep."""
        if self._lost:
            raise RunLocked(f"{self._place}: {self._lost}")

    def forget(self) -> None:
        """Do nothing: a forked child has no thread that renews, and leaves the lock alone."""

    def _take(self) -> None:
        """Write the lock's file unless another run, which is alive, has written one."""
        try:
            attempt(lambda: self._write(mode="create"), address=self._address)
        except OSError:  # stores say in different ways that there is one
            held = self._read()
            if not held:
                raise
            if not self._is_ours(held):
                if not is_dead(held):
                    raise RunLocked(f"{self._place}: {describe_holder(held)}") from None
                attempt(self._write, address=self._address)

    def _check(self) -> None:
        held = self._read()
        if not self._is_ours(held):
            raise RunLocked(f"{self._place}: {describe_holder(held)}")

    def _write(self, *, mode: str = "overwrite") -> None:
        filesystem, path = find_filesystem(self._address)
        about = {
            "pid": os.getpid(),
            "host": socket.gethostname(),
            "machine": find_machine(),
            "started": self._started,
            "renewed": time.time(),
            "token": self._token,
        }
        if mode == "create" and filesystem.exists(path):  # for stores that do not know the mode
            raise FileExistsError(errno.EEXIST, "locked", self._address)
        filesystem.pipe_file(path, json.dumps(about).encode(), mode=mode)

    def _read(self) -> bytes:
        """Return what the lock's file says; empty when there is none."""
        filesystem, path = find_filesystem(self._address)
        try:
            data: bytes = attempt(lambda: filesystem.cat_file(path), address=self._address)
        except FileNotFoundError:
            return b""
        return data

    def _is_ours(self, held: bytes) -> bool:
        return _parse(held).get("token") == self._token

    def _renew(self) -> None:
        """Write the file anew from time to time, until the end or until another run has it."""
        while not self._end.wait(RENEW_SECONDS):
            with suppress(OSError):  # the next renewal may do; others wait for several
                held = self._read()
                if not self._is_ours(held):
                    self._lost = describe_holder(held)
                    return
                attempt(self._write, address=self._address)


def is_dead(held: bytes) -> bool:
    """Say whether the run that wrote *held* has ended without taking its lock away."""
    about = _parse(held)
    if about.get("machine") == find_machine() and not _is_running(about.get("pid")):
        return True
    renewed = about.get("renewed")
    return not isinstance(renewed, int | float) or time.time() - renewed > STALE_SECONDS


def find_machine() -> str:
    """Return what two processes have in common that can see each other's numbers."""
    parts = [socket.gethostname()]
    for path in ("/proc/sys/kernel/random/boot_id", "/proc/self/ns/pid"):
        with suppress(OSError):
            where = Path(path)
            parts.append(str(where.readlink()) if where.is_symlink() else where.read_text().strip())
    return " ".join(parts)


def _is_running(pid: object) -> bool:
    if not isinstance(pid, int) or pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _parse(held: bytes) -> dict[str, Any]:
    try:
        about = json.loads(held)
    except ValueError:
        return {}
    return about if isinstance(about, dict) else {}
