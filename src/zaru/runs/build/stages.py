"""The stages of a build, in their order, and how one task of a stage is done."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial

from zaru.runs.build import comparing, finishing, judging, linking, making, settling, sketching
from zaru.runs.build.made_page import prepare_make
from zaru.runs.build.pages import MapItems, Work, map_apart, map_here
from zaru.runs.build.tasks import Context, Marker, Task

Steps = Generator[int, None, Marker]
DoTask = Callable[[Task], Steps]


@dataclass(frozen=True, slots=True)
class PageStage:
    """A stage that works on the pages of a shard one by one."""

    prepare: Callable[[Context], Work]
    run: Callable[[Context, Task, MapItems], Steps]


@dataclass(frozen=True, slots=True)
class TableStage:
    """A stage over what earlier stages have written: no page can harm it."""

    run: Callable[[Context, Task], Steps]


STAGES: dict[str, PageStage | TableStage] = {
    sketching.STAGE: PageStage(sketching.prepare_sketch, sketching.sketch_shard),
    judging.STAGE: TableStage(judging.judge_partition),
    making.STAGE: PageStage(prepare_make, making.make_shard),
    comparing.STAGE: TableStage(comparing.compare_partition),
    settling.STAGE: TableStage(settling.settle_shard),
    linking.STAGE: TableStage(linking.link_partition),
    finishing.STAGE: TableStage(finishing.finish_shard),
}


def prepare_tasks(context: Context, stage: str) -> DoTask:
    """Return what does the tasks of *stage* in this process; the fast way."""
    found = STAGES[stage]
    if isinstance(found, TableStage):
        return partial(found.run, context)
    map_items = map_here(found.prepare(context), stage)
    run = found.run
    return lambda task: run(context, task, map_items)


def do_carefully(context: Context, task: Task) -> Steps:
    """Do *task*, of whose pages one hangs or kills: each is worked on in a child of its own."""
    found = STAGES[task.stage]
    if isinstance(found, TableStage):
        return found.run(context, task)
    prepare = partial(found.prepare, context)
    return found.run(context, task, map_apart(prepare, task.stage, context.workers))
