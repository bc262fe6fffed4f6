"""The plan of a run: its sources cut into shards, and what is made of them.

The plan is kept, so that a second run goes on with the first one's shards. In a corpus, sources
that are new become new shards; a file that has changed makes its shard be done again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, Protocol

from zaru.errors import Failure, PlanChanged, RunError
from zaru.io.portions import Portion, list_portions, locate, read_portion
from zaru.io.store import Store
from zaru.limits import MEBIBYTE
from zaru.page import Page
from zaru.runs.cutting import Archive, Cutter, cut_large
from zaru.runs.known import find_changes, find_key, is_below
from zaru.runs.pages import name_shard, read_shard, write_shard
from zaru.runs.tasks import WORK, digest_of, seal, unseal

PLAN = f"{WORK}/plan.json"

# Shards are small in the beginning, so that a small run has some for each worker, and become
# larger, so that a large one has not too many: they double after each SHARDS_OF_A_SIZE. The largest
# are some ten minutes of work and some hundred megabytes of what goes to the partitions; a hundred
# million pages are about 5,000 of them.
_FIRST_BYTES, _LAST_BYTES, _SHARDS_OF_A_SIZE = 4 * MEBIBYTE, 2048 * MEBIBYTE, 32
_PAGE_BYTES = 100_000  # of the web, about
_MAX_PORTIONS = 20_000
_INFLATION = 5  # of HTML in gzip
# A partition is for so many bytes of pages, at most: a worker holds figures of about 5,000 pages,
# some 20 kB each, at once (100 MB). With 2,048 MiB, memory grew by 30 % from 10,000 pages to
# 100,000. A run has four partitions as soon as there is work for more than one worker.
_PARTITION_BYTES = 512 * MEBIBYTE
_ONE_PARTITION = 1 / 4  # of these bytes
_MAX_PARTITIONS = 4096  # each shard sends a piece to each: their number counts twice


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of the sources that one worker does."""

    digest: str  # of what it holds
    weight: int  # bytes, about, when they are inflated


class PlanWatch(Protocol):
    """Who is told how a plan is made."""

    def listed(self, size: int) -> None:
        """Hear that a file of so many bytes was found."""

    def remark(self, words: str) -> None:
        """Hear what the user should know."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All shards of a run, and what is made of them."""

    options: dict[str, Any]
    partitions: int
    shards: tuple[Shard, ...]
    sources: tuple[str, ...]
    unlisted: int | None = None  # the shard of what could not be listed

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
    options, partitions, sources = value["options"], value["partitions"], value["sources"]
    return Plan(options, partitions, shards, tuple(sources), value.get("unlisted"))


def grow_plan(
    store: Store,
    sources: Iterable[str],
    options: dict[str, Any],
    limit: int | None,
    watch: PlanWatch | None = None,
    *,
    cutter: Cutter | None = None,
) -> Plan:
    """Return the plan for *sources*, those of an earlier run included, and keep it.

    *cutter* finds out elsewhere where archives can be cut: the plan is the same without. Raises
    `PlanChanged` when the earlier run made something else of its pages.
    """
    names = tuple(sources)
    options = json.loads(json.dumps(options))
    old = load_plan(store)
    if old is None:
        plan = _begin(store, names, options, limit, watch, cutter)
    else:
        _check_options(old.options, options)
        plan = _go_on(store, old, names, limit, watch, cutter)
    if plan != old:
        store.write(PLAN, _to_bytes(plan))
    return plan


def _begin(
    store: Store,
    names: tuple[str, ...],
    options: dict[str, Any],
    limit: int | None,
    watch: PlanWatch | None,
    cutter: Cutter | None,
) -> Plan:
    """Write the shards of a corpus that there was nothing of."""
    failures: list[Failure] = []
    portions = _set_aside(_list(store, names, watch), failures)
    shards = list(_write_shards(store, portions, 0, limit, cutter))
    return _join(store, Plan(options, 0, (), names), shards, failures)


def _go_on(
    store: Store,
    old: Plan,
    names: tuple[str, ...],
    limit: int | None,
    watch: PlanWatch | None,
    cutter: Cutter | None,
) -> Plan:
    """Write the shards that are new, and those that are not as they were."""
    count = len(old.shards)
    lists = [read_shard(store, number) for number in range(count)]
    changes = find_changes(lists, _list(store, names, watch), names)
    for number, items in enumerate(lists):  # as zaru once wrote them
        if number != old.unlisted and any(isinstance(item, Failure) for item in items):
            portions = [item for item in items if isinstance(item, Portion)]
            changes.lists.setdefault(number, portions)
    new, failures, sources = changes.new, changes.failures, (*old.sources, *names)
    if limit is not None and old.shards:  # it was reached when the corpus was begun
        before = {item for items in lists for item in items if isinstance(item, Failure)}
        new, failures = [], [one for one in failures if one in before]
        if watch is not None and set(names) - set(old.sources):
            watch.remark("the limit was reached when the corpus was begun; nothing is added")
        sources = old.sources
    # What shards hold is as their lists say, not as the plan does: a run that was killed in here
    # has written some of the lists and no plan.
    shards = [
        _write_shard(store, number, [*changes.lists[number]])
        if number in changes.lists
        else _describe_shard(items)
        for number, items in enumerate(lists)
    ]
    shards += _write_shards(store, new, count, None, cutter)
    return _join(store, replace(old, sources=tuple(dict.fromkeys(sources))), shards, failures)


