"""What a stage of a run is, and how one task of it is done."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import Any

from zaru.runs.pages import MapItems, Work, map_apart, map_here
from zaru.runs.tasks import Context, Marker, Task

Steps = Generator[int, None, Marker]
DoTask = Callable[[Task], Steps]


@dataclass(frozen=True, slots=True)
class PageStage:
    """A stage that works on the pages of a shard one by one."""

    name: str
    prepare: Callable[[Context[Any]], Work]
    run: Callable[[Context[Any], Task, MapItems], Steps]


@dataclass(frozen=True, slots=True)
class TableStage:
    """A stage over what earlier stages have written: no page can harm it."""

    name: str
    run: Callable[[Context[Any], Task], Steps]


Stage = PageStage | TableStage


def prepare_tasks(context: Context[Any], stage: Stage) -> DoTask:
    """Return what does the tasks of *stage* in this process; the fast way."""
    if isinstance(stage, TableStage):
        return partial(stage.run, context)
    map_items = map_here(stage.prepare(context), stage.name)
    run = stage.run
    return lambda task: run(context, task, map_items)


def do_carefully(
    context: Context[Any], stage: Stage, task: Task, forget: Callable[[], None]
) -> Steps:
    """Do *task*, of whose pages one hangs or kills: each is worked on in a child of its own.

    *forget* lets go, in a child, of what is the run's own.
    """
    if isinstance(stage, TableStage):
        return stage.run(context, task)
    prepare = stage.prepare

    def prepare_child() -> Work:
        forget()
        return prepare(context)

    return stage.run(context, task, map_apart(prepare_child, stage.name, context.workers))
