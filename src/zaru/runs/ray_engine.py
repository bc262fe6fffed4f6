"""Tasks on a Ray cluster: Ray only carries them; plan, ledger, stages and results are the same."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from zaru._version import __version__
from zaru.errors import RunError, ToolMissing
from zaru.io.remote import is_remote
from zaru.io.store import Store
from zaru.limits import MEBIBYTE
from zaru.runs.cutting import Archive, Cuts, find_cuts_of
from zaru.runs.engine import Tell
from zaru.runs.ray_worker import (
    Bundle,
    Outcome,
    WorkerLost,
    check_bundle,
    do_apart,
    do_bundle,
    try_one,
)
from zaru.runs.stages import Stage
from zaru.runs.tasks import Context, Marker, Task
from zaru.runs.workers import Workers

Item = TypeVar("Item")
Result = TypeVar("Result")

# A process loads its annotators once for so many tasks, when there are enough for all: some
# minutes of work. What it has done before it dies is not done again.
_MAX_BUNDLE = 64
_BUNDLES_OF_A_CPU = 4
# A node that gets its next work only after an answer has been fetched would wait for it.
_IN_FLIGHT_OF_A_CPU = 2
_LOOKED_AHEAD_OF_A_CPU = 20  # files, of which some are archives to be cut
_RETRIES = 10  # of a bundle whose node or process dies
# Tasks talk through files. 75 MiB is the least that Ray takes.
_OBJECT_STORE_BYTES = 80 * MEBIBYTE


class RayEngine:
    """Does tasks on the nodes of a Ray cluster while it is open: `with RayEngine(address):`.

    All nodes must see the sources and the corpus under the same names, and have the same zaru.
    Without an *address* Ray is started on this machine, with *count* workers.
    """

    def __init__(self, address: str | None = None, *, count: int | None = None) -> None:
        self._address, self._count = address, count
        self._ray: Any = None
        self._is_ours = False  # the connection, to be closed by us

    def __enter__(self) -> RayEngine:
        """Connect; raises `ToolMissing` without Ray, `RunError` when no cluster is there."""
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is sent to its makers
        try:
            import ray
        except ImportError as error:
            message = "a cluster needs Ray; run: pip install 'zaru[ray]'"
            raise ToolMissing(message) from error
        self._ray = ray
        if not ray.is_initialized():
            self._connect()
            self._is_ours = True
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_ours:
            self._ray.shutdown()

    def _connect(self) -> None:
        here = {
            "address": "local",
            "num_cpus": self._count,
            "include_dashboard": False,
            "object_store_memory": _OBJECT_STORE_BYTES,
        }
        where = {"address": self._address} if self._address else here
        before = signal.getsignal(signal.SIGTERM)
        try:
            self._ray.init(**where, log_to_driver=False, logging_level="ERROR")
        except (OSError, RuntimeError, ValueError) as error:
            words = str(error).partition("\n")[0]
            raise RunError(
                f"no Ray cluster at {self._address or 'this machine'}: {words}"
            ) from error
        finally:
            with suppress(ValueError):  # not in the main thread
                signal.signal(signal.SIGTERM, before)  # which Ray has replaced by its own

    def run(
        self, context: Context[Any], stage: Stage, tasks: Sequence[Task], tell: Tell
    ) -> Iterator[tuple[Task, Marker]]:
        """Yield each task as it is done, with its marker."""
        for bundle, outcome in self._do(do_bundle, context, stage, tasks):
            tell(outcome.pages)
            for task, marker in zip(bundle.tasks, outcome.markers, strict=True):
                if marker is not None:
                    yield task, marker

    def check(
        self, context: Context[Any], stage: Stage, tasks: Sequence[Task]
    ) -> Iterator[tuple[Task, Marker]]:
        """Yield the tasks that were done before and whose files are as they were written."""
        for bundle, outcome in self._do(check_bundle, context, stage, tasks):
            for task, marker in zip(bundle.tasks, outcome.markers, strict=True):
                if marker is not None:
                    yield task, marker

    def _do(
        self,
        do: Callable[[Bundle], Outcome],
        context: Context[Any],
        stage: Stage,
        tasks: Sequence[Task],
    ) -> Iterator[tuple[Bundle, Outcome]]:
        """Send *tasks* to the nodes in bundles; yield what comes back."""
        context = replace(context, store=_share(context.store))
        bundles = (
            Bundle(__version__, str(Path.cwd()), context, stage, tuple(part))
            for part in _bundle(tasks, self._count_cpus())
        )
        options = {"num_cpus": 1, "max_retries": _RETRIES, "retry_exceptions": [WorkerLost]}
        remote = self._ray.remote(**options)(do_apart)
        with closing(self._flow(lambda one: remote.remote(do, one), bundles)) as flow:
            for bundle, reference in flow:
                outcome: Outcome = self._fetch(reference)
                if outcome.error is not None:
                    raise outcome.error
                yield bundle, outcome

    def map(self, do: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield what *do* makes of each of *items*, as it is done; a lost node's are done again.

        It is done in the processes of Ray themselves: *do* must not fork.
        """
        remote = self._ray.remote(num_cpus=1, max_retries=_RETRIES)(try_one)
        flow = self._flow(lambda one: remote.remote(__version__, do, one), iter(items))
        with closing(flow):
            for _, reference in flow:
                result, error = self._fetch(reference)
                if error is not None:
                    raise error
                yield result

    def cut(
        self,
        workers: Workers,  # noqa: ARG002
        archives: Iterable[Archive | None],
    ) -> Generator[Cuts, None, None]:
        """Yield where each of *archives* is cut, in their order, found by the nodes.

        What a node cannot find out, because it does not see a file, is left to the plan.
        """
        remote = self._ray.remote(num_cpus=1, max_retries=_RETRIES)(try_one)
        archives, waiting = iter(archives), deque[Any]()
        try:
            while True:
                room = _LOOKED_AHEAD_OF_A_CPU * self._count_cpus() - len(waiting)
                for archive in islice(archives, max(0, room)):
                    sent = archive and remote.remote(__version__, find_cuts_of, archive)
                    waiting.append(sent)
                if not waiting:
                    return
                reference = waiting.popleft()
                cuts, error = (None, None) if reference is None else self._fetch(reference)
                if error is not None:
                    raise error
                yield cuts
        finally:
            for one in filter(None, waiting):
                self._ray.cancel(one, force=True)

    def _flow(
        self, send: Callable[[Item], Any], items: Iterator[Item]
    ) -> Generator[tuple[Item, Any], None, None]:
        """Send *items* to the nodes, as many as they can take; yield those that are done."""
        waiting: dict[Any, Item] = {}
        try:
            while True:
                room = _IN_FLIGHT_OF_A_CPU * self._count_cpus() - len(waiting)
                for item in islice(items, max(0, room)):
                    waiting[send(item)] = item
                if not waiting:
                    return
                (done, *_), _ = self._ray.wait(list(waiting), num_returns=1)
                yield waiting.pop(done), done
        finally:
            for one in waiting:
                self._ray.cancel(one, force=True)

    def _count_cpus(self) -> int:
        """Return how many tasks the cluster does at once now."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def _fetch(self, reference: Any) -> Any:
        try:
            return self._ray.get(reference)
        except (self._ray.exceptions.RayError, WorkerLost) as error:
            raise RunError(f"{_describe(error)}; run again to go on") from error


def _share(store: Store) -> Store:
    """Return *store* by a name that is the same wherever a process works."""
    return store if is_remote(store.place) else Store.at(Path(store.place).absolute())


def _bundle(tasks: Sequence[Task], cpus: int) -> Iterator[Sequence[Task]]:
    """Yield *tasks* in parts, of which there are some for each CPU, if there are enough.

    >>> list(_bundle("abcdefghij", 1))
    ['ab', 'cd', 'ef', 'gh', 'ij']
    """
    size = min(_MAX_BUNDLE, max(1, len(tasks) // (_BUNDLES_OF_A_CPU * cpus)))
    return (tasks[first : first + size] for first in range(0, len(tasks), size))


def _describe(error: Exception) -> str:
    """Return what happened in a line: Ray's errors carry tracebacks and advice."""
    cause = getattr(error, "cause", None) or error
    if isinstance(cause, ImportError):
        return f"a node of the cluster lacks zaru {__version__}: {cause}"
    lines = [line.strip() for line in str(cause).splitlines() if line.strip()]
    return lines[0] if lines else type(cause).__name__
