"""`zaru cite`: what a page says at some bytes, and all that is needed to find it again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import click

from zaru.citations.citation import Citation
from zaru.citations.citation import cite as cite_page
from zaru.cli.cited_page import is_page_file, read_page
from zaru.cli.output import open_output, to_line, visible
from zaru.corpus.identity import page_id
from zaru.corpus.sentence import Sentence, Span
from zaru.corpus.sentences.sentences import find_sentences
from zaru.errors import UsageError
from zaru.io.corpus import Corpus
from zaru.page import Page

_SPAN = re.compile(r"(\d{1,15})\+(\d{1,15})", re.ASCII)


@click.command()
@click.argument("where", metavar="CORPUS")
@click.argument("names", metavar="[ID] [SPAN]", nargs=-1)
@click.option("--sentence", type=click.IntRange(1), help="The sentence of this number, from 1.")
@click.option("--json", "as_json", is_flag=True, help="All that is known, with a W3C selector.")
def cite(where: str, names: tuple[str, ...], sentence: int | None, as_json: bool) -> None:
    """Cite the bytes SPAN of the page ID of CORPUS: the quote, its link, its place, its digest.

    SPAN is offset+length in bytes of the original, as every output of zaru has them. A file with
    one page may stand in place of CORPUS and ID. The link leads to the quote in the page.

    \b
    Examples:
      zaru cite corpus 0a1b2c 120+40
      zaru cite corpus http://www.example.jp/ --sentence 3 --json
      zaru cite page.html 120+40
    """
    wanted = (0 if is_page_file(where) else 1) + (sentence is None)
    if len(names) != wanted:
        raise UsageError("give CORPUS ID SPAN, or FILE SPAN; or --sentence N in place of SPAN")
    page, sentences = _open(where, names, sentence)
    span = _read_span(names[-1]) if sentence is None else _choose(page, sentences, sentence)
    citation = replace(cite_page(page, span), page=page_id(page))  # as corpora have it
    with open_output("-") as file:
        if as_json:
            file.write(to_line(citation.to_json()))
        else:
            file.writelines(to_line(visible(line)) for line in _describe(citation))


def _open(where: str, names: tuple[str, ...], sentence: int | None) -> tuple[Page, list[Sentence]]:
    """Return the page that is meant, and its sentences when one of them is wanted."""
    if is_page_file(where):
        page = read_page(where)
        found = [] if sentence is None else find_sentences(page)
        return page, [placed.sentence for placed in found]
    corpus = Corpus(where)
    row = corpus.find(names[0])
    return corpus.original(row), [] if sentence is None else corpus.sentences(row)


def _read_span(text: str) -> Span:
    found = _SPAN.fullmatch(text)
    if found is None:
        raise UsageError(f"{text}: not a span; write offset and length in bytes as 120+40")
    return int(found[1]), int(found[2])


def _choose(page: Page, sentences: list[Sentence], number: int) -> Span:
    if number > len(sentences):
        raise UsageError(f"{page.origin}: no sentence {number}; it has {len(sentences)}")
    return sentences[number - 1].span


def _describe(citation: Citation) -> Iterator[str]:
    """Yield the lines that a person reads."""
    yield from citation.quote.split("\n")
    offset, length = citation.span
    about = [
        ("link", citation.link or citation.url),
        ("page", citation.page),
        ("span", f"{offset}+{length}"),
        ("sha256", citation.sha256),
        ("origin", str(citation.origin)),
        ("encoding", citation.encoding),
        ("time", citation.time),
    ]
    yield from (f"  {name}: {value}" for name, value in about if value is not None)
