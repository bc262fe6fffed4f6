"""The plan of a run: its sources cut into shards, and what is made of them.

The plan is kept, so that a second run goes on with the first one's shards. In a corpus, sources
that are new become new shards; a file that has changed makes its shard be done again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from zaru.errors import Failure, PlanChanged, RunError
from zaru.io.portions import Portion, cut_archive, list_portions, read_portion
from zaru.io.store import Store
from zaru.limits import MEBIBYTE
from zaru.runs.pages import name_shard, read_shard, write_shard
from zaru.runs.tasks import WORK, digest_of, seal, unseal

PLAN = f"{WORK}/plan.json"

# Shards are small in the beginning, so that a small run has some for each worker, and become
# larger, so that a large one has not too many: they double after each SHARDS_OF_A_SIZE. A page of
# the web has about 100 kB; the largest shards are some minutes of work.
_FIRST_BYTES, _LAST_BYTES, _SHARDS_OF_A_SIZE = 4 * MEBIBYTE, 256 * MEBIBYTE, 32
_MAX_PORTIONS = 2500
_INFLATION = 5  # of HTML in gzip
# A partition holds in memory what is compared of so many bytes of pages: some megabytes.
_PARTITION_BYTES = 512 * MEBIBYTE
_MAX_PARTITIONS = 65536


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of the sources that one worker does."""

    digest: str  # of what it holds
    weight: int  # bytes, about, when they are inflated


@dataclass(frozen=True, slots=True)
class Plan:
    """All shards of a run, and what is made of them."""

    options: dict[str, Any]
    partitions: int
    shards: tuple[Shard, ...]
    sources: tuple[str, ...]

    @property
    def fingerprint(self) -> str:
        """What every task depends on."""
        return digest_of(json.dumps(self.options, sort_keys=True))


def load_plan(store: Store) -> Plan | None:
    """Return the plan of an earlier run; None without one. Raises `RunError` for a broken one."""
    try:
        value = unseal(store.read(PLAN))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError) as error:
        raise RunError(f"{store.place}: {PLAN} is broken; --new builds the corpus anew") from error
    shards = tuple(Shard(digest, weight) for digest, weight in value["shards"])
    return Plan(value["options"], value["partitions"], shards, tuple(value["sources"]))


def grow_plan(
    store: Store, sources: Iterable[str], options: dict[str, Any], limit: int | None
) -> Plan:
    """Return the plan for *sources*, those of an earlier run included, and keep it.

    Raises `PlanChanged` when the earlier run made something else of its pages.
    """
    names = tuple(sources)
    options = json.loads(json.dumps(options))
    old = load_plan(store) or Plan(options, 0, (), ())
    _check_options(old.options, options)
    known = _Known(store, len(old.shards))
    new = list(_cut(known.without(list_portions(names)), limit))
    if limit is not None and old.shards:  # it was reached when the corpus was begun
        new.clear()
    shards = [*known.updated(), *_write_shards(store, new, len(old.shards))]
    partitions = max(old.partitions, _count_partitions(sum(shard.weight for shard in shards)))
    every = tuple(dict.fromkeys([*old.sources, *names]))
    plan = Plan(old.options, partitions, tuple(shards), every)
    if plan != old:
        store.write(PLAN, _to_bytes(plan))
    return plan


def make_plan(
    store: Store, sources: Iterable[str], options: dict[str, Any], limit: int | None
) -> Plan:
    """Return the plan for *sources* as they are now, and keep it.

    Shards that an earlier plan had under the same numbers have the same digests.
    """
    names = tuple(sources)
    shards = tuple(_write_shards(store, _cut(list_portions(names), limit), 0))
    partitions = _count_partitions(sum(shard.weight for shard in shards))
    plan = Plan(json.loads(json.dumps(options)), partitions, shards, names)
    store.write(PLAN, _to_bytes(plan))
    return plan


def _to_bytes(plan: Plan) -> bytes:
    value = {
        "options": plan.options,
        "sources": plan.sources,
        "partitions": plan.partitions,
        "shards": [[shard.digest, shard.weight] for shard in plan.shards],
    }
    return seal(value)


def _check_options(before: dict[str, Any], now: dict[str, Any]) -> None:
    names = [name for name in now if before.get(name) != now[name]]
    if names:
        words = "; ".join(f"{name} was {before.get(name)!r} and is {now[name]!r}" for name in names)
        raise PlanChanged(
            f"this corpus was begun otherwise: {words}; give the same options, another folder, "
            "or --new to build it anew"
        )


