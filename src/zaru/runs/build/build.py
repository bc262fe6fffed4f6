"""From sources to a corpus: plan, stages, and what is told of them in the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import Protocol

from zaru.errors import RunError
from zaru.io.lock import FolderLock
from zaru.io.parquet import import_arrow
from zaru.io.store import Store
from zaru.runs.build.engine import Engine, LocalEngine
from zaru.runs.build.exchange import read_digests
from zaru.runs.build.options import Options
from zaru.runs.build.plan import Plan, load_plan, make_plan
from zaru.runs.build.report import CORPUS, BuildReport, write_report
from zaru.runs.build.stages import STAGES
from zaru.runs.build.tasks import (
    WORK,
    Context,
    Marker,
    Task,
    digest_of,
    find_marker,
    name_work,
)
from zaru.runs.workers import Workers

TABLES = ("pages", "sentences", "links", "originals")


class Watch(Protocol):
    """Who is told how a run goes on."""

    def plan(self, plan: Plan) -> None:
        """Hear what will be done."""

    def stage(self, name: str, tasks: int, done: int) -> None:
        """Hear that a stage begins, of whose tasks some are done."""

    def pages(self, number: int) -> None:
        """Hear that so many more pages are done in this stage."""

    def task(self, marker: Marker) -> None:
        """Hear that a task is done."""


class Silent:
    """Nobody who listens."""

    def plan(self, plan: Plan) -> None: ...
    def stage(self, name: str, tasks: int, done: int) -> None: ...
    def pages(self, number: int) -> None: ...
    def task(self, marker: Marker) -> None: ...


def build(
    sources: Iterable[str | Path] | str | Path,
    target: str | Path,
    options: Options | None = None,
    *,
    workers: Workers | None = None,
    engine: Engine | None = None,
    new: bool = False,
    watch: Watch | None = None,
) -> BuildReport:
    """Make a corpus of *sources* in the folder *target*; return what came of all pages.

    What an earlier run has done is not done again, so a run that was killed goes on. Sources that
    the corpus does not have yet are added to it. *new* begins it anew. Raises `RunLocked` when
    another run works on it, `PlanChanged` when it was begun with other options, `OutputFailed`
    when it cannot be written.
    """
    import_arrow()  # here, so that children have it from the beginning
    names = [sources] if isinstance(sources, str | Path) else sources
    store = Store.at(target)
    options = options or Options()
    conversion = options.conversion.check()
    with store.lock() as lock:
        _clear(store, everything=new)
        plan = make_plan(store, map(str, names), options)
        context = Context(
            store, options, conversion, workers or Workers(), plan.partitions, len(plan.shards)
        )
        run = _Run(plan, context, engine or LocalEngine(_forgetter(lock)), watch or Silent())
        return run.finish()


def _forgetter(lock: object) -> Callable[[], None]:
    return lock.forget if isinstance(lock, FolderLock) else lambda: None


def _clear(store: Store, *, everything: bool) -> None:
    """Remove what a killed run left, or all of a corpus; refuse what cannot be gone on with."""
    if everything:
        for name in (CORPUS, "report.json", "failures.jsonl", WORK, *TABLES):
            store.remove(name)
    elif store.size(CORPUS) is not None and load_plan(store) is None:
        raise RunError(
            f"{store.place}: a corpus whose {WORK}/ folder is gone or broken cannot grow; "
            "give another folder, or --new to build it anew"
        )
    for name in ("", WORK, *TABLES, *(f"{WORK}/{one}" for one in ("shards", *STAGES))):
        store.remove_parts(name)


class _Run:
    """One run: its tasks, stage by stage."""

    def __init__(self, plan: Plan, context: Context, engine: Engine, watch: Watch) -> None:
        self._plan, self._context, self._engine, self._watch = plan, context, engine, watch
        self._shards = len(plan.shards)
        self._has_worked = False
        self._seconds: dict[str, float] = {}  # of all workers, by stage

    def finish(self) -> BuildReport:
        """Do all that is not done, and write what there is to say."""
        self._watch.plan(self._plan)
        start = monotonic()
        own = [shard.digest for shard in self._plan.shards]
        if self._context.options.set != "off":
            sketched = self._do("sketch", own)
            self._gather("judge", sketched)
            own = _join(own, _digests(sketched), self._back("judge", "choices"))
        made = self._do("make", own)
        self._gather("compare", made)
        kinds = ("duplicates", "repeated", "paragraphs")
        own = _join(_digests(made), *(self._back("compare", kind) for kind in kinds))
        settled = self._do("settle", own)
        linked = self._gather("link", [*made, *settled])
        back = (self._back("link", kind) for kind in ("links", "in_links"))
        finished = self._do("finish", _join(own, _digests(settled), *back))
        if not self._has_worked and self._context.store.size(CORPUS) is not None:
            return BuildReport.load(self._context.store)
        markers = {"make": made, "settle": settled, "link": linked, "finish": finished}
        seconds = {**self._seconds, "this run": monotonic() - start}
        return write_report(self._context.store, self._plan, markers, seconds)

    def _gather(self, stage: str, markers: Sequence[Marker]) -> list[Marker]:
        """Do a stage over partitions, each of which depends on all *markers*."""
        whole = digest_of(str(self._shards), *_digests(markers))
        return self._do(stage, [whole] * self._plan.partitions)

    def _do(self, stage: str, inputs: Sequence[str]) -> list[Marker]:
        """Do the tasks of a stage, one for each of *inputs*; return what they have made."""
        store = self._context.store
        common = (self._plan.fingerprint, stage, str(self._plan.partitions))
        tasks = [Task(stage, number, digest_of(*common, one)) for number, one in enumerate(inputs)]
        markers = {task.number: find_marker(store, task) for task in tasks}
        missing = [task for task in tasks if markers[task.number] is None]
        self._watch.stage(stage, len(tasks), len(tasks) - len(missing))
        if missing and not self._has_worked:
            store.remove(CORPUS)  # until all is done, it is none
            self._has_worked = True
        for marker in self._engine.run(self._context, stage, missing, self._watch.pages):
            self._watch.task(marker)
        done = [markers[task.number] or _expect(store, task) for task in tasks]
        self._seconds[stage] = sum(marker.seconds for marker in done)
        return done

    def _back(self, stage: str, kind: str) -> list[str]:
        """Return, for each shard, the digest of what the partitions of a stage say of it."""
        hashes = [blake2b(digest_size=16) for _ in range(self._shards)]
        for number in range(self._plan.partitions):
            name = name_work(stage, number, kind)
            digests = read_digests(self._context.store, name, self._shards)
            for whole, digest in zip(hashes, digests, strict=True):
                whole.update(digest)
        return [whole.hexdigest() for whole in hashes]


def _expect(store: Store, task: Task) -> Marker:
    """Return the marker of a task that has just been done."""
    marker = find_marker(store, task)
    if marker is None:
        raise RunError(f"{store.place}: what was just written is not there; check the disk")
    return marker


def _digests(markers: Sequence[Marker]) -> list[str]:
    return [marker.digest for marker in markers]


def _join(*columns: Sequence[str]) -> list[str]:
    """Return a digest for each row of *columns*."""
    return [digest_of(*row) for row in zip(*columns, strict=True)]
