"""`zaru cat`: one page of a corpus."""

from __future__ import annotations

import click

from zaru.cli.output import open_output, to_line
from zaru.errors import UsageError
from zaru.io.corpus import Corpus
from zaru.io.corpus_page import CorpusPage

FORMATS = ("text", "markdown", "jsonl", "html", "standard-format")


@click.command()
@click.argument("corpus")
@click.argument("page", metavar="ID")
@click.option(
    "-f", "--format", "format_", type=click.Choice(FORMATS), default="text", show_default=True,
    help="html: the page as it was received, to the byte.",
)  # fmt: skip
@click.option("-o", "--output", default="-", show_default=True, help="A file; '-' is stdout.")
def cat(corpus: str, page: str, format_: str, output: str) -> None:
    """Show the page ID of CORPUS: its id, the beginning of its id, its URL, or its file.

    \b
    Examples:
      zaru cat corpus 0a1b2c
      zaru cat corpus http://www.example.jp/ -f markdown
      zaru cat corpus 0a1b2c -f html > page.html
      zaru cat corpus 0a1b2c -f jsonl | jq .marks
    """
    opened = Corpus(corpus)
    data = _render(opened, opened.find(page), format_)
    with open_output(output) as file:
        file.write(data)


def _render(corpus: Corpus, page: CorpusPage, format_: str) -> bytes:
    match format_:
        case "html":
            return corpus.original(page).raw
        case "jsonl":
            return to_line(page.row)
        case "standard-format":
            found = corpus.standard_format(page)
            if found is None:
                raise UsageError(f"{page.id} has no Japanese sentences, and so no Standard Format")
            return found.to_xml()
        case "markdown":
            return to_line(page.markdown.rstrip("\n"))
        case _:
            return to_line(page.text)
