"""How far a run in stages is, for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from zaru.cli.report import Report

if TYPE_CHECKING:
    from zaru.runs.plan import Plan
    from zaru.runs.tasks import Marker

_NOTED_FILES = 1000


class StageBar:
    """Shows how far a run is, on a terminal; a line for each stage with -v."""

    def __init__(self, report: Report, paged: Mapping[str, str]) -> None:
        self._report = report
        self._paged = paged  # the stages over pages, in words
        self._bar: Any = None
        self._files = self._bytes = 0  # that were found
        self._weights: list[int] = []
        self._done_weight = self._pages = self._failed = 0
        self._total: int | None = None

    def listed(self, size: int) -> None:
        if self._files == 0:
            self._report.note("planning: looks for pages")
            self._open("planning", " files", None)
        self._files += 1
        self._bytes += size
        if self._bar is not None:
            self._bar.update(1)
        elif self._files % _NOTED_FILES == 0:
            self._report.note(f"planning: {self._files} files, {self._bytes / 1e6:.0f} MB")

    def remark(self, words: str) -> None:
        if not self._report.quiet:
            self._report.say(words)

    def plan(self, plan: Plan) -> None:
        self.close()
        self._weights = [shard.weight for shard in plan.shards]
        shards = f"{len(plan.shards)} shards, {plan.partitions} partitions"
        self._report.note(f"{shards}, about {sum(self._weights) / 1e6:.0f} MB of pages")

    def stage(self, name: str, tasks: int, done: Sequence[Marker]) -> None:
        self.close()
        missing = tasks - len(done)
        self._report.note(f"{name}: {tasks} tasks, {len(done)} of them done before")
        is_paged = name in self._paged
        self._pages = self._done_weight = 0
        if missing:
            total = (self._total if is_paged else missing) or None
            self._open(self._paged.get(name, name), " pages" if is_paged else " parts", total)

    def _open(self, words: str, unit: str, total: int | None) -> None:
        """Begin a bar, on a terminal."""
        if not self._report.has_bar:
            return
        from tqdm import tqdm

        tqdm.monitor_interval = 0  # its thread would be there when children are forked
        self._bar = tqdm(desc=words, total=total, unit=unit, leave=False)

    def pages(self, number: int) -> None:
        self._pages += number
        if self._bar is not None and self._bar.unit == " pages":
            self._bar.update(number)

    def task(self, marker: Marker) -> None:
        if self._bar is None:
            return
        if self._bar.unit != " pages":
            self._bar.update(1)
            return
        self._failed += marker.counts.get("failed", 0)
        self._guess_total(marker)
        self._bar.set_postfix(failed=self._failed)

    def _guess_total(self, marker: Marker) -> None:
        """Say how many pages there will be, from what the shards that are done had."""
        number = int(next(iter(marker.files)).rpartition("/")[2].partition(".")[0])
        self._done_weight += self._weights[number]
        if self._done_weight:
            guess = self._pages * sum(self._weights) / self._done_weight
            self._bar.total = max(self._pages, round(guess))
            self._total = self._bar.total

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None
