"""`zaru index`: the index of a corpus, made or brought up to date."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from zaru.cli.report import Report, count_noun
from zaru.io.memory import return_freed_memory
from zaru.runs.workers import count_cpus
from zaru.search.engines import ENGINES, Target
from zaru.search.indexing import Indexed, index_corpus
from zaru.search.opensearch.mapping import Making

if TYPE_CHECKING:
    from zaru.search.opensearch.loading import Carry


@click.command()
@click.argument("corpus")
@click.option("--index", "folder", help="Where the index lies.  [default: CORPUS/index]")
@click.option("--new", is_flag=True, help="Begin anew; the old index serves until this is done.")
@click.option(
    "--engine", type=click.Choice(ENGINES),
    help="Who keeps it.  [default: as before; tantivy, a folder of this machine]",
)  # fmt: skip
@click.option("--address", help="Of OpenSearch: http://host:9200, or several with commas.")
@click.option("--name", help="Of the index there.  [default: zaru- and the folder of CORPUS]")
@click.option("--k1", type=float, help="OpenSearch: BM25's K1.  [default: as before; 1.2]")
@click.option("--b", type=float, help="OpenSearch: BM25's b.  [default: as before; 0.75]")
@click.option("--shards", type=int, help="OpenSearch: parts.  [default: by the number of pages]")
@click.option(
    "--replicas", type=int, default=1, show_default=True, help="OpenSearch: copies of each part."
)
@click.option("--ray", help="Load from the nodes of the Ray cluster at this address.")
@click.option(
    "--workers", type=click.IntRange(min=1), default=count_cpus, show_default="all CPUs",
    help="Processes that cut words, where the corpus has none.",
)  # fmt: skip
@click.option("-q", "--quiet", is_flag=True, help="No summary, no progress bar.")
def index(
    corpus: str,
    folder: str | None,
    new: bool,
    engine: str | None,
    address: str | None,
    name: str | None,
    k1: float | None,
    b: float | None,
    shards: int | None,
    replicas: int,
    ray: str | None,
    workers: int,
    quiet: bool,
) -> int:
    """Make the index of CORPUS, or bring it up to date, for `zaru search` and `zaru serve`.

    Only what has changed since the last time is indexed. Readers see the old index until the new
    one is done. `zaru build` does this by itself.

    \b
    Examples:
      zaru index corpus
      zaru index s3://bucket/corpus --index corpus-index
      zaru index corpus --engine opensearch --address http://localhost:9200
    """
    report = Report(quiet=quiet)
    return_freed_memory()  # of each round of indexing; threads of the engine would keep it
    target = Target(engine, address, name, Making(k1, b, shards, replicas))
    with follow(report) as watch, _open_carry(ray) as carry:
        done = index_corpus(
            corpus,
            folder=folder,
            new=new,
            watch=watch,
            target=target,
            carry=carry,
            workers=workers,
        )
    if not quiet:
        report.say(describe_index(done))
    return 0


@contextmanager
def _open_carry(address: str | None) -> Iterator[Carry | None]:
    """Yield what loads files from the nodes of a Ray cluster; None when none is wanted."""
    if address is None:
        yield None
        return
    from zaru.runs.ray_engine import RayEngine
    from zaru.search.opensearch.loading import load_file

    with RayEngine(None if address == "local" else address) as engine:
        yield lambda loads: engine.map(load_file, loads)


@contextmanager
def follow(report: Report) -> Iterator[Callable[[int, int], None]]:
    """Yield what is told how many pages are done, and of how many."""
    if not report.has_bar:
        yield lambda _, __: None
        return
    from tqdm import tqdm

    with tqdm(desc="index", unit=" pages", delay=1, leave=False) as bar:

        def watch(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield watch


def describe_index(done: Indexed) -> str:
    """Return in words what came of indexing."""
    words = f"index: {count_noun(done.pages, 'page')}, {done.added} of them new"
    if done.added and done.scheme is None:
        words += "; Japanese is cut into characters (for words: pip install 'zaru[juman]')"
    return words
