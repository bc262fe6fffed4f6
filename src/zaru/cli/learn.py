"""`zaru learn`: a wrapper from pages and labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import click

from zaru.cli.jobs import Run, is_one_page, run_options
from zaru.cli.wrapper_file import MAX_PAGES, read_own_file, sample_pages, save_wrapper
from zaru.errors import UsageError
from zaru.wrappers.labels import Label, LabelValue, read_labels
from zaru.wrappers.learning import learn as learn_wrapper
from zaru.wrappers.record import collapse, count
from zaru.wrappers.rules.alignment import GROUPINGS, Grouping
from zaru.wrappers.wrapper import Wrapper


@click.command()
@click.argument("sources", metavar="PAGES...", nargs=-1, required=True)
@click.option("--labels", help="A JSONL file: page, field and values a line.")
@click.option(
    "--label", "given", metavar="FIELD=VALUE", multiple=True,
    help="A value of the first of PAGES, which is a file; can be given again.",
)  # fmt: skip
@click.option("-o", "--output", default="-", show_default=True, help="A file; '-' is stdout.")
@click.option(
    "--method", type=click.Choice(["rules", "tree"]), default="rules", show_default=True,
    help="rules: the simplest that is right, field by field; tree: paths (Murakami et al. 2001).",
)  # fmt: skip
@click.option(
    "--records", type=click.Choice(GROUPINGS), default="auto", show_default=True,
    help="What is a record: a page, each row of it, or what labels and values tell.",
)  # fmt: skip
@click.option(
    "--one", metavar="FIELD", multiple=True,
    help="A record has one value of this field, the first; can be given again.",
)  # fmt: skip
@click.option(
    "--others", type=click.IntRange(min=0), default=MAX_PAGES, show_default=True,
    help="Use at most so many pages without labels to choose between rules.",
)  # fmt: skip
@run_options(has_limit=False)
def learn(
    sources: tuple[str, ...],
    labels: str | None,
    given: tuple[str, ...],
    output: str,
    method: Literal["rules", "tree"],
    records: Grouping,
    one: tuple[str, ...],
    others: int,
    run: Run,
) -> int:
    """Learn from labels where the values of fields stand on PAGES.

    A label is a line like {"page": "a.html", "field": "price", "values": ["1,200円"]}: the value
    as it appears on the page is enough; zaru finds where it is. An absent field has no values.
    A value may also be {"attribute": "href", "value": …}. Labels of a page with several records may
    say which one they are of, "record": 0. Pages without labels help: they decide between rules
    that the labels cannot tell apart.

    What is doubtful is said, and then the exit code is 1: a label that disagrees with the others, a
    rule that finds nothing on the other pages, or the same on all of them.

    \b
    Examples:
      zaru learn shop/ --labels labels.jsonl -o shop.json
      zaru learn tea.html shop/ --label price='1,200円' --label name=煎茶 -o shop.json
      zaru learn shop/ --labels labels.jsonl --records page --one brand -o shop.json
      zaru learn shop/ --labels labels.jsonl | zaru show -
    """
    report = run.report
    known = [*_load_labels(labels), *_read_labels(given, sources)]
    if not known:
        raise UsageError("no labels: give a file with --labels, or --label FIELD=VALUE")
    names = {label.page for label in known}
    pages = run.sound_pages(sample_pages(run.read(sources), others, names=names))
    if not pages:
        return report.finish()
    problems: list[str] = []
    notes: list[str] = []
    wrapper = learn_wrapper(
        pages, known, method=method, records=records, one=one,
        tell=problems.append, note=notes.append,
    )  # fmt: skip
    save_wrapper(wrapper, output)
    for line in problems if report.quiet else (*problems, _summary(wrapper), *notes):
        report.say(line)
    return 1 if problems or report.failures else 0


def _load_labels(name: str | None) -> list[Label]:
    if name is None:
        return []
    data = read_own_file(name, "--labels takes a JSONL file")
    labels = list(read_labels(data.splitlines(), source=name))
    if not labels:
        raise UsageError(f"{name}: no labels in it; write one line for each page and field")
    return labels


def _read_labels(given: Iterable[str], sources: tuple[str, ...]) -> Iterator[Label]:
    """Yield the labels of the command line, which are for the first source."""
    for text in given:
        if not is_one_page(sources[:1]):
            raise UsageError(f"--label is for the first of PAGES, but {sources[0]} is not one page")
        field, sign, value = text.partition("=")
        if not (field and sign):
            raise UsageError(f"--label is like price='1,200円', not {text!r}")
        yield Label(sources[0], field, (LabelValue(collapse(value)),))


def _summary(wrapper: Wrapper) -> str:
    read = (name for name in wrapper.fields if any(s.values for s in wrapper.samples[name]))
    made = wrapper.made
    pages = count(made["labelled"], "labelled page")
    return f"learnt {', '.join(read)} from {pages} and {count(made['others'], 'other')}"
