"""A command and all its children: how long they take, how much memory they have together.

Memory is the sum of the proportional set sizes (a page of memory that three processes share counts
a third for each), read from /proc a few times a second; Linux only. What is the processes' own is
told apart from what is of files that they have mapped (libraries, and an index), which the kernel
takes back when it needs room.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

PAUSE_SECONDS = 0.25
PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")  # a second


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command and its children took."""

    seconds: float
    cpu_seconds: float
    peak_bytes: int  # own and mapped memory together
    own_peak_bytes: int  # what is of no file; maybe at another moment
    load_before: float  # average of the last minute
    load_during: float  # mean of that, from the second minute on; of all when it took less
    exit_code: int

    def __str__(self) -> str:
        return (
            f"{self.seconds:.1f} s, {self.cpu_seconds:.1f} s of CPU, "
            f"{self.peak_bytes / 2**20:.0f} MiB ({self.own_peak_bytes / 2**20:.0f} own), "
            f"load {self.load_before:.1f} before, {self.load_during:.1f} during"
        )


class Memory(NamedTuple):
    """Memory of a process, or of several together."""

    all_bytes: int = 0
    own_bytes: int = 0  # without what is of files

    def raise_to(self, parts: Iterable[Memory]) -> Memory:
        """Return the larger of this and of all *parts* together, each kind for itself."""
        together = [sum(kind) for kind in zip(*parts, strict=True)] or [0, 0]
        return Memory(*map(max, self, together))


def run_command(command: Sequence[str | Path], *, log: Path) -> Cost:
    """Run *command*, its words to *log*, and return its cost."""
    before = os.getloadavg()[0]
    loads: list[float] = []
    ticks: dict[int, int] = {}
    peak = Memory()
    start = time.perf_counter()
    with log.open("wb") as words:
        process = subprocess.Popen(command, stdout=words, stderr=subprocess.STDOUT)
    while True:
        found, status, usage = os.wait4(process.pid, os.WNOHANG)
        if found:
            break
        tree = find_tree(process.pid)
        peak = peak.raise_to(map(measure_process, tree))
        ticks |= {member: count for member in tree if (count := count_ticks(member))}
        loads.append(os.getloadavg()[0])
        time.sleep(PAUSE_SECONDS)
    process.returncode = os.waitstatus_to_exitcode(status)
    late = loads[int(60 / PAUSE_SECONDS) :] or loads or [before]
    return Cost(
        seconds=time.perf_counter() - start,
        # Children that their parent never waits for are not in what the kernel sums up.
        cpu_seconds=max(usage.ru_utime + usage.ru_stime, sum(ticks.values()) / TICKS),
        peak_bytes=peak.all_bytes,
        own_peak_bytes=peak.own_bytes,
        load_before=before,
        load_during=sum(late) / len(late),
        exit_code=process.returncode,
    )


def find_tree(root: int) -> list[int]:
    """Return the ids of *root* and its descendants."""
    children: defaultdict[int, list[int]] = defaultdict(list)
    for folder in PROC.iterdir():
        if folder.name.isdigit() and (parent := find_parent(int(folder.name))):
            children[parent].append(int(folder.name))
    tree = [root]
    for process in tree:  # grows while it is walked
        tree += children[process]
    return tree


def read_stat(process: int) -> list[str]:
    """Return what /proc/PID/stat says after the name of the command; nothing when it is gone."""
    try:
        text = (PROC / str(process) / "stat").read_text(errors="replace")
    except OSError:
        return []
    return text.rpartition(")")[2].split()  # the name, in brackets, may hold spaces and brackets


def find_parent(process: int) -> int:
    """Return the id of a process's parent, 0 when the process is gone."""
    fields = read_stat(process)
    return int(fields[1]) if fields else 0


def count_ticks(process: int) -> int:
    """Return the CPU time that *process* has used itself."""
    fields = read_stat(process)
    return int(fields[11]) + int(fields[12]) if fields else 0


def measure_process(process: int) -> Memory:
    """Return the proportional set size of *process*, nothing when it is gone."""
    sizes: dict[str, int] = {}
    try:
        for line in (PROC / str(process) / "smaps_rollup").read_text().splitlines()[1:]:
            name, size, *_ = line.split()
            sizes[name] = int(size) * 1024
    except OSError:
        return Memory()
    return Memory(sizes["Pss:"], sizes["Pss:"] - sizes["Pss_File:"])
