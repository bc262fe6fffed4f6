"""The files that an earlier run has planned, and what has become of them since."""

from __future__ import annotations

import glob
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase

from zaru.errors import Failure, PlanChanged
from zaru.io.portions import Portion, locate


@dataclass(frozen=True, slots=True)
class Changes:
    """What a run finds beside what an earlier one has planned."""

    new: list[Portion] = field(default_factory=list)
    lists: dict[int, list[Portion]] = field(
        default_factory=dict
    )  # of shards that are not as before
    failures: list[Failure] = field(default_factory=list)  # all that cannot be listed now


def find_changes(
    shards: Iterable[list[Portion | Failure]],
    listed: Iterable[Portion | Failure],
    sources: Iterable[str],
) -> Changes:
    """Return what is new or other in *listed*, the files of *sources*, than in *shards*.

    What could not be listed before is forgotten when *sources* have it: *listed* has it again, or
    it is there now. Raises `PlanChanged` for an archive in parts that is not the same file.
    """
    known = _Known(list(shards))
    changes = Changes()
    named = _Cover(sources)
    changes.failures.extend(one for one in known.failures if not named.has(one.source))
    others: dict[int, dict[Portion, Portion]] = {}
    for item in listed:
        if isinstance(item, Failure):
            if locate(item.source) not in known.places:  # else its shard says why
                changes.failures.append(item)
        elif places := known.places.get(find_key(item)):
            number, before = places[0]
            if _is_other(before, item):
                others.setdefault(number, {})[before] = _renew(places, item)
        else:
            changes.new.append(item)
    for number, renewed in others.items():
        changes.lists[number] = [renewed.get(item, item) for item in known.shards[number]]
    return changes


def find_key(portion: Portion) -> str:
    """Return what is the same for two names of one file."""
    return portion.real or locate(portion.path)


class _Known:
    """What the lists of shards say."""

    def __init__(self, shards: list[list[Portion | Failure]]) -> None:
        self.shards: list[list[Portion]] = []
        self.failures: list[Failure] = []
        self.places: dict[str, list[tuple[int, Portion]]] = {}
        for number, items in enumerate(shards):
            self.shards.append([item for item in items if isinstance(item, Portion)])
            self.failures += [item for item in items if isinstance(item, Failure)]
            for item in self.shards[-1]:
                self.places.setdefault(find_key(item), []).append((number, item))


def _is_other(before: Portion, found: Portion) -> bool:
    """Say whether the file has changed, or what an index says of it; of an archive it says none."""
    if (found.size, found.state) != (before.size, before.state):
        return True
    return not found.is_archive and (found.url, found.time) != (before.url, before.time)


def _renew(places: list[tuple[int, Portion]], found: Portion) -> Portion:
    """Return the portion for a file that has changed, named as it was."""
    _, before = places[0]
    if len(places) > 1 or before.end is not None:
        words = "has changed since the corpus was begun; --new builds it anew"
        raise PlanChanged(f"{found.path}: {words}")
    return replace(found, path=before.path, real=before.real, pages=before.pages)


class _Cover:
    """Tells what lies at or below some sources, or matches their patterns."""

    def __init__(self, sources: Iterable[str]) -> None:
        names = list(sources)
        self._keys = {locate(name).rstrip("/") for name in names}
        self._patterns = [name for name in names if glob.has_magic(name)]

    def has(self, source: str) -> bool:
        """Say whether *source* is one of them, or of them."""
        is_below = any(above in self._keys for above in _list_above(locate(source)))
        return is_below or any(fnmatchcase(source, pattern) for pattern in self._patterns)


def is_below(key: str, folder: str) -> bool:
    """Say whether the file *key* is in *folder*, or is it."""
    return folder in _list_above(key)


def _list_above(key: str) -> Iterator[str]:
    """Yield *key* and the folders that it is in."""
    while key:
        yield key
        key = key.rpartition("/")[0]
    yield key
