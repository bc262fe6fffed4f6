"""`zaru mcp`: a corpus for language models."""

from __future__ import annotations

import click


@click.command()
@click.argument("corpus")
@click.option("--index", "folder", help="Where the index lies.  [default: CORPUS/index]")
def mcp(corpus: str, folder: str | None) -> None:
    """Serve CORPUS to a language model over standard input and output (Model Context Protocol).

    Its tools are search, read, cite and verify. Every passage comes with its bytes in the original
    page, and a quotation can be proven.

    \b
    Examples:
      zaru mcp corpus
      claude mcp add corpus -- zaru mcp /path/to/corpus
    """
    from zaru.server.mcp_server import make_server

    make_server(corpus, folder=folder).run("stdio")
