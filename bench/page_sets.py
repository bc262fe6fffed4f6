"""Page sets: what they cost for each page, and how well content is found on made and real sites.

usage: python bench/page_sets.py cost [--pages N …]
       python bench/page_sets.py quality [--sites N] [--pages N] [--copies SHARE]
       python bench/page_sets.py real [--bench FOLDER] [--models FOLDER] [--urls]

cost: one made site of each size, in a process of its own. Two passes over the pages: read
(tree, segments), score and add; freeze; then read again, evidence, combine, choose. CPU time,
the making of the pages left out.
quality: precision, recall, F and perfect match of blocks (paper 5, §4.1) on made sites, of
the paper's method, of each page by itself, and of each page with its set.
real: token F1, as `evaluate.py` of the content bench counts it, of the same three ways on the
sites of its data sets with page sets. --models: the fold models of `bench/train_content.py
--models`; each page is judged by the one that did not see its site. Without it the model that
comes with zaru, which was trained on these pages. --urls: pages come with their addresses;
without, sets are found by folder and template, as when `evaluate.py` runs zaru.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time

import numpy as np

from zaru import Page
from zaru.content.evaluation import evaluate_blocks
from zaru.content.model import choose, score_page
from zaru.content.paper import Features, block_features, find_unique_blocks
from zaru.content.segments import Segment, find_segments
from zaru.content.set_index import SetIndex
from zaru.content.sharing import Bools, combine, find_credits
from zaru.dom import Tree

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.generated_sites import MadePage, MadeSite
from bench.real_sites import CONTENT_BENCH, report_real

SIZES = (200, 2_000, 20_000)
Offsets = frozenset[int]  # where the texts of blocks begin


def read(page: MadePage) -> tuple[Tree, list[Segment]]:
    tree = Page.from_bytes(page.raw, url=page.url).tree
    return tree, find_segments(tree)


def pick(segments: list[Segment], scores: list[float]) -> Bools:
    return np.array(choose(scores, [len(segment.text) for segment in segments]), np.bool_)


def find_offsets(segments: list[Segment], is_chosen: Bools) -> Offsets:
    pairs = zip(segments, is_chosen.tolist(), strict=True)
    return frozenset(segment.span[0] for segment, chosen in pairs if chosen)


class Clock:
    """CPU seconds by stage."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        start = process_time()
        yield
        self.seconds[name] += process_time() - start  # type: ignore[assignment]


def measure_cost(pages: int) -> dict[str, float]:
    """Return milliseconds a page by stage, and the most memory in MiB, for a site of *pages*."""
    clock, index = Clock(), SetIndex()
    site = MadeSite(seed=1, pages=pages)
    for page in site:
        with clock.stage("read"):
            tree, segments = read(page)
        with clock.stage("score"):
            scores = score_page(tree, segments).segments
        with clock.stage("index"):
            index.add(page.key, tree, scores)
    with clock.stage("index"):
        found = index.freeze()
    for page in site:
        with clock.stage("read"):
            tree, segments = read(page)
        with clock.stage("index"):
            evidence = found.of(page.key)
            together = combine(evidence.scores, evidence)
            is_chosen = pick(segments, together.tolist())
            is_chosen |= find_credits(together, is_chosen, evidence)
    cost = {name: 1000 * seconds / pages for name, seconds in clock.seconds.items()}
    cost["all"] = sum(cost.values())
    cost["MiB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return cost


def report_cost(sizes: list[int]) -> None:
    first: dict[str, float] = {}
    for size in sizes:
        command = [sys.executable, __file__, "cost-of-one", "--pages", str(size)]
        cost = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        first = first or cost
        stages = "  ".join(f"{name} {cost[name]:.2f}" for name in ("read", "score", "index", "all"))
        print(
            f"{size:6} pages: {stages} ms a page, {cost['MiB']:.0f} MiB; against {sizes[0]} pages: "
            f"all {cost['all'] / first['all']:.2f} ×, index {cost['index'] / first['index']:.2f} ×",
            flush=True,
        )


def extract_site(site: MadeSite) -> dict[str, list[tuple[Offsets, Offsets]]]:
    """Return by method the (extracted, correct) blocks of each page of *site*."""
    index = SetIndex()
    vectors: list[list[Features]] = []
    places: list[list[int | None]] = []
    by_method: defaultdict[str, list[tuple[Offsets, Offsets]]] = defaultdict(list)
    for page in site:
        tree, segments = read(page)
        scores = score_page(tree, segments).segments
        index.add(page.key, tree, scores)
        extracted = find_offsets(segments, pick(segments, scores))
        by_method["page"].append((extracted, page.content))
        blocks = tree.blocks
        vectors.append([block_features(block) for block in blocks])
        places.append([block.span[0] if block.span else None for block in blocks])
    found = index.freeze()
    for page, unique, starts in zip(site, find_unique_blocks(vectors), places, strict=True):
        offsets = (starts[number] for number in unique)
        extracted = frozenset(offset for offset in offsets if offset is not None)
        by_method["paper"].append((extracted, page.content))
        _, segments = read(page)
        evidence = found.of(page.key)
        together = combine(evidence.scores, evidence)
        is_chosen = pick(segments, together.tolist())
        extracted = find_offsets(segments, is_chosen)
        by_method["set"].append((extracted, page.content))
        is_chosen |= find_credits(together, is_chosen, evidence)
        extracted = find_offsets(segments, is_chosen)
        by_method["set, credits"].append((extracted, page.content))
    return by_method


def report_quality(sites: int, pages: int, copies: float) -> None:
    total: defaultdict[str, list[tuple[Offsets, Offsets]]] = defaultdict(list)
    for seed in range(1, sites + 1):
        for method, results in extract_site(MadeSite(seed, pages, copies)).items():
            total[method] += results
            print(f"site {seed:2}  {method:12}  {evaluate_blocks(results)}", flush=True)
    for method, results in total.items():
        print(f"all      {method:12}  {evaluate_blocks(results)}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("what", choices=("cost", "quality", "real", "cost-of-one"))
    parser.add_argument("--pages", type=int, nargs="+", help="quality: of each site, 100")
    parser.add_argument("--sites", type=int, default=10)
    parser.add_argument("--copies", type=float, default=0.1)
    parser.add_argument("--bench", type=Path, default=CONTENT_BENCH)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--urls", action="store_true")
    options = parser.parse_args()
    if options.what == "cost":
        report_cost(options.pages or list(SIZES))
    elif options.what == "quality":
        report_quality(options.sites, (options.pages or [100])[0], options.copies)
    elif options.what == "real":
        report_real(options.bench, options.models, with_urls=options.urls)
    else:
        print(json.dumps(measure_cost(options.pages[0])))


if __name__ == "__main__":
    main()
