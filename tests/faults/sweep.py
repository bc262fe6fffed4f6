"""What takes too long for every day: fifty kills of `zaru build`, damage of all kinds, a soak.

    python -m tests.faults.sweep kills [SEED…]
    python -m tests.faults.sweep damage [SEED…]
    python -m tests.faults.sweep soak

Each seed is a corpus of its own, disturbed and then finished; it must be as one that nobody has
disturbed. A seed that fails is named: give it alone to see it again.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from shutil import rmtree
from subprocess import Popen
from tempfile import TemporaryDirectory

from tests.faults.builds import (
    assert_nothing_half,
    assert_same,
    copy,
    damage,
    kill_somewhere,
    make_script,
    make_web,
)
from tests.faults.conftest import start_python
from tests.faults.processes import children_of, finish

SEEDS = range(50)
SOAK_PAGES = (250, 1000)  # of each of four sites
SOAK_GROWTH = 1.15  # of memory, when there are four times as many pages


def main(what: str, seeds: Iterable[int]) -> int:
    """Run the sweep called *what*; return the exit code."""
    with TemporaryDirectory(prefix="zaru-faults-") as name:
        folder = Path(name)
        if what == "soak":
            return soak(folder)
        start = starter(folder)
        web, whole = make_web(folder / "web"), folder / "whole"
        assert finish(start(web, whole))[0] == 1
        disturb = {"kills": kill, "damage": spoil}[what]
        broken = []
        for seed in seeds:
            try:
                words = disturb(start, web, whole, folder / str(seed), Random(seed))
                print(f"seed {seed}: {words}; the same", flush=True)
            except AssertionError as error:
                broken.append(seed)
                print(f"seed {seed}: {error}", flush=True)
        print(f"{what}: broken seeds: {broken}" if broken else f"{what}: all the same")
        return 1 if broken else 0


StartBuild = Callable[..., "Popen[str]"]


def starter(folder: Path, hook: str = "") -> StartBuild:
    """Return what starts a build from sources to a corpus."""
    script = make_script(folder, hook)
    return lambda web, corpus: start_python(script, "build", "--workers", "2", web, "-o", corpus)


def kill(start: StartBuild, web: Path, whole: Path, corpus: Path, random: Random) -> str:
    """Kill a run once or twice before its end, then let it end; return when."""
    moments: list[float] = []
    kills = random.choice([1, 1, 1, 2])
    while len(moments) < kills:
        moments.append(kill_somewhere(start(web, corpus), corpus, whole, random))
        if (corpus / "corpus.json").exists():  # it came too late
            rmtree(corpus)
            moments.clear()
            continue
        assert_nothing_half(corpus, whole)
    stages = [path.name for path in corpus.glob("work/*") if path.name in _STAGES]
    assert finish(start(web, corpus))[0] == 1
    assert_same(corpus, whole)
    times = " and ".join(f"{moment:.2f} s" for moment in moments)
    reached = max(map(_STAGES.index, stages), default=None)
    return f"killed after {times} in {'the plan' if reached is None else _STAGES[reached]}"


_STAGES = ["sketch", "judge", "make", "compare", "settle", "link", "finish"]


def spoil(start: StartBuild, web: Path, whole: Path, corpus: Path, random: Random) -> str:
    """Damage some files of a run that was killed before its end, then let it end; return which."""
    copy(whole, corpus)
    (corpus / "corpus.json").unlink()
    files = [path for path in sorted((corpus / "work").rglob("*")) if path.is_file()]
    chosen = random.sample(files, random.choice([1, 1, 3, 10]))
    for path in chosen:
        damage(path, random, random.choice(["flip", "flip", "cut", "zeros", "gone"]))
    words = ", ".join(str(path.relative_to(corpus / "work")) for path in chosen[:3])
    code, _, errors = finish(start(web, corpus))
    if code == 4:
        assert errors.count("\n") == 1, errors
        assert "--new" in errors, errors
        return f"{words}: told"
    assert code == 1, errors
    assert_same(corpus, whole)
    return words


def soak(folder: Path) -> int:
    """Compare the memory of a small run and of one with many more pages."""
    sizes = "vars(plan).update(_FIRST_BYTES=250_000, _LAST_BYTES=250_000, _PARTITION_BYTES=2**20)"
    peaks = []
    for pages in SOAK_PAGES:
        web = make_web(folder / f"web{pages}", pages=pages)
        process = starter(folder, sizes)(web, folder / f"corpus{pages}")
        peaks.append(watch_memory(process))
        assert finish(process)[0] == 1
        print(f"{4 * pages} pages: {peaks[-1]:.0f} MiB at most", flush=True)
    growth = peaks[-1] / peaks[0]
    times = SOAK_PAGES[-1] / SOAK_PAGES[0]
    print(f"soak: {growth:.2f} times the memory for {times:g} times the pages")
    return 1 if growth > SOAK_GROWTH else 0


def watch_memory(process: Popen[str]) -> float:
    """Return the most memory, in MiB, that *process* and all below it have at one time."""
    peak = 0
    while process.poll() is None:
        tree = [process.pid]
        for one in tree:
            tree += children_of(one)
        peak = max(peak, sum(map(read_memory, tree)))
        time.sleep(0.02)
    return peak / 1024


def read_memory(process: int) -> int:
    """Return the KiB of *process*; what it shares with others counts in parts."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


if __name__ == "__main__":
    given = [int(seed) for seed in sys.argv[2:]]
    raise SystemExit(main(sys.argv[1], given or SEEDS))
