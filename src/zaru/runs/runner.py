"""Stages one after the other: what is done is not done again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any, Protocol

from zaru.errors import RunError
from zaru.runs.engine import Engine
from zaru.runs.plan import Plan, PlanWatch
from zaru.runs.stages import Stage
from zaru.runs.tasks import WORK, Context, Marker, Task, digest_of, find_marker, name_work


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
        common = (self._plan.fingerprint, stage.name, str(self._plan.partitions))
        tasks = [
            Task(stage.name, number, digest_of(*common, one)) for number, one in enumerate(inputs)
        ]
        found = self._find_done(stage, tasks)
        missing = [task for task in tasks if task not in found]
        self._watch.stage(stage.name, len(tasks), list(found.values()))
        if missing and not self.has_worked:
            self.begin()
            self.has_worked = True
        for task, marker in self._engine.run(self._context, stage, missing, self._watch.pages):
            found[task] = marker
            self._watch.task(marker)
            self.check()
        if len(found) < len(tasks):
            raise RunError(f"{stage.name}: some tasks were not done; run again")
        done = [found[task] for task in tasks]
        self.seconds[stage.name] = sum(marker.seconds for marker in done)
        return done

    def _find_done(self, stage: Stage, tasks: Sequence[Task]) -> dict[Task, Marker]:
        """Return the tasks that an earlier run has done, with their markers."""
        store = self._context.store
        folder = f"{WORK}/{stage.name}"
        names = {f"{folder}/{name}" for name in store.names(folder)}
        old = [task for task in tasks if task.marker in names]  # a request for all, not for each
        if self.is_finished:
            pairs = ((task, find_marker(store, task)) for task in old)
            found = {task: marker for task, marker in pairs if marker is not None}
            self.is_finished = len(found) == len(tasks)
        if not self.is_finished:
            found = dict(self._engine.check(self._context, stage, old)) if old else {}
        return found

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
