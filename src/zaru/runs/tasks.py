"""Tasks: what is done at once, and the marker that says that it is done.

A task is a pure function of what its fingerprint stands for. It publishes its files whole and then
its marker, so that a run that is killed at any moment has done a task or not. Done again, it
writes the same bytes: two workers may do it at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from time import monotonic
from typing import Any, BinaryIO, Generic, TypeVar

from zaru.io.store import Store
from zaru.runs.workers import Workers

WORK = "work"  # the folder of what a run goes on from


Options_co = TypeVar("Options_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Context(Generic[Options_co]):
    """What the tasks of a run have in common; it travels to whoever does them."""

    store: Store
    options: Options_co  # what is made of the pages
    workers: Workers
    partitions: int
    shards: int


@dataclass(frozen=True, slots=True)
class Task:
    """One shard or partition of one stage."""

    stage: str
    number: int
    fingerprint: str

    @property
    def marker(self) -> str:
        """The name of the file that says that it is done."""
        return self.file("json")

    def file(self, kind: str) -> str:
        """Return the name of a file that it writes for later stages."""
        return name_work(self.stage, self.number, kind)


@dataclass(frozen=True, slots=True)
class Marker:
    """What a task that is done has made."""

    fingerprint: str
    files: dict[str, tuple[int, str]]  # size and digest by name
    counts: dict[str, Any]
    seconds: float = field(compare=False)

    def file(self, kind: str) -> str:
        """Return the name of its file of a *kind*."""
        return next(name for name in self.files if name.endswith(f".{kind}"))

    @property
    def digest(self) -> str:
        """The digest over all its files, whose names and times do not count."""
        return digest_of(*(digest for _, digest in self.files.values()))


def name_work(stage: str, number: int, kind: str) -> str:
    """Return the name of a file between the stages.

    >>> name_work("sketch", 7, "members")
    'work/sketch/000007.members'
    """
    return f"{WORK}/{stage}/{number:06}.{kind}"


def digest_of(*parts: str | bytes) -> str:
    """Return a digest over *parts* and their borders."""
    digest = blake2b(digest_size=16)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()


class TaskOutput:
    """The files of a task while it is done."""

    def __init__(self, store: Store, task: Task) -> None:
        self._store, self._task = store, task
        self._files: dict[str, tuple[int, str]] = {}
        self._start = monotonic()

    @contextmanager
    def publish(self, name: str) -> Iterator[BinaryIO]:
        """Open the file *name* of the store, whole or absent, and remember its digest."""
        with self._store.publish(name) as file:
            hashed = _HashedFile(file)
            yield hashed  # type: ignore[misc]
        self._files[name] = (hashed.size, hashed.digest.hexdigest())

    def link(self, old: str, name: str, about: tuple[int, str]) -> None:
        """Give a file that another task made, *about* it size and digest, a second name."""
        self._store.link(old, name)
        self._files[name] = about

    def finish(self, counts: dict[str, Any]) -> Marker:
        """Write the marker: the task is done."""
        seconds = round(monotonic() - self._start, 3)
        counts = json.loads(json.dumps(counts))  # as they will be when the marker is read
        marker = Marker(self._task.fingerprint, self._files, counts, seconds)
        self._store.write(self._task.marker, _to_bytes(marker))
        return marker


class _HashedFile:
    """A file that is written to, and the digest of what was written."""

    closed = False

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.size = 0
        self.digest = blake2b(digest_size=16)

    def write(self, data: Any) -> int:
        self._file.write(data)
        self.digest.update(data)
        count = len(memoryview(data).cast("B"))
        self.size += count
        return count

    def tell(self) -> int:
        return self.size

    def flush(self) -> None:
        self._file.flush()

    def close(self) -> None:
        """Leave it to whoever opened the file."""

    def writable(self) -> bool:
        return True

    def readable(self) -> bool:
        return False

    def seekable(self) -> bool:
        return False


def find_marker(store: Store, task: Task) -> Marker | None:
    """Return the marker of *task*; None when it is not done, or not as it is wanted now.

    A marker that cannot be read, or whose files are gone or cut, is none: the task is done again.
    """
    try:
        marker = read_marker(store, task.stage, task.number)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    if marker.fingerprint != task.fingerprint:
        return None
    is_whole = all(store.size(name) == size for name, (size, _) in marker.files.items())
    return marker if is_whole else None


def read_marker(store: Store, stage: str, number: int) -> Marker:
    """Return what a task of an earlier stage has made; raises when it cannot be read."""
    value = unseal(store.read(name_work(stage, number, "json")))
    files = {name: (size, digest) for name, (size, digest) in value["files"].items()}
    return Marker(value["fingerprint"], files, value["counts"], value["seconds"])


def _to_bytes(marker: Marker) -> bytes:
    value = {
        "fingerprint": marker.fingerprint,
        "files": {name: list(about) for name, about in marker.files.items()},
        "counts": marker.counts,
        "seconds": marker.seconds,
    }
    return seal(value)


def seal(value: dict[str, Any]) -> bytes:
    """Return *value* as JSON with a check, by which `unseal` sees that it is as it was written."""
    value = json.loads(json.dumps(value))
    return json.dumps({**value, "check": digest_of(json.dumps(value))}).encode() + b"\n"


def unseal(data: bytes) -> dict[str, Any]:
    """Return the value that `seal` wrote; raises `ValueError` or `TypeError` for other bytes."""
    value: dict[str, Any] = json.loads(data)
    if not isinstance(value, dict) or value.pop("check", None) != digest_of(json.dumps(value)):
        raise ValueError("not as it was written")
    return value
