"""The pages of the sites of one partition, judged together: what each set chooses of its pages."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Protocol

import numpy as np

from zaru.content.extraction import choose_together
from zaru.content.model import Favour
from zaru.content.page_set import MAX_PAGES, Grouping
from zaru.content.set_index import SetIndex
from zaru.errors import Failure
from zaru.runs.exchange import ExchangeWriter, count_rows, find_partition, read_rows
from zaru.runs.members import (
    CHOICE_COLUMNS,
    Choices,
    Placed,
    choice_row,
    group_key,
    read_groups,
    read_members,
)
from zaru.runs.pages import Item, read_items
from zaru.runs.sketching import STAGE as SKETCHED
from zaru.runs.sketching import read_failed
from zaru.runs.stages import TableStage
from zaru.runs.tasks import Context, Marker, Task, TaskOutput, name_work

STAGE = "judge"

# Of a partition that are judged in one round, about: a worker holds some 6 kB of each, and of a
# large site those of one set at most. A partition is read once for each round, so that it has few
# of them, whatever its size; its groups of pages are told apart by the bucket that they fall into.
_ROUND_PAGES = 1_000
_MAX_ROUNDS = 16
_BUCKETS = 256


class SetOptions(Protocol):
    """How the pages of a site are judged together."""

    @property
    def favour(self) -> Favour:
        """What an uncertain segment is."""

    @property
    def min_pages(self) -> int:
        """Pages of a site from which on they are judged together."""


@dataclass(slots=True)
class _OpenSet:
    """A set that takes pages."""

    index: SetIndex = field(default_factory=SetIndex)
    pages: list[tuple[int, int, str, np.ndarray]] = field(default_factory=list)

    def add(self, placed: Placed) -> None:
        member = placed.member
        if member.key not in self.index:
            self.index.add_sketch(member.key, member.sketch)
        characters = member.sketch.characters
        self.pages.append((placed.shard, placed.number, member.key, characters))


def judge_partition(context: Context[SetOptions], task: Task) -> Generator[int, None, Marker]:
    """Judge all pages whose sites belong to a partition; their shards learn what was chosen."""
    writer = ExchangeWriter(CHOICE_COLUMNS, context.shards)
    counts: Counter[str] = Counter()
    for members in _read_rounds(context, task.number):
        for full in _fill_sets(members):
            if full is not None:
                counts.update(_write(full, context.options, writer))
            yield 0
    output = TaskOutput(context.store, task)
    with output.publish(task.file("choices")) as file:
        writer.write(file)
    return output.finish(dict(counts))


def _read_rounds(context: Context[SetOptions], partition: int) -> Iterator[Iterator[Placed]]:
    """Yield the members of a partition round by round; those of a group are in one of them."""
    names = [name_work(SKETCHED, shard, "members") for shard in range(context.shards)]
    place = (partition, context.partitions)
    read = partial(read_rows, context.store, names, *place)
    if count_rows(context.store, names, *place) <= _ROUND_PAGES:
        yield chain.from_iterable(map(read_members, read()))
        return

    groups = chain.from_iterable(map(read_groups, read()))
    find = partial(_find_bucket, context.partitions)
    for buckets in _pack(Counter(map(find, groups))):
        is_wanted = partial(_is_in, buckets, context.partitions)
        take = partial(read_members, is_wanted=is_wanted)
        yield chain.from_iterable(map(take, read()))


def _find_bucket(partitions: int, group: str) -> int:
    return find_partition(group, partitions * _BUCKETS) // partitions


def _is_in(buckets: set[int], partitions: int, group: str) -> bool:
    return _find_bucket(partitions, group) in buckets


def _pack(pages: Counter[int]) -> list[set[int]]:
    """Return the buckets of each round, which have so many *pages* each.

    >>> _pack(Counter({0: 600, 1: 300, 2: 5000, 3: 200, 4: 700}))
    [{0, 1}, {2}, {3, 4}]
    """
    most = max(_ROUND_PAGES, pages.total() // _MAX_ROUNDS)
    rounds: list[set[int]] = []
    size = most
    for bucket, count in sorted(pages.items()):
        if size + count > most:
            rounds.append(set())
            size = 0
        rounds[-1].add(bucket)
        size += count
    return rounds


def _fill_sets(members: Iterable[Placed]) -> Iterator[_OpenSet | None]:
    """Put members into sets; yield a set that takes no more pages, None where there is none yet."""
    sets: defaultdict[str, _OpenSet] = defaultdict(_OpenSet)
    groupings: defaultdict[str, Grouping] = defaultdict(Grouping)
    for placed in members:
        member = placed.member
        name = groupings[group_key(member)].find(member)
        is_full = len(sets[name].index) >= MAX_PAGES and member.key not in sets[name].index
        yield sets.pop(name) if is_full else None
        sets[name].add(placed)
    while sets:
        yield sets.pop(next(iter(sets)))


def _write(full: _OpenSet, options: SetOptions, writer: ExchangeWriter) -> dict[str, int]:
    """Write what a set that takes no more pages chooses; one that is too small chooses nothing.

    Returns how many pages were judged together or are judged alone.
    """
    if len(full.index) < options.min_pages:
        return {"alone": len(full.pages)}
    for shard, row in _choose(full, options):
        writer.add(shard, row)
    return {"sets": 1, "together": len(full.pages)}


def _choose(
    full: _OpenSet, options: SetOptions
) -> Iterator[tuple[int, tuple[int, str, int, bytes]]]:
    frozen = full.index.freeze()
    for shard, number, key, characters in full.pages:
        evidence = frozen.of(key)
        _, choice = choose_together(evidence, characters.tolist(), options.favour)
        yield shard, choice_row(number, key, choice)


def read_judged(
    context: Context[object], shard: int, others: Counter[str] | None = None
) -> Iterator[Item | Failure]:
    """Yield the pages of a shard with what their sets chose; those that failed before, fail."""
    names = (name_work(STAGE, one, "choices") for one in range(context.partitions))
    choices = Choices(read_rows(context.store, names, shard, context.shards))
    failed = dict(read_failed(context.store, shard))
    for number, item in enumerate(read_items(context.store, shard, others), start=1):
        if isinstance(item, Failure):
            yield item
            continue
        failure, page = failed.get(number), item.page
        if failure is not None and failure.source in (str(page.origin), page.origin.source):
            yield failure
        else:
            yield Item(page, choices.of(number, page))


JUDGE = TableStage(STAGE, judge_partition)
