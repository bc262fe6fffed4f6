"""`zaru learn`: a wrapper from pages and labels."""

from __future__ import annotations

from typing import Literal

import click

from zaru.cli.jobs import Run, run_options
from zaru.cli.wrapper_file import MAX_PAGES, read_own_file, sample_pages, save_wrapper
from zaru.errors import UsageError
from zaru.wrappers.labels import Label, read_labels
from zaru.wrappers.learning import learn as learn_wrapper
from zaru.wrappers.wrapper import Wrapper


@click.command()
@click.argument("sources", metavar="PAGES...", nargs=-1, required=True)
@click.option("--labels", required=True, help="A JSONL file: page, field and values a line.")
@click.option("-o", "--output", default="-", show_default=True, help="A file; '-' is stdout.")
@click.option(
    "--method", type=click.Choice(["rules", "tree"]), default="rules", show_default=True,
    help="rules: the simplest that is right, field by field; tree: paths (Murakami et al. 2001).",
)  # fmt: skip
@click.option(
    "--others", type=click.IntRange(min=0), default=MAX_PAGES, show_default=True,
    help="Use at most so many pages without labels to choose between rules.",
)  # fmt: skip
@run_options(has_limit=False)
def learn(
    sources: tuple[str, ...],
    labels: str,
    output: str,
    method: Literal["rules", "tree"],
    others: int,
    run: Run,
) -> int:
    """Learn from labels where the values of fields stand on PAGES.

    A label is a line like {"page": "a.html", "field": "price", "values": ["1,200円"]}: the value
    as it appears on the page is enough; zaru finds where it is. An absent field has no values.
    A value may also be {"attribute": "href", "value": …}. Pages without labels help: they decide
    between rules that the labels cannot tell apart.

    \b
    Examples:
      zaru learn shop/ --labels labels.jsonl -o shop.json
      zaru learn a.html b.html --labels labels.jsonl -o shop.json
      zaru learn shop/ --labels labels.jsonl | zaru show -
    """
    report = run.report
    known = _load_labels(labels)
    names = {label.page for label in known}
    pages = run.sound_pages(sample_pages(run.read(sources), others, names=names))
    if not pages:
        return report.finish()
    problems: list[str] = []
    wrapper = learn_wrapper(pages, known, method=method, tell=problems.append)
    save_wrapper(wrapper, output)
    for problem in problems:
        report.say(problem)
    if not report.quiet:
        report.say(_summary(wrapper))
    return 1 if problems or report.failures else 0


def _load_labels(name: str) -> list[Label]:
    data = read_own_file(name, "--labels takes a JSONL file")
    labels = list(read_labels(data.splitlines(), source=name))
    if not labels:
        raise UsageError(f"{name}: no labels in it; write one line for each page and field")
    return labels


def _summary(wrapper: Wrapper) -> str:
    fields = ", ".join(wrapper.fields)
    made = wrapper.made
    return f"learnt {fields} from {made['labelled']} labelled pages and {made['others']} others"
