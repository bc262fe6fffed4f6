"""Runs over a made web that are timed: zaru's, and its peer's.

`python bench/build.py peer` and `scale` run it.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.process_tree import Cost, run_command
from bench.web_archive import MANIFEST

DATATROVE = Path(__file__).parent / "adapters" / "datatrove_warc.py"
ZARU = (sys.executable, "-m", "zaru")
Command = list[str | Path]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run says of the pages it was given."""

    kept: int
    dropped: int = 0
    failed: int = 0

    @property
    def told(self) -> int:
        """How many pages the run can account for."""
        return self.kept + self.dropped + self.failed


@dataclass(frozen=True, slots=True)
class Contender:
    """A program that turns WARC files into text."""

    name: str
    command: Callable[[Path, Path, int], Command]  # of folder, target, workers
    read_outcome: Callable[[Path], Outcome]


@dataclass(frozen=True, slots=True)
class Run:
    """One timed run."""

    pages: int  # that are in the files
    cost: Cost
    outcome: Outcome

    @property
    def speed(self) -> float:
        """Pages a second."""
        return self.pages / self.cost.seconds


def run_once(contender: Contender, folder: Path, *, workers: int) -> Run:
    """Run *contender* on the WARC files of *folder* into a fresh target, which is removed."""
    pages = json.loads((folder / MANIFEST).read_bytes())["page"]
    with tempfile.TemporaryDirectory(prefix="zaru-bench-") as place:
        target, log = Path(place, "target"), Path(place, "log")
        cost = run_command(contender.command(folder, target, workers), log=log)
        if cost.exit_code not in (0, 1):  # 1: done, with failures
            raise SystemExit(f"{contender.name}: exit {cost.exit_code}\n{log.read_text()[-2000:]}")
        run = Run(pages, cost, contender.read_outcome(target))
    told = "all told" if run.outcome.told == pages else f"{pages - run.outcome.told} not told"
    print(
        f"{contender.name:14} {workers} workers {run.speed:7.1f} pages/s; {cost}; {pages} pages, "
        f"{run.outcome.kept} kept, {told}",
        file=sys.stderr,
        flush=True,
    )
    return run


def find_archives(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.warc.gz"))


def extract_alone_command(folder: Path, target: Path, workers: int) -> Command:
    """Judge each page by itself, as the peer does."""
    return [*extract_command(folder, target, workers), "--set", "off"]


def extract_command(folder: Path, target: Path, workers: int) -> Command:
    target.mkdir()
    options: Command = [
        "-f",
        "jsonl",
        "-o",
        target / "rows.jsonl",
        "--jobs",
        str(workers),
        "--quiet",
    ]
    options += ["--failures", target / "failures.jsonl"]
    return [*ZARU, "extract", *find_archives(folder), *options]


def read_extracted(target: Path) -> Outcome:
    failures = target / "failures.jsonl"
    failed = count_lines(failures) if failures.exists() else 0
    return Outcome(count_lines(target / "rows.jsonl"), failed=failed)


def build_command(folder: Path, target: Path, workers: int) -> Command:
    options: Command = ["-o", target, "--workers", str(workers), "--quiet"]
    return [*ZARU, "build", *find_archives(folder), *options]


def read_built(target: Path) -> Outcome:
    pages = json.loads((target / "report.json").read_bytes())["pages"]
    return Outcome(pages["kept"], pages["dropped"], pages["failed"])


def read_datatrove(target: Path) -> Outcome:
    """Return what its statistics say; a page that its reader passed over is in none of them."""
    _, extractor, _ = json.loads((target / "logs" / "stats.json").read_bytes())
    stats = {
        name: value["total"] if isinstance(value, dict) else value
        for name, value in extractor["stats"].items()
    }
    failed = sum(stats.get(name, 0) for name in ("timeout", "broken_process", "clean_error"))
    return Outcome(stats.get("forwarded", 0), stats.get("dropped", 0), failed)


def count_lines(path: Path) -> int:
    with path.open("rb") as file:
        return sum(1 for _ in file)


EXTRACT = Contender("zaru extract", extract_command, read_extracted)
EXTRACT_ALONE = Contender("zaru --set off", extract_alone_command, read_extracted)
BUILD = Contender("zaru build", build_command, read_built)


def report_peer(folder: Path, peer_python: Path, *, rounds: int, workers: int) -> None:
    """Run the contenders in turns and print their medians as a table."""

    def command(folder: Path, target: Path, workers: int) -> Command:
        return [peer_python, DATATROVE, folder, target, "--workers", str(workers)]

    peer = Contender("datatrove", command, read_datatrove)
    contenders = (peer, EXTRACT_ALONE, EXTRACT, BUILD)
    runs: dict[str, list[Run]] = {contender.name: [] for contender in contenders}
    for _ in range(rounds):
        for contender in contenders:
            runs[contender.name].append(run_once(contender, folder, workers=workers))
    slow = runs[peer.name]
    print("| | pages/s | ratio | CPU ms a page | MiB | pages in | kept | told | load |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, of_name in runs.items():
        ratio = median(run.speed / other.speed for run, other in zip(of_name, slow, strict=True))
        speed = median(run.speed for run in of_name)
        cpu = 1000 * median(run.cost.cpu_seconds / run.pages for run in of_name)
        peak = max(run.cost.peak_bytes for run in of_name) / 2**20
        load = median(run.cost.load_during for run in of_name)
        pages, outcome = of_name[-1].pages, of_name[-1].outcome
        print(
            f"| {name} | {speed:.1f} | {ratio:.1f} | {cpu:.2f} | {peak:.0f} "
            f"| {pages:,} | {outcome.kept:,} | {outcome.told:,} | {load:.1f} |"
        )


def report_scale(folders: list[Path]) -> None:
    """Run `zaru build` on each folder with two workers, on the first with one; print a table."""
    print("| pages | workers | pages/s | CPU ms a page | peak MiB | own | load before | during |")
    print("|---|---|---|---|---|---|---|---|")
    for folder, workers in [*((folder, 2) for folder in folders), (folders[0], 1)]:
        run = run_once(BUILD, folder, workers=workers)
        cost = run.cost
        print(
            f"| {run.pages:,} | {workers} | {run.speed:.1f} "
            f"| {1000 * cost.cpu_seconds / run.pages:.2f} "
            f"| {cost.peak_bytes / 2**20:.0f} | {cost.own_peak_bytes / 2**20:.0f} "
            f"| {cost.load_before:.1f} | {cost.load_during:.1f} |",
            flush=True,
        )