class _Known:
    """The files that an earlier run has planned."""

    def __init__(self, store: Store, shards: int) -> None:
        self._store = store
        self._places: dict[str, list[tuple[int, Portion]]] = {}
        self._failures: dict[str, int] = {}  # shards, by what could not be listed
        self._changed: dict[int, dict[str, Portion]] = {}
        self._shards: list[Shard] = []
        for number in range(shards):
            items = read_shard(store, number)
            self._shards.append(_describe_shard(items))
            for item in items:
                if isinstance(item, Portion):
                    self._places.setdefault(item.path, []).append((number, item))
                else:
                    self._failures[item.source] = number

    def without(self, items: Iterable[Portion | Failure]) -> Iterator[Portion | Failure]:
        """Yield the *items* that no shard has; note those that have changed."""
        for item in items:
            if isinstance(item, Failure):
                if item.source not in self._failures and item.source not in self._places:
                    yield item
            elif item.path in self._places:
                self._compare(item)
            else:
                if item.path in self._failures:  # it can be read now
                    self._changed.setdefault(self._failures[item.path], {})
                    del self._failures[item.path]
                yield item

    def _compare(self, found: Portion) -> None:
        places = self._places[found.path]
        number, before = places[0]
        if (found.size, found.state) == (before.size, before.state):
            return
        if len(places) > 1 or before.end is not None:
            words = "has changed since the corpus was begun; --new builds it anew"
            raise PlanChanged(f"{found.path}: {words}")
        self._changed.setdefault(number, {})[found.path] = found

    def updated(self) -> Iterator[Shard]:
        """Yield the shards of the earlier run, with what has changed.

        What they hold is as their lists say, not as the plan does: a run that was killed in here
        has written some of the lists and no plan.
        """
        for number, shard in enumerate(self._shards):
            changed = self._changed.get(number)
            if changed is None:
                yield shard
                continue
            items = [
                changed.get(item.path, item) if isinstance(item, Portion) else item
                for item in read_shard(self._store, number)
                if isinstance(item, Portion) or item.source in self._failures
            ]
            yield _write_shard(self._store, number, items)


def _cut(items: Iterable[Portion | Failure], limit: int | None) -> Iterator[Portion | Failure]:
    """Yield *items* up to so many pages."""
    if limit is None:
        yield from items
        return
    for item in items:
        if isinstance(item, Failure):
            yield item
            continue
        for page in read_portion(item):
            if isinstance(page, Failure):
                continue
            if limit <= 0:
                if item.is_archive:
                    yield replace(item, end=page.origin.offset)
                return
            limit -= 1
        yield item


def _write_shards(store: Store, items: Iterable[Portion | Failure], first: int) -> Iterator[Shard]:
    """Write the shards that *items* make, numbered from *first* on; yield them."""
    number = first
    waiting: list[Portion | Failure] = []
    weight = 0
    for item in _cut_large(items):
        more = _weigh(item)
        is_full = weight + more > _shard_bytes(number) or len(waiting) >= _MAX_PORTIONS
        if waiting and is_full:
            yield _write_shard(store, number, waiting)
            number, waiting, weight = number + 1, [], 0
        _append(waiting, item)
        weight += more
    if waiting:
        yield _write_shard(store, number, waiting)


def _cut_large(items: Iterable[Portion | Failure]) -> Iterator[Portion | Failure]:
    """Yield *items*, large archives in parts that fit into any shard."""
    for item in items:
        if isinstance(item, Portion) and item.is_archive:
            inflation = _weigh(item) // max(1, item.size)
            yield from cut_archive(item, max_bytes=_FIRST_BYTES // max(1, inflation))
        else:
            yield item


def _append(items: list[Portion | Failure], item: Portion | Failure) -> None:
    """Add *item*; a part of an archive behind the part before it makes one of both."""
    match items[-1:], item:
        case [Portion() as last], Portion() if (last.path, last.end) == (item.path, item.start):
            items[-1] = replace(last, end=item.end)
        case _:
            items.append(item)


def _write_shard(store: Store, number: int, items: list[Portion | Failure]) -> Shard:
    store.write(name_shard(number), write_shard(items))
    return _describe_shard(items)


def _describe_shard(items: list[Portion | Failure]) -> Shard:
    return Shard(digest_of(write_shard(items)), sum(map(_weigh, items)))


def _shard_bytes(number: int) -> int:
    """Return how much the shard of a *number* holds."""
    doubled = min(number // _SHARDS_OF_A_SIZE, 30)
    return min(_FIRST_BYTES << doubled, _LAST_BYTES)


def _weigh(item: Portion | Failure) -> int:
    """Return about how many bytes of pages *item* has."""
    if isinstance(item, Failure):
        return 0
    size = (item.size if item.end is None else item.end) - item.start
    return size * _INFLATION if item.path.lower().endswith(".gz") else size


def _count_partitions(weight: int) -> int:
    """Return how many partitions pages of so many bytes need: seldom another number."""
    partitions = 1
    while partitions * _PARTITION_BYTES < weight and partitions < _MAX_PARTITIONS:
        partitions *= 4
    return partitions
