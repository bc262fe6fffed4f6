"""Memory and time of pages of 5 and 10 MB: the tree, the text of the content, its spans.

usage: python bench/large_pages.py [--sizes MB …]

Two shapes: paragraphs, and cards of three short texts each, which have very many segments. Each
page in a process of its own. Memory is the peak of the resident set above what it was with the
page in memory and the model loaded, as times the page's size; spans are a list of tuples, which
the content makes when asked. Asked: 8 at 10 MB, and linear time.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

import zaru

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.alternation import resident_bytes

WORDS = 20_000


def make_page(shape: str, size: int) -> bytes:
    """Return a page of so many bytes, or a part more."""
    random = Random(1)
    words = ["".join(random.choices("etaoinshrdlcu", k=random.randint(1, 7))) for _ in range(WORDS)]

    def say(count: int) -> str:
        return " ".join(random.choices(words, k=count))

    make: dict[str, Callable[[int], str]] = {
        "paragraphs": lambda _: f"<p>{say(random.randint(20, 80))}.</p>\n",
        "cards": lambda number: (
            f'<div class="card"><h3><a href="/item/{number}">{say(3)}</a></h3>'
            f'<p>{say(30)}.</p><span class="price">{number}</span></div>\n'
        ),
    }
    parts = ["<html><head><title>Large</title></head><body><main>"]
    while size > 0:
        parts.append(make[shape](len(parts)))
        size -= len(parts[-1])
    return "".join(parts).encode()


def measure(shape: str, size: int) -> dict[str, float]:
    """Return what a page of a shape costs."""
    raw = make_page(shape, size)
    zaru.extract(b"<p>The model is loaded before.").text  # noqa: B018
    before, begin = resident_bytes(), process_time()

    def read_peak() -> float:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        return (max(peak, resident_bytes()) - before) / len(raw)

    page = zaru.Page.from_bytes(raw)
    costs = {"rows": len(page.tree), "tree": (resident_bytes() - before) / len(raw)}
    content = zaru.extract(page)
    costs |= {"letters": len(content.text), "text": read_peak()}
    costs |= {"kept": len(content.spans), "spans": read_peak()}
    return {**costs, "seconds": process_time() - begin}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=[5, 10])
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        shape, size = options.one
        print(json.dumps(measure(shape, int(size) * 10**6)))
        return
    print("| page | rows | texts kept | tree, times its size | text | spans, too | CPU s |")
    print("|---|---|---|---|---|---|---|")
    for shape in ("paragraphs", "cards"):
        for size in options.sizes:
            command = [sys.executable, __file__, "--one", shape, str(size)]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            row = json.loads(done.stdout)
            print(f"| {size} MB of {shape} | {row['rows']} | {row['kept']} ", end="")
            print(f"| {row['tree']:.1f} | {row['text']:.1f} | {row['spans']:.1f} ", end="")
            print(f"| {row['seconds']:.2f} |", flush=True)


if __name__ == "__main__":
    main()
