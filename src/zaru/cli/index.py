"""`zaru index`: the index of a corpus, made or brought up to date."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from zaru.cli.report import Report, count_noun
from zaru.search.indexing import Indexed, index_corpus


@click.command()
@click.argument("corpus")
@click.option("--index", "folder", help="Where the index lies.  [default: CORPUS/index]")
@click.option("--new", is_flag=True, help="Begin anew; the old index serves until this is done.")
@click.option("-q", "--quiet", is_flag=True, help="No summary, no progress bar.")
def index(corpus: str, folder: str | None, new: bool, quiet: bool) -> int:
    """Make the index of CORPUS, or bring it up to date, for `zaru search` and `zaru serve`.

    Only what has changed since the last time is indexed. Readers see the old index until the new
    one is done. `zaru build` does this by itself.

    \b
    Examples:
      zaru index corpus
      zaru index s3://bucket/corpus --index corpus-index
    """
    report = Report(quiet=quiet)
    with follow(report) as watch:
        done = index_corpus(corpus, folder=folder, new=new, watch=watch)
    if not quiet:
        report.say(describe_index(done))
    return 0


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
