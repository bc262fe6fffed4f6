"""`zaru check`: is a wrapper still healthy?"""

from __future__ import annotations

import click

from zaru.cli.report import Report
from zaru.cli.wrapper_file import load_wrapper, tell
from zaru.io.sources import read_pages
from zaru.wrappers.care.health import check as check_health


@click.command()
@click.argument("wrapper")
@click.argument("sources", metavar="PAGES...", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(min=1), help="Stop after so many pages.")
@click.option("-q", "--quiet", is_flag=True, help="No summary, no progress bar.")
def check(wrapper: str, sources: tuple[str, ...], limit: int | None, quiet: bool) -> None:
    """Say whether the file WRAPPER still fits PAGES; exit 1 when it does not.

    Compares what it reads now with what it read when it was made: fields that are missing,
    values of a new shape, more or fewer values or records.

    \b
    Examples:
      zaru check shop.json new-pages/
      zaru check shop.json new-pages/ || zaru repair shop.json new-pages/ -o new.json
    """
    rules = load_wrapper(wrapper)
    report = Report(quiet=quiet)
    health = check_health(rules, report.pages_of(read_pages(sources), limit=limit))
    for finding in health.findings:
        click.echo(finding)
    if report.pages and not quiet:
        state = "healthy" if health.is_healthy else "not as it was; try `zaru repair`"
        tell(f"{wrapper} is {state} ({report.pages} pages)")
    if not report.pages:
        report.finish()
    raise SystemExit(0 if health.is_healthy and not report.failures else 1)
