"""Sources that could not be read, and can be now: their shards are done again."""

from __future__ import annotations

import builtins
import json
from collections.abc import Iterator

from zaru.errors import Failure, InputError
from zaru.io.files import open_source
from zaru.io.spool import BLOCK_BYTES
from zaru.io.store import Store
from zaru.runs.build.making import STAGE as MAKE
from zaru.runs.sketching import STAGE as SKETCH
from zaru.runs.tasks import WORK, name_work


def forget_unread(store: Store) -> None:
    """Take the markers of shards away that lack a source which can be read now.

    A disk that was away for an hour would else be missing for ever: the file has not changed.
    """
    for name in store.names(f"{WORK}/{MAKE}"):
        number, _, kind = name.partition(".")
        if kind == "failures" and any(map(_can_be_read, _read_unread(store, int(number)))):
            for stage in (SKETCH, MAKE):
                store.remove(name_work(stage, int(number), "json"))


def _read_unread(store: Store, shard: int) -> Iterator[str]:
    """Yield the sources of a shard that the system did not give to us."""
    try:
        values = map(json.loads, store.read(name_work(MAKE, shard, "failures")).splitlines())
        failures = [Failure(**value) for value in values]
    except (OSError, ValueError, TypeError):  # whoever checks the file will see it, too
        return
    for failure in failures:
        error = getattr(builtins, failure.error, None)
        if isinstance(error, type) and issubclass(error, OSError):
            yield failure.source


def _can_be_read(source: str) -> bool:
    """Say whether *source* can be read to its end: a disk may lack a sector for ever."""
    try:
        with open_source(source) as file:
            while file.read(BLOCK_BYTES):
                pass
        return True
    except (OSError, InputError):
        return False
