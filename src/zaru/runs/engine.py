"""Who does the tasks: child processes of this run."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import Any, Protocol

from zaru.errors import Failure, RunError, ToolError
from zaru.io.memory import return_freed_memory, return_holes, take_system_memory
from zaru.runs.checking import find_sound
from zaru.runs.children import Done, map_in_children
from zaru.runs.cutting import Archive, Cuts, find_cuts_of
from zaru.runs.stages import DoTask, PageStage, Stage, Steps, do_carefully, prepare_tasks
from zaru.runs.tasks import Context, Marker, Task, find_marker
from zaru.runs.workers import Workers

# A step of a task over tables is a batch of some megabytes.
_TABLE_SECONDS = 3600.0

Tell = Callable[[int], object]  # how many more pages are done


class Engine(Protocol):
    """Does tasks, on one machine or on many."""

    def run(
        self, context: Context[Any], stage: Stage, tasks: Sequence[Task], tell: Tell
    ) -> Iterator[tuple[Task, Marker]]:
        """Yield each task as it is done, with its marker."""
        ...

    def check(
        self, context: Context[Any], stage: Stage, tasks: Sequence[Task]
    ) -> Iterator[tuple[Task, Marker]]:
        """Yield the tasks that were done before and whose files are as they were written."""
        ...

    def cut(
        self, workers: Workers, archives: Iterable[Archive | None]
    ) -> Generator[Cuts, None, None]:
        """Yield where each of *archives* is cut, in their order, for a plan that needs it soon."""
        ...


class LocalEngine:
    """Does tasks in child processes, each of which reads its own shard.

    A shard in which a page hangs, kills or needs too much memory is done again, its pages one by
    one; so only that page is lost.
    """

    def __init__(self, forget: Callable[[], None] = lambda: None) -> None:
        self._forget = forget  # lets go, in a child, of what is the run's own

    def run(
        self, context: Context[Any], stage: Stage, tasks: Sequence[Task], tell: Tell
    ) -> Iterator[tuple[Task, Marker]]:
        """Yield each task as it is done, with its marker."""
        workers = context.workers
        is_paged = isinstance(stage, PageStage)
        results: Generator[Marker | Failure, None, None] = map_in_children(
            tasks,
            partial(self._prepare, context, stage),
            jobs=workers.count,
            deadline_seconds=workers.deadline_seconds if is_paged else _TABLE_SECONDS,
            memory_bytes=workers.memory_bytes,
            name=_name,
            stage=stage.name,
            attempts=1,
            tell=tell,
        )
        troubled: list[Task] = []
        with closing(results):
            for task, result in zip(tasks, results, strict=True):
                if isinstance(result, Failure):
                    troubled.append(task)
                else:
                    yield task, result
        for task in troubled:
            yield task, finish_carefully(context, stage, task, tell, self._forget)

    def check(
        self,
        context: Context[Any],
        stage: Stage,  # noqa: ARG002
        tasks: Sequence[Task],
    ) -> Iterator[tuple[Task, Marker]]:
        """Yield the tasks that were done before and whose files are as they were written."""
        found = find_sound(context, [find_marker(context.store, task) for task in tasks])
        for task, marker in zip(tasks, found, strict=True):
            if marker is not None:
                yield task, marker

    def cut(
        self, workers: Workers, archives: Iterable[Archive | None]
    ) -> Generator[Cuts, None, None]:
        """Yield where each of *archives* is cut, in their order, found by children.

        One that costs a child its life is left to the plan.
        """
        items: Iterator[Archive | Done[Cuts]] = (
            Done(None) if archive is None else archive for archive in archives
        )
        results = map_in_children(
            items,
            self._prepare_cutting,
            jobs=workers.count,
            deadline_seconds=math.inf,  # an archive of one member is inflated in one go
            memory_bytes=workers.memory_bytes,
            name=lambda archive: archive.portion.path,
            stage="plan",
            attempts=1,
        )
        with closing(results):
            for result in results:
                yield None if isinstance(result, Failure) else result

    def _prepare_cutting(self) -> Callable[[Archive], Cuts]:
        self._forget()
        return find_cuts_of

    def _prepare(self, context: Context[Any], stage: Stage) -> DoTask:
        self._forget()
        take_system_memory()
        return_freed_memory()
        return partial(_do, prepare_tasks(context, stage))


def _do(do_task: DoTask, task: Task) -> Steps:
    """Do a task; the next one begins with what was free before."""
    marker = yield from do_task(task)
    return_holes()
    return marker


def finish_carefully(
    context: Context[Any],
    stage: Stage,
    task: Task,
    tell: Tell,
    forget: Callable[[], None] = lambda: None,
) -> Marker:
    """Do a task that has failed once; what fails now ends the run."""
    steps = do_carefully(context, stage, task, forget)
    try:
        while True:
            tell(next(steps))
    except StopIteration as end:
        marker: Marker = end.value
        return marker
    except (RunError, ToolError):
        raise
    except Exception as error:
        failure = Failure.caught(error, stage=task.stage, source=_name(task))
        raise RunError(f"{failure}; run again, or with --new") from error


def _name(task: Task) -> str:
    return f"{task.stage} {task.number}"
