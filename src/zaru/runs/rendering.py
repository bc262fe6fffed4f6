"""Many pages in shards: each shard becomes a piece, and the pieces become one output.

What is done is kept in a hidden folder beside the output, or in it when it is a folder, until the
output is whole: a run that is killed goes on with it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from shutil import copyfileobj
from typing import BinaryIO

from zaru.errors import Failure, OutputFailed, RunError
from zaru.io.parquet import ParquetWriter, load_arrow
from zaru.io.publish import publish
from zaru.io.store import LocalStore
from zaru.runs.engine import LocalEngine
from zaru.runs.pages import Item, MapItems, read_items
from zaru.runs.plan import load_plan, make_plan
from zaru.runs.runner import Runner, Watch
from zaru.runs.sheets import Form, Rendered, Rendering, open_sheet
from zaru.runs.stages import PageStage
from zaru.runs.tasks import WORK, Context, Marker, Task, TaskOutput
from zaru.runs.workers import Workers

_WORK_SUFFIX = ".zaru-work"
_NAME_CHARS = 60  # of 4 bytes; with dot and suffix they stay below the usual 255 bytes of a name
_SKETCH = "sketch"  # as `sketching`, which is not imported for pages that are judged alone

Write = Callable[[Rendered], None]


@dataclass(frozen=True, slots=True)
class WorkFolder:
    """What is done for an output that is not whole yet."""

    store: LocalStore
    forget: Callable[[], None]  # lets go of its lock, in a child

    @classmethod
    @contextmanager
    def beside(cls, output: str, *, is_folder: bool) -> Iterator[WorkFolder]:
        """Hold the folder of *output*; what is in it is removed when all went well.

        Raises `RunLocked` when another run works on the same output.
        """
        path = Path(output)
        if is_folder:
            place = path / _WORK_SUFFIX
        else:
            place = path.with_name(f".{path.name[:_NAME_CHARS]}{_WORK_SUFFIX}")
        try:
            place.mkdir(exist_ok=True)
        except OSError as error:
            raise OutputFailed.of(error, output) from error
        store = LocalStore(str(place))
        try:
            with store.lock() as lock:
                yield cls(store, lock.forget)
                store.remove(WORK)
        finally:
            with suppress(OSError):  # it holds what a second run goes on with
                place.rmdir()

    def begin_anew(self, rendering: Rendering) -> bool:
        """Forget what was done with other options or sources; say whether there was anything."""
        with suppress(RunError):  # a broken plan is none
            old = load_plan(self.store)
            wanted = (rendering.to_json(), rendering.sources)
            if old is None or (old.options, old.sources) == wanted:
                return False
        self.store.remove(WORK)
        return True

    def render(self, rendering: Rendering, *, workers: Workers, watch: Watch) -> list[Marker]:
        """Make the pieces that are not made yet; return the markers of all, in order."""
        if rendering.form.shape is not None or rendering.min_pages:
            load_arrow()
        options, sources = rendering.to_json(), rendering.sources
        engine = LocalEngine(self.forget)
        cutter, limit = partial(engine.cut, workers), rendering.limit
        plan = make_plan(self.store, sources, options, limit, watch, cutter=cutter)
        context = Context(self.store, rendering, workers, plan.partitions, len(plan.shards))
        runner = Runner(plan, context, engine, watch)
        own = [shard.digest for shard in plan.shards]
        if rendering.min_pages:
            own = runner.judge(own)
        return runner.do(PageStage(rendering.stage, _prepare, _render_shard), own)

    def join(self, markers: Iterable[Marker], form: Form, file: BinaryIO) -> None:
        """Write all pieces to *file*, as if one worker had written them."""
        if form.shape is not None:
            with closing(ParquetWriter(file, form.shape)) as table:
                for marker in markers:
                    with self.store.open(marker.file("piece")) as piece:
                        table.add_file(piece)
            return
        file.write(form.header)
        between = b""
        for marker in markers:
            if marker.counts.get("kept"):
                file.write(between)
                between = form.between
                with self.store.open(marker.file("piece")) as piece:
                    copyfileobj(piece, file)

    def read_failures(self, marker: Marker) -> Iterator[Failure]:
        """Yield what failed in one shard."""
        for line in self.store.read(marker.file("failures")).splitlines():
            yield Failure(**json.loads(line))


def _prepare(context: Context[Rendering]) -> Callable[[Item], Rendered]:
    return context.options.prepare()


def _render_shard(
    context: Context[Rendering], task: Task, map_items: MapItems
) -> Generator[int, None, Marker]:
    """Write the piece of a shard, or a file for each of its pages."""
    output = TaskOutput(context.store, task)
    counts: Counter[str] = Counter()
    failures: list[Failure] = []
    with _open_piece(context.options, task, output) as write:
        for result in map_items(_read(context, task.number, counts)):
            if isinstance(result, Failure):
                failures.append(result)
            else:
                failures += result.failures
                counts.update(result.counts)
                if result.is_japanese:
                    write(result)
            yield 1
    with output.publish(task.file("failures")) as file:
        file.write(b"".join(json.dumps(asdict(one)).encode() + b"\n" for one in failures))
    return output.finish({**counts, "failed": len(failures)})


def _read(
    context: Context[Rendering], shard: int, counts: Counter[str]
) -> Iterator[Item | Failure]:
    """Yield the pages of a shard, and count them."""
    if context.options.min_pages:
        from zaru.runs.judging import read_judged

        items = read_judged(context, shard)
    else:
        items = read_items(context.store, shard)
    for item in items:
        if isinstance(item, Failure) and item.stage == _SKETCH:  # a page that had no second try
            counts["pages"] += 1
            yield replace(item, stage=context.options.stage)
        else:
            counts["pages"] += isinstance(item, Item)
            yield item


@contextmanager
def _open_piece(rendering: Rendering, task: Task, output: TaskOutput) -> Iterator[Write]:
    if rendering.folder is not None:
        yield partial(_write_alone, rendering.folder, rendering.form)
        return
    form = replace(rendering.form, header=b"")
    with output.publish(task.file("piece")) as file, open_sheet(file, form) as write:
        yield write


def _write_alone(folder: Path, form: Form, rendered: Rendered) -> None:
    """Write a page to its own file, unless there is nothing to write."""
    if not rendered.is_empty:
        path = folder / (rendered.name + form.suffix)
        with publish(path) as file, open_sheet(file, form) as write:
            write(rendered)
