"""`zaru repair`: make a wrapper fit pages that have changed."""

from __future__ import annotations

from pathlib import PurePath

import click

from zaru.cli.report import Report
from zaru.cli.wrapper_file import MAX_PAGES, load_wrapper, sample_pages, save_wrapper, tell
from zaru.io.sources import read_pages
from zaru.wrappers.care.repair import repair as repair_wrapper


@click.command()
@click.argument("wrapper")
@click.argument("sources", metavar="PAGES...", nargs=-1, required=True)
@click.option("-o", "--output", default="-", show_default=True, help="A file; '-' is stdout.")
@click.option("-q", "--quiet", is_flag=True, help="Say only what is unsure.")
def repair(wrapper: str, sources: tuple[str, ...], output: str, quiet: bool) -> None:
    """Learn the file WRAPPER again from what it read before and finds again on PAGES.

    PAGES must hold things that the wrapper knows: pages as they are now of the products, articles
    or people that it was made from. A field that is not sure is left without a rule and reported,
    never guessed; then the exit code is 1.

    \b
    Examples:
      zaru repair shop.json new-pages/ -o new.json
      zaru repair shop.json new-pages/ -o new.json && zaru check new.json new-pages/
    """
    rules = load_wrapper(wrapper)
    report = Report(quiet=quiet)
    known = {sample.page for samples in rules.samples.values() for sample in samples}
    known |= {PurePath(name).name for name in known}
    pages = sample_pages(
        report.pages_of(read_pages(sources)),
        MAX_PAGES,
        is_wanted=lambda page: page.url in known or PurePath(page.origin.source).name in known,
    )
    if not pages:
        report.finish()
    result = repair_wrapper(rules, pages)
    save_wrapper(result.wrapper, output)
    for note in result.notes:
        tell(note)
    for change in result.changes:
        if change.kind == "unsure" or not quiet:
            tell(str(change))
    raise SystemExit(0 if result.is_sure and not report.failures else 1)
