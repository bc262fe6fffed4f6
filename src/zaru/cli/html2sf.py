"""`html2sf`: one page to the Standard Format, as in paper 1, §4."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import click

from zaru.cli import EXIT_NO_INPUT
from zaru.cli.conversion import check_time, conversion_options
from zaru.cli.output import open_output, say, to_line
from zaru.cli.report import count_noun
from zaru.errors import Failure, UsageError
from zaru.io.sources import read_pages
from zaru.io.standard_format import compress
from zaru.page import Page
from zaru.runs.conversion import Conversion
from zaru.runs.maps import describe_links, describe_page, find_addresses


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("htmlfile")
@conversion_options
@click.option("--url", help="The address of the page.")
@click.option("--time", help="When it was fetched: yyyy-mm-dd hh:mm:ss. Default: the file's time.")
@click.option("--extended", is_flag=True, help="zaru's own attributes, too; they have their DTD.")
@click.option("--gzip", is_flag=True, help="Compress the output.")
@click.option("-o", "--output", default="-", show_default=True, help="A file; '-' is stdout.")
@click.option("--map", "map_", help="A file for the page's id and the addresses of its links.")
def html2sf(
    htmlfile: str,
    conversion: Conversion,
    url: str | None,
    time: str | None,
    extended: bool,
    gzip: bool,
    output: str,
    map_: str | None,
) -> None:
    """Write the Japanese sentences of HTMLFILE in the Standard Format.

    Offset and Length are bytes of HTMLFILE, or of the body that a WARC file of one page holds.
    Nothing is written for a page that is not Japanese; the exit code is 1 then.

    \b
    Examples:
      html2sf page.html > page.sf
      html2sf -j page.html > page.sf
      html2sf -k --url http://www.example.jp/ --time "2006-08-14 19:48:51" page.html
      html2sf page.html -o page.sf --map page.map.jsonl
      html2sf page.html --japanese-share 0.5
      curl -s https://www.example.jp/ | html2sf -
    """
    check_time(time)
    page = _read_one(htmlfile)
    page = replace(page, url=url or page.url, time=time or page.time)
    failures: list[Failure] = []
    with closing(conversion.open()) as convert:
        found = convert(page, failures.append)
    for failure in failures:
        say(str(failure), "html2sf")
    if found is None:
        message = "no Japanese sentences; --all-languages converts every page"
        say(f"{htmlfile}: {message}", "html2sf")
        raise SystemExit(1)
    if inexact := len(page.tree.unplaced):
        texts = count_noun(inexact, "text")
        say(f"{htmlfile}: {texts} without an exact place", "html2sf")
    data = found.to_xml(extended=extended)
    with open_output(output) as file:
        file.write(compress(data) if gzip else data)
    if map_ is not None:
        about = describe_page(page.url, page.origin.source, None if output == "-" else output)
        with open_output(map_) as file:
            file.writelines(map(to_line, [about, *describe_links(find_addresses(found))]))
    raise SystemExit(1 if failures else 0)


def _read_one(htmlfile: str) -> Page:
    """Return the page of a file that holds one; leave with a line about what is wrong else."""
    page: Page | None = None
    for item in read_pages([htmlfile]):
        if isinstance(item, Failure):
            say(str(item), "html2sf")
        elif page is not None:
            raise UsageError(f"{htmlfile} holds several pages; convert them with: www2sf DIR1 DIR2")
        else:
            page = item
    if page is None:
        raise SystemExit(EXIT_NO_INPUT)
    return page
