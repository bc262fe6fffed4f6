"""The sweep: mutated pages against every promise, or every shape of page through every output.

python -m tests.hostile.sweep mutants --pages 10000 --first 0 --jobs 2 --out broken/
python -m tests.hostile.sweep growth --jobs 2 [--shapes NAME …] [--outputs NAME …]
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.hostile.growth import MAX_RATIO, OUTPUTS
from tests.hostile.mutants import ROOT, build_mutant
from tests.hostile.promises import check_command, check_page, count_texts
from tests.hostile.shapes import SHAPES

BATCH = 50
SLOW_SECONDS = 5.0  # for a page of some kilobytes through every output
MAX_STEPS = 400  # of making a broken page smaller
CELL_SECONDS = 600  # for one shape through one output, on a busy machine
MEBIBYTES = 512
ADDRESS_SPACE = 3 * 1024**3


class Batch(NamedTuple):
    """What became of some mutated pages."""

    broken: list[tuple[int, list[str]]]  # numbers of pages, with lines
    texts: int
    unplaced: int  # texts without an exact place


def check_batch(first: int, count: int) -> Batch:
    """Return the broken promises of the pages from *first* on, by number."""
    numbers = range(first, first + count)
    pages = [build_mutant(number) for number in numbers]
    lost = check_command(pages, environment())
    result = []
    texts: Counter[str] = Counter()
    for number, raw, lines in zip(numbers, pages, lost, strict=True):
        begin = time.process_time()
        broken = [*check_page(raw), *lines]
        seconds = time.process_time() - begin
        if seconds > SLOW_SECONDS:
            broken.append(f"slow: {seconds:.1f} s")
        if broken:
            result.append((number, broken))
        texts.update(count_texts(raw))
    return Batch(result, texts["all"], texts["unplaced"])


def environment() -> dict[str, str]:
    """Return the environment of children that use these sources."""
    return {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}


def kind(line: str) -> str:
    """Return what makes two broken promises the same: output, and the first words."""
    output, _, words = line.partition(": ")
    words = re.sub(r"^\(.*?\) ", "", words)
    if words.startswith(("lost", "says")):
        return f"{output}-{words[:4]}"
    return "-".join([output, *re.findall(r"[A-Za-z]+", words)[:2]])


def minimise(raw: bytes, is_broken: Callable[[bytes], bool]) -> bytes:
    """Return a smaller page that is broken in the same way."""
    size, steps = len(raw) // 2, 0
    while size and steps < MAX_STEPS:
        place = 0
        while place < len(raw) and steps < MAX_STEPS:
            steps += 1
            shorter = raw[:place] + raw[place + size :]
            if is_broken(shorter):
                raw = shorter
            else:
                place += size
        size //= 2
    return raw


def is_broken_like(wanted: str, raw: bytes) -> bool:
    """Say whether *raw* breaks a promise in the way that `kind` calls *wanted*."""
    is_command = wanted.startswith("command")
    lines = check_command([raw], environment())[0] if is_command else check_page(raw)
    return any(kind(line) == wanted for line in lines)


def sweep_mutants(pages: int, first: int, jobs: int, out: Path) -> bool:
    """Check mutated pages; print what is broken, write the pages, and say whether nothing is."""
    begin, counts, examples = time.monotonic(), Counter[str](), dict[str, tuple[int, str]]()
    starts = range(first, first + pages, BATCH)
    texts = unplaced = 0
    with ProcessPoolExecutor(jobs) as pool:
        for batch in pool.map(check_batch, starts, [BATCH] * len(starts)):
            texts, unplaced = texts + batch.texts, unplaced + batch.unplaced
            for number, lines in batch.broken:
                for name, line in {kind(line): line for line in lines}.items():
                    counts[name] += 1
                    examples.setdefault(name, (number, line))
    print(
        f"{len(starts) * BATCH} pages, {texts} texts, {unplaced} of them without an exact place, "
        f"{counts.total()} broken promises, {time.monotonic() - begin:.0f} s"
    )
    for name, count in counts.most_common():
        number, line = examples[name]
        print(f"{count:6}  {name}  page {number}  {line[:200]}", flush=True)
        smallest = minimise(build_mutant(number), partial(is_broken_like, name))
        out.mkdir(parents=True, exist_ok=True)
        (out / f"{name}.html").write_bytes(smallest)
        print(f"        {smallest[:300]!r}", flush=True)
    return not counts


def measure_shape(outputs: list[str], shape: str) -> list[dict[str, object]]:
    """Return what each output of a shape costs, each in a child of its own."""
    lines = []
    for output in outputs:
        try:
            done = subprocess.run(
                [sys.executable, "-m", "tests.hostile.growth", shape, output],
                cwd=ROOT,
                env=environment(),
                capture_output=True,
                text=True,
                timeout=CELL_SECONDS,
                check=False,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE,) * 2),
            )
            found = json.loads(done.stdout or '{"error": "died"}')
        except subprocess.TimeoutExpired:
            found = {"error": "no end"}
        lines.append({"shape": shape, "output": output, **found})
    return lines


def find_excess(line: dict[str, object]) -> Iterator[str]:
    """Yield what of a measured output is over its bound."""
    bounds = {"ratio": MAX_RATIO, "size_ratio": MAX_RATIO, "mebibytes": MEBIBYTES}
    if "error" in line:
        yield str(line["error"])
    for name, bound in bounds.items():
        value = line.get(name, 0)
        if isinstance(value, int | float) and value > bound:
            yield f"{name} {value}"


def sweep_growth(shapes: list[str], outputs: list[str], jobs: int) -> bool:
    """Measure shapes through outputs; print what grows too fast, and say whether nothing does."""
    begin, count, excesses = time.monotonic(), 0, 0
    with ThreadPoolExecutor(jobs) as pool:
        for lines in pool.map(partial(measure_shape, outputs), shapes):
            for line in lines:
                count += 1
                if excess := list(find_excess(line)):
                    excesses += 1
                    print(f"{', '.join(excess)}: {json.dumps(line)}", flush=True)
    print(f"{count} cells, {excesses} over their bounds, {time.monotonic() - begin:.0f} s")
    return not excesses


def main() -> int:
    """Run a sweep; return 1 when a promise is broken."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("what", choices=["mutants", "growth"])
    options.add_argument("--jobs", type=int, default=os.cpu_count())
    options.add_argument("--pages", type=int, default=10_000)
    options.add_argument("--first", type=int, default=0, help="the number of the first page")
    options.add_argument("--out", type=Path, default=Path("broken"), help="for broken pages")
    options.add_argument("--shapes", nargs="+", default=list(SHAPES))
    options.add_argument("--outputs", nargs="+", default=list(OUTPUTS))
    given = options.parse_args()
    if given.what == "mutants":
        return not sweep_mutants(given.pages, given.first, given.jobs, given.out)
    return not sweep_growth(given.shapes, given.outputs, given.jobs)


if __name__ == "__main__":
    sys.exit(main())
