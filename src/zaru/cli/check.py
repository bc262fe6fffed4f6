"""`zaru check`: is a wrapper still healthy?"""

from __future__ import annotations

from functools import partial

import click

from zaru.cli.jobs import Run, run_options
from zaru.cli.output import open_output, to_line, visible
from zaru.cli.wrapper_file import load_wrapper
from zaru.wrappers.care.health import judge_records


@click.command()
@click.argument("wrapper")
@click.argument("sources", metavar="PAGES...", nargs=-1, required=True)
@run_options()
def check(wrapper: str, sources: tuple[str, ...], run: Run) -> int:
    """Say whether the file WRAPPER still fits PAGES; exit 1 when it does not.

    Compares what it reads now with what it read when it was made: fields that are missing,
    values of a new shape, more or fewer values or records. What chance explains is not reported,
    so that a few pages tell less than many.

    \b
    Examples:
      zaru check shop.json new-pages/
      zaru check shop.json new-pages/ || zaru repair shop.json new-pages/ -o new.json
    """
    rules, report = load_wrapper(wrapper), run.report
    found = run.work(sources, partial(partial, rules.apply), stage="wrapper")
    health = judge_records(rules, found)
    if not report.kept:
        return report.finish()
    with open_output("-") as file:
        for finding in health.findings:
            file.write(to_line(visible(finding)))
    if not report.quiet:
        state = "healthy" if health.is_healthy else "not as it was; try `zaru repair`"
        report.say(f"{wrapper} is {state} ({report.kept} pages)")
    return 0 if health.is_healthy and not report.failures else 1
