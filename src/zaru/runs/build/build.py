"""From sources to a corpus: plan, stages, and what is told of them in the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic

from zaru.errors import RunError
from zaru.io.lock import FolderLock
from zaru.io.parquet import load_arrow
from zaru.io.store import Store
from zaru.runs.build.options import Options
from zaru.runs.build.report import CORPUS, BuildReport, write_report
from zaru.runs.build.rereading import forget_unread
from zaru.runs.build.stages import COMPARE, FINISH, LINK, MAKE, SETTLE, STAGES
from zaru.runs.engine import Engine, LocalEngine
from zaru.runs.plan import Plan, grow_plan, load_plan
from zaru.runs.runner import Runner, Silent, Watch, digests_of, join_digests
from zaru.runs.tasks import WORK, Context
from zaru.runs.workers import Workers

TABLES = ("pages", "sentences", "links", "originals")


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
    when it cannot be written, `StoreAway` when a store does not answer.
    """
    load_arrow()
    names = [sources] if isinstance(sources, str | Path) else sources
    store = Store.at(target)
    options = (options or Options()).check()
    watch = watch or Silent()
    with store.lock() as lock:
        _clear(store, everything=new)
        forget_unread(store)
        workers, engine = workers or Workers(), engine or LocalEngine(_forgetter(lock))
        cutter = partial(engine.cut, workers)
        made_of = options.to_json()
        plan = grow_plan(store, map(str, names), made_of, options.limit, watch, cutter=cutter)
        context = Context(store, options, workers, plan.partitions, len(plan.shards))
        runner = Runner(plan, context, engine, watch)
        runner.begin = lambda: store.remove(CORPUS)  # until all is done, it is none
        runner.check = lock.check
        runner.is_finished = store.size(CORPUS) is not None
        try:
            return _finish(runner, plan, context)
        finally:
            _remove_parts(store)  # of children that were killed, or ended with the run


def _forgetter(lock: object) -> Callable[[], None]:
    return lock.forget if isinstance(lock, FolderLock) else lambda: None


def _clear(store: Store, *, everything: bool) -> None:
    """Remove what a killed run left, or all of a corpus; refuse what cannot be gone on with."""
    if everything and _is_begun(store):  # else these names are of something else
        for name in (CORPUS, "report.json", "failures.jsonl", WORK, *TABLES):
            store.remove(name)
    elif not everything and load_plan(store) is None and _has_results(store):
        raise RunError(
            f"{store.place}: a corpus whose {WORK}/ folder is gone or broken cannot be gone on "
            "with; give another folder, or --new to build it anew"
        )
    _remove_parts(store)


def _is_begun(store: Store) -> bool:
    """Say whether a run has begun a corpus here."""
    return _has_results(store) or bool(store.names(f"{WORK}/shards"))


def _has_results(store: Store) -> bool:
    """Say whether there are results, and not only a plan that was not finished."""
    folders = (f"{WORK}/{stage.name}" for stage in STAGES)
    return store.size(CORPUS) is not None or any(map(store.names, folders))


def _remove_parts(store: Store) -> None:
    folders = ("shards", *(stage.name for stage in STAGES))
    for name in ("", WORK, *TABLES, *(f"{WORK}/{one}" for one in folders)):
        store.remove_parts(name)


def _finish(runner: Runner, plan: Plan, context: Context[Options]) -> BuildReport:
    """Do all that is not done, and write what there is to say."""
    start = monotonic()
    own = [shard.digest for shard in plan.shards]
    if context.options.set != "off":
        own = runner.judge(own)
    made = runner.do(MAKE, own)
    runner.gather(COMPARE, made)
    kinds = ("duplicates", "repeated")
    own = join_digests(digests_of(made), *(runner.back(COMPARE, kind) for kind in kinds))
    settled = runner.do(SETTLE, own)
    linked = runner.gather(LINK, [*made, *settled])
    back = (runner.back(LINK, kind) for kind in ("links", "in_links", "paragraphs"))
    finished = runner.do(FINISH, join_digests(own, digests_of(settled), *back))
    if runner.is_finished:
        with suppress(OSError, ValueError, KeyError):  # a report that is broken is made anew
            return BuildReport.load(context.store)
    runner.check()
    markers = {"make": made, "settle": settled, "link": linked, "finish": finished}
    seconds = {**runner.seconds, "this run": monotonic() - start}
    return write_report(context.store, plan, markers, seconds)
