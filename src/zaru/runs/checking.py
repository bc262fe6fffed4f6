"""What an earlier run has left, read before it is believed.

A disk that was full or lost power may hold files of the right size with other bytes in them. To
read them costs a hundredth of what it costs to make them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from hashlib import blake2b
from typing import Any

from zaru.io.store import Store
from zaru.runs.children import Done, map_in_children
from zaru.runs.tasks import Context, Marker

_SECONDS = 3600.0  # for the files of one task
_BLOCK_BYTES = 1024 * 1024


def find_sound(context: Context[Any], markers: Sequence[Marker | None]) -> list[Marker | None]:
    """Return *markers* with None for those whose files have other bytes than were written."""
    results = map_in_children(
        (Done(False) if marker is None else marker for marker in markers),
        partial(_prepare, context.store),
        jobs=context.workers.count,
        deadline_seconds=_SECONDS,
        name=lambda marker: marker.fingerprint,
    )
    with closing(results):
        return [
            marker if is_sound is True else None
            for marker, is_sound in zip(markers, results, strict=True)
        ]


def _prepare(store: Store) -> Callable[[Marker], bool]:
    return lambda marker: all(
        _digest(store, name) == digest for name, (_, digest) in marker.files.items()
    )


def _digest(store: Store, name: str) -> str | None:
    """Return the digest of a file; None when it cannot be read."""
    try:
        with store.open(name) as file:
            digest = blake2b(digest_size=16)
            while data := file.read(_BLOCK_BYTES):
                digest.update(data)
            return digest.hexdigest()
    except OSError:
        return None