def _join(store: Store, old: Plan, shards: list[Shard], failures: list[Failure]) -> Plan:
    """Return the plan with *shards*, and with the one of what could not be listed.

    That has a place of its own, and is written again by each run: what is there now fails no more.
    """
    items: list[Portion | Failure] = list(dict.fromkeys(failures))
    unlisted = old.unlisted
    if unlisted is not None:
        if _describe_shard(items) != shards[unlisted]:
            shards[unlisted] = _write_shard(store, unlisted, items)
    elif items:
        unlisted = len(shards)
        shards.append(_write_shard(store, unlisted, items))
    partitions = max(old.partitions, _count_partitions(sum(shard.weight for shard in shards)))
    return replace(old, partitions=partitions, shards=tuple(shards), unlisted=unlisted)


def make_plan(
    store: Store,
    sources: Iterable[str],
    options: dict[str, Any],
    limit: int | None,
    watch: PlanWatch | None = None,
    *,
    cutter: Cutter | None = None,
) -> Plan:
    """Return the plan for *sources* as they are now, and keep it; *cutter* as for `grow_plan`.

    Shards that an earlier plan had under the same numbers have the same digests.
    """
    names = tuple(sources)
    shards = tuple(_write_shards(store, _list(store, names, watch), 0, limit, cutter))
    partitions = _count_partitions(sum(shard.weight for shard in shards))
    plan = Plan(json.loads(json.dumps(options)), partitions, shards, names)
    store.write(PLAN, _to_bytes(plan))
    return plan


def _to_bytes(plan: Plan) -> bytes:
    value: dict[str, Any] = {
        "options": plan.options,
        "sources": plan.sources,
        "partitions": plan.partitions,
        "shards": [[shard.digest, shard.weight] for shard in plan.shards],
        "unlisted": plan.unlisted,
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


def _list(
    store: Store, sources: Iterable[str], watch: PlanWatch | None
) -> Iterator[Portion | Failure]:
    """Yield the files of *sources*; what is in the folder of the run itself is left out."""
    own = locate(store.place).rstrip("/")
    for item in list_portions(sources):
        key = find_key(item) if isinstance(item, Portion) else locate(item.source)
        if is_below(key, own):
            continue
        if watch is not None and isinstance(item, Portion):
            watch.listed(item.size)
        yield item


def _set_aside(
    items: Iterable[Portion | Failure], failures: list[Failure]
) -> Iterator[Portion | Failure]:
    """Yield the portions of *items*; add the others to *failures*."""
    for item in items:
        if isinstance(item, Failure):
            failures.append(item)
        else:
            yield item


class _Filling:
    """The shard that is being filled."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.items: list[Portion | Failure] = []
        self.weight = 0

    def begin_next(self) -> None:
        self.number, self.items, self.weight = self.number + 1, [], 0

    @property
    def max_bytes(self) -> int:
        return _shard_bytes(self.number)

    def has_room(self, item: Portion | Failure) -> bool:
        """Say whether *item* still fits; the first one always does."""
        is_small = self.weight + _weigh(item) <= self.max_bytes
        return not self.items or (is_small and len(self.items) < _MAX_PORTIONS)

    def to_archive(self, item: Portion | Failure) -> Archive | None:
        """Return *item* when it is larger than a shard; its parts then fit into any shard.

        Shards only grow: what is none once is none for those that follow.
        """
        if isinstance(item, Failure) or not item.is_archive or _weigh(item) <= self.max_bytes:
            return None
        inflation = _weigh(item) // max(1, item.size)
        return Archive(item, _FIRST_BYTES // max(1, inflation))

    def add(self, item: Portion | Failure) -> None:
        _append(self.items, item)
        self.weight += _weigh(item)


def _write_shards(
    store: Store,
    items: Iterable[Portion | Failure],
    first: int,
    limit: int | None,
    cutter: Cutter | None,
) -> Iterator[Shard]:
    """Write the shards that *items* make up to so many pages, numbered from *first* on."""
    filling = _Filling(first)
    # Up to a limit an archive is cut part by part, and what is behind is not looked at.
    cutting = cut_large(items, filling.to_archive, cutter if limit is None else None)
    with closing(cutting) as parts:
        for part in parts if limit is None else _cut(parts, limit):
            if not filling.has_room(part):
                yield _write_shard(store, filling.number, filling.items)
                filling.begin_next()
            filling.add(part)
    if filling.items:
        yield _write_shard(store, filling.number, filling.items)


def _cut(items: Iterable[Portion | Failure], limit: int) -> Iterator[Portion | Failure]:
    """Yield *items* up to so many pages.

    They are counted: inside gzip, a page need not begin where an archive can be cut.
    """
    for item in items:
        if isinstance(item, Failure):
            yield item
            continue
        pages = sum(
            1 for page in read_portion(replace(item, pages=limit)) if isinstance(page, Page)
        )
        if pages >= limit:
            yield replace(item, pages=limit) if item.is_archive else item
            return
        limit -= pages
        yield item


def _append(items: list[Portion | Failure], item: Portion | Failure) -> None:
    """Add *item*; a part of an archive behind the part before it makes one of both.

    Not so when its pages are counted.
    """
    match items[-1:], item:
        case [Portion() as last], Portion(pages=None) if (last.path, last.real, last.end) == (
            item.path,
            item.real,
            item.start,
        ):
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
    weight = size * _INFLATION if item.path.lower().endswith(".gz") else size
    return weight if item.pages is None else min(weight, item.pages * _PAGE_BYTES)


def _count_partitions(weight: int) -> int:
    """Return how many partitions pages of so many bytes need: seldom another number."""
    partitions = 1 if weight <= _PARTITION_BYTES * _ONE_PARTITION else 4
    while partitions * _PARTITION_BYTES < weight and partitions < _MAX_PARTITIONS:
        partitions *= 4
    return partitions
