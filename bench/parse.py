"""Bytes to tree, blocks and spans: pages per second against a bare parse-and-walk and trafilatura.

usage: python bench/parse.py [BENCH] [--pages N] [--rounds N]

One run, one core, CPU time, the best of the rounds for each; the rounds alternate between the
contenders, so that a busy machine slows all of them. The garbage collector is set for all
as zaru's commands set it.

(a) selectolax: parse, then a full Python walk that reads tag, attributes and text; no spans.
    Asked: twice its pages a second
(b) trafilatura.extract (every fifth page, since it is slow)
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from pathlib import Path

from zaru import Page
from zaru.cli import relax_garbage_collection

DEFAULT_BENCH = Path.home() / ".cache" / "zaru-bench"


def run_zaru(raw: bytes) -> None:
    """Decode, build the tree with the spans of its texts, make the blocks and their spans."""
    for block in Page.from_bytes(raw).tree.blocks:
        _ = block.span


def run_zaru_all(raw: bytes) -> None:
    """The same, every block's joined text and the places of all elements, made when asked for."""
    tree = Page.from_bytes(raw).tree
    for block in tree.blocks:
        _ = block.text, block.span
    _ = tree.places


def run_selectolax(raw: bytes) -> None:
    from selectolax.lexbor import LexborHTMLParser

    root = LexborHTMLParser(raw).root
    assert root is not None
    for node in root.traverse(include_text=True):
        _ = node.tag, node.attributes
        if node.is_text_node:
            _ = node.text_content


def run_trafilatura(raw: bytes) -> None:
    import trafilatura

    trafilatura.extract(raw)


def measure(
    contenders: dict[str, tuple[Callable[[bytes], None], int]], pages: list[bytes], rounds: int
) -> dict[str, float]:
    """Return pages per second of CPU time for each contender, on every n-th page."""
    best = dict.fromkeys(contenders, float("inf"))
    for _ in range(rounds):
        for name, (run, step) in contenders.items():
            part = pages[::step]
            begin = time.process_time()
            for raw in part:
                run(raw)
            best[name] = min(best[name], (time.process_time() - begin) / len(part))
    return {name: 1 / seconds for name, seconds in best.items()}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("bench", nargs="?", type=Path, default=DEFAULT_BENCH)
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    files = sorted(options.bench.glob("content/data/*/html/*.html"))
    random.Random(1).shuffle(files)
    pages = [path.read_bytes() for path in files[: options.pages]]
    relax_garbage_collection()
    speeds = measure(
        {
            "zaru": (run_zaru, 1),
            "zaru + element spans": (run_zaru_all, 1),
            "selectolax": (run_selectolax, 1),
            "trafilatura": (run_trafilatura, 5),
        },
        pages,
        options.rounds,
    )
    print(f"{len(pages)} pages, {sum(map(len, pages)) / len(pages) / 1000:.0f} kB each")
    for name, speed in speeds.items():
        against = " ".join(
            f"{speed / speeds[peer]:.2f} × {peer}" for peer in ("selectolax", "trafilatura")
        )
        print(f"{name:22} {speed:7.1f} pages/s   {against}")


if __name__ == "__main__":
    main()
