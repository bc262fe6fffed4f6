"""Stages one after the other: what is done is not done again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any, Protocol

from zaru.errors import RunError
from zaru.io.store import Store
from zaru.runs.checking import find_sound
from zaru.runs.engine import Engine
from zaru.runs.plan import Plan, PlanWatch
from zaru.runs.stages import Stage
from zaru.runs.tasks import Context, Marker, Task, digest_of, find_marker, name_work


class Watch(PlanWatch, Protocol):
    """Who is told how a run goes on."""

    def plan(self, plan: Plan) -> None:
        """Hear what will be done."""

    def stage(self, name: str, tasks: int, done: Sequence[Marker]) -> None:
        """Hear that a stage begins, of whose tasks some are done."""

    def pages(self, number: int) -> None:
        """Hear that so many more pages are done in this stage."""

    def task(self, marker: Marker) -> None:
        """Hear that a task is done."""


class Silent:
    """Nobody who listens."""

    def listed(self, size: int) -> None: ...
    def remark(self, words: str) -> None: ...
    def plan(self, plan: Plan) -> None: ...
    def stage(self, name: str, tasks: int, done: Sequence[Marker]) -> None: ...
    def pages(self, number: int) -> None: ...
    def task(self, marker: Marker) -> None: ...


class Runner:
    """Does the stages of one run."""

    def __init__(self, plan: Plan, context: Context[Any], engine: Engine, watch: Watch) -> None:
        self._plan, self._context, self._engine, self._watch = plan, context, engine, watch
        self.has_worked = False  # else all was done before
        self.is_finished = False  # what an earlier run left is whole, and believed unread
        self.begin: Callable[[], object] = lambda: None  # is called before the first task
        self.check: Callable[[], object] = lambda: None  # raises when the run must not go on
        self.seconds: dict[str, float] = {}  # of all workers, by stage
        watch.plan(plan)

    def do(self, stage: Stage, inputs: Sequence[str]) -> list[Marker]:
        """Do the tasks of a stage, one for each of *inputs*; return what they have made."""
        self.check()
        store = self._context.store
        common = (self._plan.fingerprint, stage.name, str(self._plan.partitions))
        tasks = [
            Task(stage.name, number, digest_of(*common, one)) for number, one in enumerate(inputs)
        ]
        found = [find_marker(store, task) for task in tasks]
        self.is_finished = self.is_finished and None not in found
        if not self.is_finished:
            found = find_sound(self._context, found)
        missing = [task for task, marker in zip(tasks, found, strict=True) if marker is None]
        self._watch.stage(stage.name, len(tasks), [marker for marker in found if marker])
        if missing and not self.has_worked:
            self.begin()
            self.has_worked = True
        for marker in self._engine.run(self._context, stage, missing, self._watch.pages):
            self._watch.task(marker)
            self.check()
        done = [marker or _expect(store, task) for task, marker in zip(tasks, found, strict=True)]
        self.seconds[stage.name] = sum(marker.seconds for marker in done)
        return done

    def gather(self, stage: Stage, markers: Sequence[Marker]) -> list[Marker]:
        """Do a stage over partitions, each of which depends on all *markers*."""
        whole = digest_of(str(self._context.shards), *digests_of(markers))
        return self.do(stage, [whole] * self._plan.partitions)

    def judge(self, own: Sequence[str]) -> list[str]:
        """Judge the pages of each site together; return what each shard depends on then."""
        from zaru.runs.judging import JUDGE
        from zaru.runs.sketching import SKETCH

        sketched = self.do(SKETCH, own)
        self.gather(JUDGE, sketched)
        return join_digests(own, digests_of(sketched), self.back(JUDGE, "choices"))

    def back(self, stage: Stage, kind: str) -> list[str]:
        """Return, for each shard, the digest of what the partitions of a stage say of it."""
        from zaru.runs.exchange import read_digests

        shards = self._context.shards
        hashes = [blake2b(digest_size=16) for _ in range(shards)]
        for number in range(self._plan.partitions):
            name = name_work(stage.name, number, kind)
            digests = read_digests(self._context.store, name, shards)
            for whole, digest in zip(hashes, digests, strict=True):
                whole.update(digest)
        return [whole.hexdigest() for whole in hashes]


def digests_of(markers: Sequence[Marker]) -> list[str]:
    """Return the digests of what tasks have made."""
    return [marker.digest for marker in markers]


def join_digests(*columns: Sequence[str]) -> list[str]:
    """Return a digest for each row of *columns*."""
    return [digest_of(*row) for row in zip(*columns, strict=True)]


def _expect(store: Store, task: Task) -> Marker:
    """Return the marker of a task that has just been done."""
    marker = find_marker(store, task)
    if marker is None:
        raise RunError(f"{store.place}: what was just written is not there; check the disk")
    return marker
