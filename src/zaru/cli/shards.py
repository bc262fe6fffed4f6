"""A command over many pages into a file or a folder: in shards, so that killed runs go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path

from zaru.cli.output import is_folder, open_output, place_in_folder
from zaru.cli.report import Report
from zaru.cli.stage_bar import StageBar
from zaru.io.publish import remove_stale_parts
from zaru.runs.plan import Plan
from zaru.runs.rendering import WorkFolder
from zaru.runs.sheets import Rendering
from zaru.runs.tasks import Marker
from zaru.runs.workers import Workers


def write_in_shards(rendering: Rendering, output: str, workers: Workers, report: Report) -> None:
    """Write *rendering* to the file or folder *output*; what an earlier run has done stands."""
    is_alone = is_folder(output)
    if is_alone:
        place_in_folder(output, "")
        rendering = replace(rendering, folder=Path(output))
    with WorkFolder.beside(output, is_folder=is_alone) as work:
        watch = _Watch(work, rendering.stage, report)
        with nullcontext() if is_alone else open_output(output) as file, closing(watch):
            if work.begin_anew(rendering) and not report.quiet:
                report.say(f"{output}: was begun with other options or sources; begins anew")
            markers = work.render(rendering, workers=workers, watch=watch)
            if file is not None:
                work.join(markers, rendering.form, file)
        if is_alone:
            remove_stale_parts(Path(output))
        for marker in markers:
            report.add(marker.counts)
            for failure in work.read_failures(marker):
                report.count_failure(failure)


class _Watch:
    """Prints failures as their shards are done, and shows how far the run is."""

    def __init__(self, work: WorkFolder, stage: str, report: Report) -> None:
        self._work, self._stage, self._report = work, stage, report
        self._name = ""  # of the stage
        self._judged: Counter[str] = Counter()
        self._bar = StageBar(report, {"sketch": "first pass", stage: stage})

    def listed(self, size: int) -> None:
        self._bar.listed(size)

    def remark(self, words: str) -> None:
        self._bar.remark(words)

    def plan(self, plan: Plan) -> None:
        self._bar.plan(plan)

    def stage(self, name: str, tasks: int, done: Sequence[Marker]) -> None:
        self._bar.stage(name, tasks, done)
        self._name = name
        if name == self._stage and self._judged:
            together = f"{self._judged['together']} pages in {self._judged['sets']} sets"
            alone = f"{self._judged['alone']} each judged alone"
            self._report.note(f"{together} judged together, {alone}")
        if name == self._stage and done and not self._report.quiet:
            self._report.say(f"goes on: {len(done)} of {tasks} shards were done before")
        for marker in done:
            self._tell(marker)

    def pages(self, number: int) -> None:
        self._bar.pages(number)

    def task(self, marker: Marker) -> None:
        self._bar.task(marker)
        self._tell(marker)

    def close(self) -> None:
        self._bar.close()

    def _tell(self, marker: Marker) -> None:
        if self._name == "judge":
            self._judged.update(marker.counts)
        if self._name != self._stage:
            return
        for failure in self._work.read_failures(marker):
            self._report.say(str(failure))
