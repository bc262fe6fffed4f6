"""What a large run of `zaru build` needs, from what a small one took.

usage: python bench/sizing.py CORPUS [--seconds '{"sketch": 28.3, …}'] [--pages N …]
                              [--source-bytes N] [--peer PAGES_A_SECOND]

CORPUS: a corpus with its work/ folder, made by `zaru build --workers 1` on an idle machine: seconds
by stage come from its report, bytes from its files. --seconds: CPU seconds by stage, when the
machine was not idle. --source-bytes: of the sources as they lie on disk. --peer: what another
tool does a core, e.g. the result of `bench/build.py peer`.

Shards and partitions are those that the plan would have. Everything but CORPUS is extrapolated:
time and bytes in proportion to pages, requests by what each stage reads and writes.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from zaru.runs import plan

# Reads of a piece for each pair of a shard and a partition: judge 1, make 1, compare 5, settle 2,
# link 2, finish 4. Each is a row of a table and, mostly, a piece.
PIECE_READS, REQUESTS_OF_A_READ = 15, 2
# Files that are written for a shard (sketch, make, settle, finish) and a partition.
SHARD_FILES, PARTITION_FILES = 3 + 10 + 2 + 5, 2 + 4 + 3
EXCHANGE_ROW_BYTES, EXCHANGE_FILES = 48, 11
# List prices of a large object store, for an order of magnitude.
READ_DOLLARS, WRITE_DOLLARS = 0.4e-6, 5e-6
READ_SECONDS, READS_AT_ONCE = 0.03, 64
PAPER_PAGES_A_SECOND = 0.83  # paper 1, §5, a CPU, with KNP


def measure_bytes(corpus: Path) -> Counter[str]:
    """Return the bytes of each table, of the originals and of work/."""
    sizes: Counter[str] = Counter()
    for path in corpus.rglob("*"):
        if path.is_file():
            sizes[path.relative_to(corpus).parts[0]] += path.stat().st_size
            if path.match("work/make/*.warc.gz"):
                sizes["linked"] += path.stat().st_size
    return sizes


def count_shards(weight: float) -> int:
    """Return how many shards the plan makes of so many bytes of pages."""
    number = 0
    while plan._shard_bytes(number) < plan._LAST_BYTES:
        weight -= plan._shard_bytes(number)
        number += 1
    return number + max(0, round(weight / plan._LAST_BYTES))


def size_run(pages: int, own: int, weight: float, seconds: dict[str, float]) -> dict[str, str]:
    """Return what a run over *pages* needs, in words."""
    total = sum(seconds.values())
    slowest = max(seconds, key=lambda stage: seconds[stage])
    bytes_in = pages * weight / own
    shards, partitions = count_shards(bytes_in), plan._count_partitions(int(bytes_in))
    reads = PIECE_READS * REQUESTS_OF_A_READ * shards * partitions
    writes = SHARD_FILES * shards + PARTITION_FILES * partitions
    waiting = reads * READ_SECONDS / READS_AT_ONCE / 3600
    return {
        "core-hours": f"{pages * total / own / 3600:,.0f}",
        "slowest stage": f"{slowest}, {seconds[slowest] / total:.0%}",
        "shards × partitions": f"{shards:,} × {partitions:,}",
        "tables of exchange files": to_size(
            EXCHANGE_ROW_BYTES * EXCHANGE_FILES * shards * partitions
        ),
        "reads of pieces": f"{reads / 1e9:,.1f} billion",
        "files written": f"{writes / 1e6:,.2f} million",
        "object store: requests": f"{reads * READ_DOLLARS + writes * WRITE_DOLLARS:,.0f} $",
        "object store: hours of waiting, all workers": f"{waiting:,.0f}",
    }


def to_size(count: float) -> str:
    """Return a number of bytes in words."""
    return f"{count / 1e12:,.1f} TB" if count >= 1e11 else f"{count / 1e9:,.1f} GB"


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--seconds", type=json.loads)
    parser.add_argument("--pages", type=int, nargs="+", default=[100_000_000, 3_000_000_000])
    parser.add_argument("--source-bytes", type=int, default=0)
    parser.add_argument("--peer", type=float)
    options = parser.parse_args()
    report = json.loads((options.corpus / "report.json").read_text())
    shards = json.loads((options.corpus / plan.PLAN).read_text())["shards"]
    seconds = options.seconds or report["seconds"]
    seconds = {name: value for name, value in seconds.items() if name != "this run"}
    own, weight = report["pages"]["in"], sum(weight for _, weight in shards)
    sizes = measure_bytes(options.corpus)
    rows = [size_run(pages, own, weight, seconds) for pages in options.pages]
    speed = own / sum(seconds.values())
    print(f"{own:,} pages, {weight / own / 1e3:.0f} kB each; {speed:.1f} pages/s a core\n")
    print(f"| | {' | '.join(f'{pages:,} pages' for pages in options.pages)} |")
    print("|---|" + "---|" * len(rows))
    for name in rows[0]:
        print(f"| {name} | {' | '.join(row[name] for row in rows)} |")
    stored = {
        "sources": options.source_bytes,
        "corpus": sum(sizes[name] for name in ("pages", "sentences", "links", "originals")),
        "`work/`": sizes["work"],
        "of which hard links, on a disk": sizes["linked"],
    }
    for name, count in stored.items():
        words = [to_size(count / own * pages) for pages in options.pages]
        print(f"| {name}, {count / own / 1e3:.1f} kB a page | {' | '.join(words)} |")
    peers = {"paper 1": PAPER_PAGES_A_SECOND, "the peer": options.peer}
    for name, peer in peers.items():
        if peer:
            words = [f"{pages / peer / 3600:,.0f}" for pages in options.pages]
            print(f"| core-hours of {name}, {peer:g} pages/s | {' | '.join(words)} |")


if __name__ == "__main__":
    main()
