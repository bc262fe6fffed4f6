"""`zaru annotate`: one more scheme in Standard Format files that exist."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import click

from zaru.annotators.loading import check_annotator, load_annotator
from zaru.annotators.names import ANNOTATORS
from zaru.cli.jobs import Run, run_options
from zaru.cli.output import is_folder, open_output
from zaru.corpus.xml.editing import Annotated, add_annotations
from zaru.errors import Failure, InputError, UsageError
from zaru.io.standard_format import compress, read_xml, write_xml
from zaru.runs.workers import CONVERSION_SECONDS

_SUFFIXES = (".xml", ".xml.gz", ".sf", ".sf.gz")

Added = tuple[int, tuple[Failure, ...]]  # annotations, and sentences without answer


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--with",
    "name",
    required=True,
    metavar="NAME",
    help=f"The tool to ask: {', '.join(ANNOTATORS)} or 'command:PROGRAM OPTIONS'.",
)
@click.option("-o", "--output", help="Another file, when there is one; '-' is stdout.")
@run_options(CONVERSION_SECONDS, has_limit=False)
def annotate(files: tuple[str, ...], name: str, output: str | None, run: Run) -> int:
    """Add what a tool says of their sentences to Standard Format FILES (.xml, folders of them).

    Files are changed in place, each whole or not at all, and nothing else in them changes.
    Sentences that have an annotation of that scheme are left alone, so that a run that was
    stopped goes on where it was.

    \b
    Examples:
      zaru annotate page.xml --with juman
      zaru annotate corpus/ --with sudachi:A
      zaru annotate page.xml --with 'command:mecab -d dictionary'
      zaru annotate page.xml --with knp -o page-knp.xml
    """
    check_annotator(name)
    if output is not None and (len(files) > 1 or is_folder(files[0])):
        raise UsageError("-o is for one file; several are changed in place")
    if output is not None:
        done = _read_and_annotate(name)(files[0])
        with open_output(output) as file:
            file.write(compress(done.data) if output.endswith(".gz") else done.data)
        results: Iterable[Added | Failure] = [(done.added, done.failures)]
    else:
        prepare = partial(_annotate_in_place, name)
        results = run.map(_find_files(files), prepare, name=str, stage="annotate")
    total = 0
    for added, failures in run.results_of(results, files):
        run.report.pages += 1
        total += added
        for failure in failures:
            run.report.fail(failure)
    if not run.report.quiet:
        run.report.say(f"{total} annotations added")
    return run.report.finish()


def _find_files(names: Iterable[str]) -> Iterator[str | Failure]:
    """Yield the files that are named, and those in folders that are, in a fixed order."""
    for name in names:
        if not is_folder(name):
            yield name
            continue
        unread: list[OSError] = []
        for folder, folders, found in os.walk(name, onerror=unread.append):
            folders.sort()
            for file in sorted(found):
                if file.endswith(_SUFFIXES) and not file.startswith("."):
                    yield str(Path(folder, file))
        for error in unread:
            yield Failure.of(error, stage="read", source=str(error.filename))


def _read_and_annotate(name: str) -> Callable[[str], Annotated]:
    """Load the annotator; return the function that annotates a file."""
    annotator = load_annotator(name, may_run=True)

    def work(path: str) -> Annotated:
        try:
            data = read_xml(path)
        except OSError as error:
            raise InputError(error.strerror or str(error), source=path) from error
        return add_annotations(data, annotator, source=path)

    return work


def _annotate_in_place(name: str) -> Callable[[str], Added]:
    annotate_file = _read_and_annotate(name)

    def work(path: str) -> Added:
        before = _state(path)
        done = annotate_file(path)
        if done.added:
            if _state(path) != before:
                raise InputError("changed by another program meanwhile; run again", source=path)
            write_xml(Path(path), done.data)
        return done.added, done.failures

    return work


def _state(path: str) -> tuple[int, int, int] | None:
    """Return what changes when a file is written; None when there is none."""
    try:
        status = Path(path).stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size
