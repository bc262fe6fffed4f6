"""How many text runs of real pages have an exact byte span, and how many stand in their element.

usage: python bench/spans.py [BENCH] [--limit N] [--show N]

exact: the bytes of the span, decoded and read as HTML reads text, are the run's text.
decoded: `raw[o:o+l].decode(page.codec)` of a block has all characters of its text.
placed: the span lies inside the parser's own place of the run's element and on the right side
of its siblings (texts that the parser moved out of a table fail this by nature).
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

from zaru import Page
from zaru.dom import Block, Tree
from zaru.dom.scan import tag_end
from zaru.dom.spans import read_source
from zaru.errors import InputError

_MARKUP = re.compile(
    r"<!--.*?-->|<(?:script|style)\b.*?</(?:script|style)>|<[^>]*>", re.DOTALL | re.IGNORECASE
)
DEFAULT_BENCH = Path.home() / ".cache" / "zaru-bench"
SETS = {
    "content": "content/data/*/html/*.html",
    "japanese": "japanese/pages/**/*",
    "wrappers": "wrappers/data/**/*.html",
}


def is_exact(tree: Tree, row: int) -> bool:
    """Say whether the bytes of the span say the run's text."""
    source, text = tree.source(row), tree.text(row)
    readings = read_source(source), read_source(source, is_raw=True)
    return text in (*readings, read_source(source, keeps_nul=True))


def is_placed(tree: Tree, row: int, previous_ends: dict[int, int]) -> bool:
    """Say whether the run lies in its element, behind the sibling before it."""
    start, end = tree.spans.get(row, (-1, -1))
    parent = tree.parents[row]
    place = tree.places.get(parent)
    if place is None or not place.is_written:
        return True
    inside = tag_end(tree.raw, place.start) <= start and end <= place.end
    return inside and start >= previous_ends.get(parent, 0)


def is_decoded(page: Page, block: Block) -> bool:
    """Say whether the bytes of a block's span say its text to Python alone."""
    offset, length = block.span or (0, 0)
    written = page.raw[offset : offset + length].decode(page.codec)
    said = "".join(read_source(part) for part in _MARKUP.split(written))
    readings = Counter(said) | Counter(written)  # <iframe> and its like have no references
    return not Counter("".join(block.text.split())) - readings


def count_page(tree: Tree, counts: Counter[str], show: list[str], name: str) -> None:
    previous_ends: dict[int, int] = {}
    for row in range(len(tree)):
        parent = tree.parents[row]
        if not tree.is_text(row):
            place = tree.places.get(row)
            if place is not None and place.is_written:
                previous_ends[parent] = place.end
                counts["elements"] += 1
                if tree.source(row).startswith("<"):
                    counts["elements at <"] += 1
            continue
        if not tree.text(row).strip("\t\n\f\r "):
            continue
        counts["runs"] += 1
        if is_exact(tree, row):
            counts["exact"] += 1
        else:
            show.append(
                f"{name} {tree.path(row)} {tree.text(row)[:50]!r} {tree.source(row)[:50]!r}"
            )
        if is_placed(tree, row, previous_ends):
            counts["placed"] += 1


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("bench", nargs="?", type=Path, default=DEFAULT_BENCH)
    parser.add_argument("--limit", type=int, default=10**9, help="pages of each set")
    parser.add_argument("--show", type=int, default=0, help="print inexact runs of each set")
    parser.add_argument("--set", choices=SETS, action="append", help="default: content, japanese")
    options = parser.parse_args()
    for name in options.set or ["content", "japanese"]:
        counts: Counter[str] = Counter()
        inexact: list[str] = []
        files = sorted(path for path in options.bench.glob(SETS[name]) if path.is_file())
        step = max(1, len(files) // options.limit)
        for path in files[::step]:
            if path.suffix in (".jsonl", ".json", ".md"):
                continue
            counts["pages"] += 1
            try:
                page = Page.from_bytes(path.read_bytes(), source=str(path))
                tree = page.tree
            except InputError as error:
                counts["refused"] += 1
                print(error, file=sys.stderr)
                continue
            count_page(tree, counts, inexact, path.name)
            blocks = [block for block in tree.blocks if block.span and block.is_exact]
            counts["blocks"] += len(blocks)
            counts["decoded"] += sum(is_decoded(page, block) for block in blocks)
            counts["own codec"] += page.codec.startswith("zaru_")
        runs = max(1, counts["runs"])
        print(
            f"{name}: {counts['pages']} pages, {counts['refused']} refused, {counts['runs']} runs, "
            f"exact {counts['exact'] / runs:.4%}, placed {counts['placed'] / runs:.4%}; "
            f"elements at their tag {counts['elements at <'] / max(1, counts['elements']):.4%}; "
            f"blocks decoded {counts['decoded'] / max(1, counts['blocks']):.4%}, "
            f"{counts['own codec']} pages by a codec of zaru's own"
        )
        for line in inexact[: options.show]:
            print("  ", line)


if __name__ == "__main__":
    main()
