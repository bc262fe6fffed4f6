"""The pages of a shard, worked on one by one: here, or each in a child when one may kill."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict
from typing import Any, NamedTuple, Protocol, TypeVar

from zaru.content.extraction import Choice
from zaru.errors import Failure, RunError
from zaru.io.portions import Portion, read_portion
from zaru.io.store import Store
from zaru.page import Page
from zaru.runs.children import Done, map_in_children
from zaru.runs.tasks import WORK, digest_of
from zaru.runs.workers import Workers

Result = TypeVar("Result")


class Item(NamedTuple):
    """A page of a shard, and what its set chose of it, if anything."""

    page: Page
    choice: Choice | None = None


Work = Callable[[Item], Any]


class MapItems(Protocol):
    """How the items of a task are worked on, one result for each, in order."""

    def __call__(self, items: Iterable[Item | Failure]) -> Iterator[Any]: ...


def map_here(work: Work, stage: str) -> MapItems:
    """Return what works in this process: the fast way. A page that raises costs itself.

    One that needs too much memory ends the task, as one that hangs or kills does: it is done
    again by `map_apart`.
    """

    def map_items(items: Iterable[Item | Failure]) -> Iterator[Any]:
        for item in items:
            if isinstance(item, Failure):
                yield item
                continue
            try:
                yield work(item)
            except (RunError, MemoryError):
                raise
            except Exception as error:
                yield Failure.caught(error, stage=stage, source=_name(item))

    return map_items


def map_apart(prepare: Callable[[], Work], stage: str, workers: Workers) -> MapItems:
    """Return what sends each page to a child: it has a deadline, and is tried twice."""

    def map_items(items: Iterable[Item | Failure]) -> Iterator[Any]:
        results = map_in_children(
            (Done(item) if isinstance(item, Failure) else item for item in items),
            prepare,
            jobs=workers.count,
            deadline_seconds=workers.deadline_seconds,
            memory_bytes=workers.memory_bytes,
            name=_name,
            stage=stage,
        )
        with closing(results):
            yield from results

    return map_items


def _name(item: Item) -> str:
    return str(item.page.origin)


def name_shard(number: int) -> str:
    """Return the name of the list of what a shard holds."""
    return f"{WORK}/shards/{number:06}.jsonl"


def write_shard(items: Iterable[Portion | Failure]) -> bytes:
    """Return a shard as lines of JSON, the last of which is a check of the others."""
    values = (
        {"failure": asdict(item)} if isinstance(item, Failure) else item.to_json() for item in items
    )
    data = b"".join(json.dumps(value).encode() + b"\n" for value in values)
    return data + _check_line(data)


def _check_line(data: bytes) -> bytes:
    return json.dumps({"check": digest_of(data)}).encode() + b"\n"


def read_shard(store: Store, number: int) -> list[Portion | Failure]:
    """Return what a shard holds: portions, and what could not be listed.

    Raises `RunError` when its list is gone or broken.
    """
    try:
        *lines, last = store.read(name_shard(number)).splitlines(keepends=True)
        if last != _check_line(b"".join(lines)):
            raise ValueError("not as it was written")
    except (OSError, ValueError) as error:
        raise RunError(
            f"{store.place}: {name_shard(number)} is gone or broken; --new builds the corpus anew"
        ) from error
    values = map(json.loads, lines)
    return [
        Failure(**value["failure"]) if "failure" in value else Portion.from_json(value)
        for value in values
    ]


def read_items(
    store: Store, number: int, others: Counter[str] | None = None
) -> Iterator[Item | Failure]:
    """Yield the pages of a shard, and failures.

    Records that are no pages are counted in *others*, by kind.
    """
    for item in read_shard(store, number):
        if isinstance(item, Failure):
            yield item
            continue
        for page in read_portion(item, others=others):
            yield page if isinstance(page, Failure) else Item(page)
