"""How the cost of each output grows when a page of one shape becomes four times as large.

    python -m tests.hostile.growth SHAPE OUTPUT…

Prints a line of JSON for each output. The parent bounds the time and the memory of this process.
"""

from __future__ import annotations

import gc
import json
import resource
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from statistics import fmean
from typing import Any, Literal, NamedTuple

from tests.hostile.shapes import SHAPES, Shape

from zaru import (
    Page,
    PageSet,
    discover,
    extract,
    find_articles,
    learn,
    to_standard_format,
    write_feed,
)
from zaru.content.chunks import chunks
from zaru.content.explanation import explain, write_overlay
from zaru.content.extraction import judge
from zaru.corpus.marks import find_marks
from zaru.corpus.quality import measure_quality
from zaru.corpus.signatures import sign
from zaru.errors import InputError, UsageError
from zaru.wrappers.care.health import check
from zaru.wrappers.care.repair import repair
from zaru.wrappers.wrapper import Wrapper

ADDRESS = "http://www.example.jp/a/"
NOW = datetime(2026, 1, 1, tzinfo=UTC)
TIMES = 4  # as large: two doublings, so that noise counts less
MAX_RATIO = 2.3**2  # of the cost for that: 4 is linear, 16 quadratic
LEAST_SECONDS = 0.1  # below this, a time says little
MOST_BYTES = 1_000_000  # of a page that takes no longer than that: it is fast enough
MOST_SECONDS = 0.5  # of a page that decides
TRIES = 10  # at most; one that is in bounds is enough, and a machine may be busy for seconds
SMALL_OUTPUT = 100_000  # characters; heads and tails count in a smaller one
FIRST_COUNT = 512  # units: trees are no deeper, however many elements stand in one another

Output = Callable[[Page], object]


def feed(format_: str, method: Literal["default", "paper"] = "default") -> Output:
    """Return what writes the feed of a page."""
    return lambda page: write_feed(find_articles(page, method=method), format=format_, now=NOW)


def standard_format(page: Page, *, content_only: bool = False) -> bytes:
    """Return a page in the Standard Format, all sentences kept."""
    found = to_standard_format(
        page, all_languages=True, japanese_share=0.0, content_only=content_only
    )
    return b"" if found is None else found.to_xml(extended=True)


def learn_first(page: Page, method: Literal["rules", "tree"] = "rules") -> Wrapper:
    """Return the wrapper of the first text of *page*."""
    tree = page.tree
    text = next(
        tree.text(row) for row in range(len(tree)) if row in tree.spans and tree.is_text(row)
    )
    label = {"page": page.origin.source, "field": "f", "values": [text.strip()[:100]]}
    return learn([page], [label], method=method)


def with_sibling(page: Page) -> list[Page]:
    """Return *page* and one of the same template that ends with another text."""
    more = "<h1>Another title</h1><p>Another text.</p>".encode(page.codec)
    return [page, Page.from_bytes(page.raw + more, url=ADDRESS, source="b")]


SMALL = learn_first(Page.from_bytes(b"<p>x<p>y", source="a"))
OUTPUTS: dict[str, Output] = {
    "tree": lambda page: len(Page.from_bytes(page.raw).tree),
    "blocks": lambda page: [
        (block.path, block.text, block.span) for block in page.tree.blocks if block.text
    ],
    "places": lambda page: len(page.tree.places),
    "text": lambda page: extract(page).text,
    "metadata": lambda page: extract(page).metadata,
    "markdown": lambda page: extract(page, favour="recall").to_markdown(),
    "html": lambda page: extract(page, favour="recall").to_html(),
    "json": lambda page: json.dumps(extract(page, favour="recall").to_json()),
    "chunks": lambda page: json.dumps(
        [chunk.to_json() for chunk in chunks(extract(page, favour="recall"))]
    ),
    "overlay": lambda page: write_overlay(page, judge(page)),
    "explain": lambda page: [str(reason) for reason in explain(judge(page))],
    "set": lambda page: [found.text for found in PageSet(with_sibling(page)).contents()],
    "paper-set": lambda page: [
        found.to_json() for found in PageSet(with_sibling(page)).contents(method="paper")
    ],
    "rss": feed("rss"),
    "atom": feed("atom"),
    "jsonfeed": feed("jsonfeed"),
    "jsonl": feed("jsonl"),
    "paper-feed": feed("rss", "paper"),
    "standard-format": standard_format,
    "content-only": lambda page: standard_format(page, content_only=True),
    "marks": find_marks,
    "quality": lambda page: measure_quality(extract(page, favour="recall")),
    "signature": lambda page: sign(extract(page, favour="recall").text),
    "learn": lambda page: learn_first(page).dumps(),
    "learn-tree": lambda page: learn_first(page, "tree").dumps(),
    "apply": lambda page: [record.to_json() for record in SMALL.apply(page)],
    "discover": lambda page: discover(with_sibling(page)).dumps(),
    "discover-lr": lambda page: discover(with_sibling(page), method="lr").dumps(),
    "check": lambda page: check(SMALL, [page]).findings,
    "repair": lambda page: repair(SMALL, [page]),
}


