"""The process that does tasks on a node of a Ray cluster, as a run on one machine does them.

A Ray worker has threads, so that it must not fork. It starts this module as a program instead,
whose children have their deadlines, their memory and, once for all its tasks, their annotators.
"""

from __future__ import annotations

import os
import pickle
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from zaru._version import __version__
from zaru.errors import RunError, ZaruError
from zaru.io.parquet import load_arrow
from zaru.io.portions import Portion
from zaru.io.remote import is_remote
from zaru.runs.checking import find_sound
from zaru.runs.child import end_with_parent
from zaru.runs.engine import LocalEngine
from zaru.runs.pages import read_shard
from zaru.runs.plan import PLAN
from zaru.runs.stages import PageStage, Stage
from zaru.runs.tasks import Context, Marker, Task, find_marker

Item = TypeVar("Item")
Result = TypeVar("Result")

_LOOKED_AT = 100  # files of a shard, of which a node must see one


@dataclass(frozen=True, slots=True)
class Bundle:
    """Tasks of one stage that one process does, one after the other."""

    version: str  # of the zaru that sends it
    folder: str  # which names of files begin in
    context: Context[Any]
    stage: Stage
    tasks: tuple[Task, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a bundle: a marker for each task, or why the run cannot go on."""

    markers: tuple[Marker | None, ...] = ()
    pages: int = 0
    error: ZaruError | None = None


class WorkerLost(Exception):
    """The process died: whoever sent the bundle sends it again."""


def do_apart(do: Callable[[Bundle], Outcome], bundle: Bundle) -> Outcome:
    """Do *bundle* in a process of its own, which ends when this one does; raises `WorkerLost`."""
    result = subprocess.run(
        [sys.executable, "-c", f"from {__name__} import main; main()", str(os.getpid())],
        input=pickle.dumps((do, bundle)),
        stdout=subprocess.PIPE,
        cwd=bundle.folder if Path(bundle.folder).is_dir() else None,
        start_new_session=True,
        check=False,
    )
    if result.returncode:
        raise WorkerLost(f"{socket.gethostname()}: a worker ended with {result.returncode}")
    outcome: Outcome = pickle.loads(result.stdout)
    return outcome


def do_bundle(bundle: Bundle) -> Outcome:
    """Do the tasks of *bundle* that nobody has done, one after the other."""
    context, pages = bundle.context, 0

    def tell(number: int) -> None:
        nonlocal pages
        pages += number

    found = {task: find_marker(context.store, task) for task in bundle.tasks}
    missing = [task for task, marker in found.items() if marker is None]
    found.update(LocalEngine().run(context, bundle.stage, missing, tell))
    return Outcome(tuple(found.values()), pages)


def check_bundle(bundle: Bundle) -> Outcome:
    """Find the markers of those tasks of *bundle* whose files are as they were written."""
    found = [find_marker(bundle.context.store, task) for task in bundle.tasks]
    return Outcome(tuple(find_sound(bundle.context, found)))


def _check(bundle: Bundle) -> None:
    """Raise `RunError` when this node has another zaru or does not see the files of the run."""
    host, store = socket.gethostname(), bundle.context.store
    if bundle.version != __version__:
        raise RunError(f"the node {host} has zaru {__version__}, the run {bundle.version}")
    if store.size(PLAN) is None:
        raise RunError(
            f"{store.place}: the node {host} does not see this folder; give one that all nodes "
            "share, or an address such as s3://…"
        )
    if isinstance(bundle.stage, PageStage):
        for task in bundle.tasks:
            items = read_shard(store, task.number)
            portions = [item for item in items if isinstance(item, Portion)]
            if not _sees_any(item for item in portions if not is_remote(item.path)):
                raise RunError(
                    f"{portions[0].path}: the node {host} does not see the sources; "
                    "put them where all nodes see them under the same name"
                )


def _sees_any(portions: Iterable[Portion]) -> bool:
    """Say whether one of the first *portions* is there; true when there are none."""
    first = list(islice(portions, _LOOKED_AT))
    names = (name for one in first for name in (one.real, one.path) if name)
    return not first or any(map(os.path.exists, names))


def try_one(
    version: str, do: Callable[[Item], Result], item: Item
) -> tuple[Result | None, ZaruError | None]:
    """Return what *do* makes of *item*, or why it cannot; *version* is of the zaru that asks."""
    host = socket.gethostname()
    if version != __version__:
        return None, RunError(f"the node {host} has zaru {__version__}, the run {version}")
    try:
        return do(item), None
    except ZaruError as error:
        return None, error
    except OSError as error:
        return None, RunError(f"{host}: {error}")


def main() -> None:
    """Be the process: a bundle comes by standard input, its outcome goes to standard output."""
    end_with_parent(int(sys.argv[1]))
    with os.fdopen(os.dup(1), "wb") as answer:
        os.dup2(2, 1)  # libraries that print must not disturb the answer
        do, bundle = pickle.load(sys.stdin.buffer)
        answer.write(pickle.dumps(try_bundle(do, bundle)))


def try_bundle(do: Callable[[Bundle], Outcome], bundle: Bundle) -> Outcome:
    """Do *bundle* with one child; what ends the run is in the outcome."""
    workers = replace(bundle.context.workers, count=1)
    try:
        _check(bundle)
        load_arrow()
        return do(replace(bundle, context=replace(bundle.context, workers=workers)))
    except ZaruError as error:
        return Outcome(error=error)
    except OSError as error:
        return Outcome(error=RunError(f"{socket.gethostname()}: {error}"))
