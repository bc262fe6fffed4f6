"""Many items in child processes: results in order, a deadline for each, no death costs the run."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import wait
from time import monotonic
from typing import Generic, TypeVar

from zaru.errors import Failure, LimitExceeded, ToolCrashed, UsageError
from zaru.runs.child import Child, held_signals
from zaru.runs.workers import MEMORY_BYTES

Item = TypeVar("Item")
Result = TypeVar("Result")
Steps = Generator[int, None, Result]

# Items for each child that are taken before the oldest of them is done: a page that takes its
# whole deadline holds up the order, and the results of the others wait for it in memory.
WINDOW_ITEMS = 100
# Libraries leak slowly (adbar/htmldate#56); a new child costs some milliseconds.
RECYCLE_ITEMS = 5000
# Children in a row that die before they are ready; one may be killed by chance.
MAX_FAILED_STARTS = 3


@dataclass(frozen=True, slots=True)
class Done(Generic[Result]):
    """An item whose result is known: it keeps its place in the order and needs no child."""

    result: Result | Failure


@dataclass(slots=True)
class _Task(Generic[Item]):
    number: int
    item: Item
    deaths: int = 0


def map_in_children(
    items: Iterable[Item | Done[Result]],
    prepare: Callable[[], Callable[[Item], Result | Steps[Result]]],
    *,
    jobs: int,
    deadline_seconds: float,
    name: Callable[[Item], str],
    stage: str = "work",
    memory_bytes: int = MEMORY_BYTES,
    attempts: int = 2,
    tell: Callable[[int], object] = lambda _: None,
) -> Generator[Result | Failure, None, None]:
    """Yield the result of each item, in the order of the items, worked on in *jobs* children.

    *prepare* is called once in each child and returns the function that does the work. An item
    costs only itself: when it takes longer than *deadline_seconds* or more than *memory_bytes*,
    kills its child in all *attempts* or raises, there is a `Failure` in its place, whose source is
    its *name*. Work that is a generator has the deadline for each of its steps, and *tell* gets
    their numbers.
    What *prepare* raises, and a `RunError` of the work, ends the run and is raised here. *items*
    are taken as they are needed. Close the iterator to end the children early.
    """
    if jobs < 1:
        raise UsageError("at least one job is needed")
    start = partial(Child, prepare, memory_bytes=memory_bytes)
    crew = _Crew(items, start, jobs, deadline_seconds, lambda item: (stage, name(item)))
    crew.attempts, crew.tell = attempts, tell
    try:
        yield from crew.results()
    finally:
        crew.end()


class _Crew(Generic[Item, Result]):
    """The children of one run, and the items that are on their way."""

    def __init__(
        self,
        items: Iterable[Item | Done[Result]],
        start: Callable[..., Child[_Task[Item]]],
        jobs: int,
        deadline_seconds: float,
        place: Callable[[Item], tuple[str, str]],
    ) -> None:
        self._items = enumerate(items)
        self._start_child = start
        self._jobs = jobs
        self._deadline_seconds = deadline_seconds
        self._place = place
        self._children: list[Child[_Task[Item]]] = []
        self._finished: dict[int, Result | Failure] = {}
        self._yielded = 0
        self._failed_starts = 0
        self.attempts = 2
        self.tell: Callable[[int], object] = lambda _: None

    def results(self) -> Iterator[Result | Failure]:
        """Yield the results in order."""
        taken = 0
        while True:
            while self._has_room(taken) and (pair := next(self._items, None)) is not None:
                taken = pair[0] + 1
                self._hand_out(*pair)
            if self._yielded in self._finished:
                yield self._finished.pop(self._yielded)
                self._yielded += 1
            elif not self._is_busy():
                return
            if self._is_busy():
                self._listen(can_wait=self._yielded not in self._finished)

    def end(self) -> None:
        """Kill the children."""
        while self._children:
            self._children.pop().kill()

    def _has_room(self, taken: int) -> bool:
        has_hands = sum(child.task is not None for child in self._children) < self._jobs
        return has_hands and taken < self._yielded + WINDOW_ITEMS * self._jobs

    def _is_busy(self) -> bool:
        return any(child.task is not None for child in self._children)

    def _hand_out(self, number: int, item: Item | Done[Result]) -> None:
        if isinstance(item, Done):
            self._finished[number] = item.result
            return
        idle = [child for child in self._children if child.task is None]
        self._give(idle[0] if idle else self._start(), _Task(number, item))

    def _start(self) -> Child[_Task[Item]]:
        with held_signals():
            siblings = [child.connection for child in self._children]
            child = self._start_child(siblings=siblings)
            self._children.append(child)
        return child

    def _give(self, child: Child[_Task[Item]], task: _Task[Item]) -> None:
        """Let *child* do *task*, as soon as it is ready."""
        child.task = task
        if child.is_ready:
            child.send(task.item, deadline_seconds=self._deadline_seconds)

    def _listen(self, *, can_wait: bool) -> None:
        """Take what the children say, up to the nearest deadline; part with those that are late."""
        children = {child.connection: child for child in self._children}
        nearest = min(child.expires for child in self._children) - monotonic()
        timeout = None if nearest == math.inf else max(0, nearest)
        for connection in wait(list(children), timeout if can_wait else 0):
            self._hear(children[connection])  # type: ignore[index]
        now = monotonic()
        for child in [child for child in self._children if child.expires <= now]:
            self._part_with_late(child)

    def _hear(self, child: Child[_Task[Item]]) -> None:
        message = child.receive()
        if message is None:
            self._part_with_dead(child)
            return
        kind, value = message
        if kind == "error":
            raise value
        if kind == "ready":
            child.is_ready = True
            self._failed_starts = 0
            if child.task is not None:
                self._give(child, child.task)
            return
        if kind == "beat":
            child.expires = monotonic() + self._deadline_seconds
            child.results += value
            self.tell(value)
            return
        task, child.task = child.task, None
        assert task is not None
        self._finished[task.number] = self._complete(value, task) if kind == "failure" else value
        child.results += 1
        if child.results >= RECYCLE_ITEMS:
            self._dismiss(child)

    def _complete(self, failure: Failure, task: _Task[Item]) -> Failure:
        """Return *failure* with the stage and the name of its item."""
        stage, name = self._place(task.item)
        return replace(failure, stage=stage, source=failure.source or name)

    def _dismiss(self, child: Child[_Task[Item]]) -> str:
        self._children.remove(child)
        return child.kill()

    def _part_with_late(self, child: Child[_Task[Item]]) -> None:
        self._dismiss(child)
        task = child.task
        if not child.is_ready or task is None:
            raise ToolCrashed("a worker did not get ready; try a smaller number of jobs")
        seconds = f"{self._deadline_seconds:g} seconds"
        self._fail(task, LimitExceeded, f"took more than {seconds}; left out")

    def _part_with_dead(self, child: Child[_Task[Item]]) -> None:
        how, task = self._dismiss(child), child.task
        if not child.is_ready:
            self._failed_starts += 1
            if self._failed_starts >= MAX_FAILED_STARTS:
                raise ToolCrashed(f"workers died ({how}) before they could begin")
        elif task is not None:
            task.deaths += 1
        if task is not None and task.deaths < self.attempts:
            self._give(self._start(), task)
        elif task is not None:
            often = "twice " if self.attempts == 2 else ""
            self._fail(task, ToolCrashed, f"the worker died ({how}) {often}on this page")

    def _fail(self, task: _Task[Item], error: type[Exception], message: str) -> None:
        stage, name = self._place(task.item)
        self._finished[task.number] = Failure(stage, name, None, error.__name__, message)
