"""`zaru repair`: make a wrapper fit pages that have changed."""

from __future__ import annotations

import click

from zaru.cli.jobs import Run, run_options
from zaru.cli.wrapper_file import MAX_PAGES, load_wrapper, sample_pages, save_wrapper
from zaru.wrappers.care.repair import repair as repair_wrapper


@click.command()
@click.argument("wrapper")
@click.argument("sources", metavar="PAGES...", nargs=-1, required=True)
@click.option("-o", "--output", default="-", show_default=True, help="A file; '-' is stdout.")
@run_options(has_limit=False)
def repair(wrapper: str, sources: tuple[str, ...], output: str, run: Run) -> int:
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
    report = run.report
    known = {sample.page for samples in rules.samples.values() for sample in samples}
    pages = run.sound_pages(sample_pages(run.read(sources), MAX_PAGES, names=known))
    if not pages:
        return report.finish()
    result = repair_wrapper(rules, pages)
    save_wrapper(result.wrapper, output)
    for note in result.notes:
        report.say(note)
    for change in result.changes:
        if change.kind == "unsure" or not report.quiet:
            report.say(str(change))
    return 0 if result.is_sure and not report.failures else 1
