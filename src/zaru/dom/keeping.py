"""Keeping: what is read of an object is read once, and kept by the object itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar, TypeVarTuple


class Keeper(Protocol):
    """An object with a memory: what was read of it, by reader and place."""

    @property
    def kept(self) -> dict[object, Any]:
        """Empty at first; lives as long as the object."""


Owner = TypeVar("Owner", bound=Keeper)
Place = TypeVarTuple("Place")
Read = TypeVar("Read")


def once(read: Callable[[Owner, *Place], Read]) -> Callable[[Owner, *Place], Read]:
    """Return *read*, a function or method, so that it reads each place of an object once.

    What it returns must not hold the object: one that held itself would live until the garbage
    collector comes.
    """

    @wraps(read)
    def remember(owner: Owner, *place: *Place) -> Read:
        key = (read, *place) if place else read
        known = owner.kept
        if key in known:
            found: Read = known[key]
        else:
            found = known[key] = read(owner, *place)
        return found

    return remember
