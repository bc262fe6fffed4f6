"""`zaru verify`: whether a page or a corpus says what is quoted from it."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from zaru.cli.cited_page import is_page_file, read_page
from zaru.cli.output import open_output, to_line, visible
from zaru.errors import UsageError
from zaru.io.corpus import Corpus
from zaru.search.quotation import Finding, Quotation
from zaru.search.quotation import verify as verify_quote

_MAX_SPANS = 5  # that a person is shown of one page


@click.command()
@click.argument("quote")
@click.argument("where")
@click.option("--json", "as_json", is_flag=True, help="All that is known, for programs.")
def verify(quote: str, where: str, as_json: bool) -> None:
    """Say whether WHERE, a corpus or a page file, has the text QUOTE: proven, changed or absent.

    White space does not count, every other character does. '-' reads QUOTE from standard input.
    Exit codes: 0 proven, 1 changed or absent.

    \b
    Examples:
      zaru verify '江戸期の湊を歩く古地図展' corpus
      zaru verify - page.html --json < quote.txt
    """
    if quote == "-":
        if where == "-":
            raise UsageError("both the quote and the page from standard input; give a file")
        quote = sys.stdin.read()
    found = verify_quote(quote, read_page(where) if is_page_file(where) else Corpus(where))
    with open_output("-") as file:
        if as_json:
            file.write(to_line(found.to_json()))
        else:
            file.writelines(to_line(visible(line)) for line in _describe(found))
    if not found.is_proven:
        raise SystemExit(1)


def _describe(found: Quotation) -> Iterator[str]:
    """Yield the lines that a person reads."""
    yield found.status
    for finding in found.findings:
        spans = finding.verdict.spans
        places = ", ".join(f"{offset}+{length}" for offset, length in spans[:_MAX_SPANS])
        more = f" and {len(spans) - _MAX_SPANS} more" if len(spans) > _MAX_SPANS else ""
        yield f"  {finding.page}  {finding.url or ''}  {places}{more}"
        if not found.is_proven:
            yield from _describe_changes(finding)


def _describe_changes(finding: Finding) -> Iterator[str]:
    yield f"  the page says: {finding.verdict.passage}"
    for quoted, standing in finding.verdict.differences:
        yield f"  {quoted!r} is quoted where {standing!r} stands"
