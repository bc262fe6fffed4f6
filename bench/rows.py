"""Bytes to rows and Markdown: pages per second against resiliparse's plain text.

usage: python bench/rows.py [BENCH] [--pages-of-set N] [--rounds N] [--digest FILE]

Pages of all content sets, N of each or all. One run, one core, CPU time, the best of the rounds
for each; the rounds alternate between the contenders, so that a busy machine slows all of them.
resiliparse gets its pages decoded, zaru their bytes.

Asked: 0.9 times resiliparse's pages a second for lines of JSON and for Markdown.

--digest: nothing is timed; FILE gets a line for each page of all sets, with digests of its JSON,
Markdown, HTML and rows, so that two versions can be compared with `diff`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from hashlib import sha1, sha256
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import zaru
from zaru.text.json_lines import to_line

DEFAULT_BENCH = Path.home() / ".cache" / "zaru-bench"


class Sample(NamedTuple):
    """A page as bytes, and as a peer gets it."""

    raw: bytes
    text: str


def read_resiliparse(sample: Sample) -> object:
    from resiliparse.extract.html2text import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
        extract_plain_text,
    )

    return extract_plain_text(
        sample.text,
        preserve_formatting=True,
        main_content=True,
        list_bullets=False,
        links=False,
        alt_texts=False,
        comments=False,
    )


def read_text(sample: Sample) -> object:
    content = zaru.extract(sample.raw)
    return content.text, content.spans


CONTENDERS: dict[str, Callable[[Sample], object]] = {
    "resiliparse, plain text": read_resiliparse,
    "text and spans": read_text,
    "Markdown": lambda sample: zaru.extract(sample.raw).to_markdown(),
    "line of JSON": lambda sample: to_line(zaru.extract(sample.raw).to_json()),
    "the same by json.dumps": lambda sample: json.dumps(
        zaru.extract(sample.raw).to_json(), ensure_ascii=False
    ),
}


def measure(samples: list[Sample], rounds: int) -> dict[str, float]:
    """Return milliseconds of CPU time a page for each contender."""
    best = dict.fromkeys(CONTENDERS, float("inf"))
    for _ in range(rounds):
        for name, run in CONTENDERS.items():
            begin = time.process_time()
            for sample in samples:
                run(sample)
            best[name] = min(best[name], time.process_time() - begin)
    return {name: 1000 * seconds / len(samples) for name, seconds in best.items()}


def find_files(bench: Path, pages_of_set: int | None) -> list[Path]:
    """Return the pages of the content sets, of each those that the bench takes first."""
    folders = sorted(bench.glob("content/data/*/html"))
    files = (sorted(folder.glob("*.html"), key=_draw)[:pages_of_set] for folder in folders)
    return list(chain.from_iterable(files))


def _draw(path: Path) -> str:
    return sha1(f"lim{path.stem}".encode(), usedforsecurity=False).hexdigest()


def digest_page(raw: bytes) -> list[str]:
    """Return digests of what a page becomes, or the error that it is refused with."""
    try:
        content = zaru.extract(raw)
        rows = repr([(block.level, block.row, block.rows) for block in content.blocks])
        line = to_line(content.to_json())
        said = (content.to_markdown(), content.to_html(), rows)
        data = (line, *(text.encode("utf-8", "surrogatepass") for text in said))
    except zaru.InputError as error:
        return [repr(error)]
    return [sha256(one).hexdigest()[:16] for one in data]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("bench", nargs="?", type=Path, default=DEFAULT_BENCH)
    parser.add_argument("--pages-of-set", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--digest", type=Path)
    options = parser.parse_args()
    if options.digest:
        files = find_files(options.bench, None)
        lines = (" ".join([path.stem, *digest_page(path.read_bytes())]) for path in files)
        options.digest.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return
    pages = [path.read_bytes() for path in find_files(options.bench, options.pages_of_set)]
    samples = [Sample(raw, zaru.Page.from_bytes(raw).decoded.text) for raw in pages]
    costs = measure(samples, options.rounds)
    peer = next(iter(costs.values()))
    print(f"{len(samples)} pages, {sum(map(len, pages)) / len(pages) / 1000:.0f} kB each")
    for name, cost in costs.items():
        print(f"{name:24} {cost:6.3f} ms a page   {peer / cost:.2f} × resiliparse")


if __name__ == "__main__":
    main()
