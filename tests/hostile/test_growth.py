"""HOSTILE.md rows 13 and 14, through every output: cost and size grow no faster than the page.

A chosen grid: what broke once, and what each output is most likely to trip over. `make sweep` runs
every shape through every output.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from tests.hostile.growth import MAX_RATIO

MEBIBYTES = 512
WRITERS = ("blocks", "markdown", "html", "json", "overlay", "rss", "standard-format")
GRID: dict[str, tuple[str, ...]] = {
    "images-between-texts": (*WRITERS, "places"),
    "json-ld-body": ("metadata", "json", "overlay", "rss"),
    "json-ld-one-type-blanks": ("metadata", "rss"),
    "json-ld-authors": ("metadata", "markdown", "rss", "paper-feed"),
    "feed-links": ("rss", "paper-feed"),
    "wide-row": ("markdown", "html", "chunks", "learn"),
    "rowspans": ("markdown", "html"),
    "deep-long-tags": ("blocks", "explain", "paper-set"),
    "deep-lists": ("markdown", "html", "chunks", "standard-format"),
    "japanese-line-ends": ("chunks", "discover", "learn", "standard-format"),
    "list-of-articles": ("atom", "jsonfeed", "jsonl", "paper-feed", "discover"),
    "list-of-same-articles": ("rss", "apply"),
    "long-marks": ("rss", "standard-format"),
    "mails-and-phones": ("marks", "quality", "signature"),
    "iso-2022-jp": ("blocks", "json", "chunks", "standard-format"),
    "broken-windows-1252": ("tree", "json"),
    "utf-16": ("places", "json"),
    "rss": ("standard-format",),
    "images": ("discover-lr",),
}  # fmt: skip
CHILD = "import sys; from tests.hostile.growth import main; main(sys.argv[1], sys.argv[2:])"


@pytest.mark.parametrize("name", GRID)
def test_no_output_costs_more_than_its_page(name: str, run_child: Callable[..., str]) -> None:
    lines = run_child(CHILD, name, *GRID[name], seconds=300, mebibytes=2048).splitlines()
    assert len(lines) == len(GRID[name])
    for line in map(json.loads, lines):
        if line.get("is_refused"):
            continue
        assert line["ratio"] <= MAX_RATIO, line
        assert line["size_ratio"] <= MAX_RATIO, line
        assert line["mebibytes"] < MEBIBYTES, line