class Cost(NamedTuple):
    """What an output of one page costs."""

    seconds: float  # of the processor, without the garbage collector, which adds noise
    size: int  # of the output, in characters
    page_bytes: int


def cost(shape: Shape, count: int, output: Output) -> Cost | None:
    """Return what an output of a page of *count* units costs; None for a page that is refused."""
    made = shape(count)
    raw = made.encode("utf-8", "surrogatepass") if isinstance(made, str) else made
    page = Page.from_bytes(raw, url=ADDRESS, source="a")
    try:
        page.tree  # noqa: B018  (made beforehand: the tree is an output of its own)
        gc.collect()
        gc.disable()
        begin = time.process_time()
        try:
            result = output(page)
        except (UsageError, StopIteration):  # nothing to learn
            result = ""
        seconds = time.process_time() - begin
    except InputError:
        return None
    finally:
        gc.enable()
    size = len(result) if isinstance(result, str | bytes) else len(str(result))
    return Cost(seconds, size, len(raw))


def measure(shape: Shape, output: Output) -> dict[str, Any]:
    """Return how the cost grows at a size that takes long enough, or is large enough.

    Where it seems to grow too fast, a larger page decides: caches and a busy machine make a small
    one slow by chance, and what is quadratic stays so.
    """
    count = FIRST_COUNT
    small, large = cost(shape, count, output), cost(shape, count * TIMES, output)
    while small is not None and large is not None:
        is_enough = large.seconds >= LEAST_SECONDS or large.page_bytes >= MOST_BYTES
        if is_enough:
            small, large = repeat(shape, count, output, small, large)
            if is_in_bounds(small, large) or large.seconds >= MOST_SECONDS:
                break
        larger = cost(shape, TIMES**2 * count, output)
        if larger is None:  # refused: it has too many elements
            break
        count, small, large = TIMES * count, large, larger
    if small is None or large is None:
        return {"is_refused": True}
    return {
        "page_bytes": large.page_bytes,
        "seconds": round(large.seconds, 3),
        "ratio": large.seconds / max(small.seconds, LEAST_SECONDS / MAX_RATIO),
        "size": large.size,
        "size_ratio": large.size / max(small.size, SMALL_OUTPUT / MAX_RATIO),
        "mebibytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def is_in_bounds(small: Cost, large: Cost) -> bool:
    """Say whether the larger page takes no longer than it should."""
    return large.seconds <= max(small.seconds * MAX_RATIO, LEAST_SECONDS)


def repeat(shape: Shape, count: int, output: Output, small: Cost, large: Cost) -> tuple[Cost, Cost]:
    """Return what the two pages cost in the best of some tries.

    In a try both take about as long, one after the other: a busy machine slows both down.
    """
    for _ in range(TRIES):
        if is_in_bounds(small, large):
            break
        smalls = [cost(shape, count, output) or small for _ in range(TIMES)]
        mean = small._replace(seconds=fmean(each.seconds for each in smalls))
        tried = mean, cost(shape, count * TIMES, output) or large
        small, large = min(
            (small, large), tried, key=lambda pair: pair[1].seconds / pair[0].seconds
        )
    return small, large


def main(name: str, outputs: list[str]) -> None:
    """Measure the *outputs* of the shape called *name*."""
    for output in outputs or list(OUTPUTS):
        cost(SHAPES["paragraphs"], 5, OUTPUTS[output])  # what is loaded when first needed
        found = {"shape": name, "output": output, **measure(SHAPES[name], OUTPUTS[output])}
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
