"""`zaru search`: pages of a corpus by words."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence

import click

from zaru.cli.output import open_output, say, to_line, visible
from zaru.search.chunks import ChunkHit, find_chunks
from zaru.search.document import to_days
from zaru.search.searching import MAX_LIMIT, Hit, Results, Searcher, to_row
from zaru.search.wanted import Filters


@click.command()
@click.argument("corpus")
@click.argument("query", nargs=-1, required=True)
@click.option("--site", help="Pages of this host, and of those below it.")
@click.option("--language", help="Pages in this language: ja, en, zh-Hans.")
@click.option("--since", help="Pages of this day or later: 2009-01-16.")
@click.option("--until", help="Pages of this day or earlier.")
@click.option("--duplicates", is_flag=True, help="Pages that nearly repeat another, too.")
@click.option("--any", "is_any", is_flag=True, help="One of the words is enough.")
@click.option(
    "--limit", type=click.IntRange(1, MAX_LIMIT), default=10, show_default=True,
    help="At most so many pages.",
)  # fmt: skip
@click.option("--start", type=click.IntRange(1), default=1, help="Begin with this one.")
@click.option(
    "-f", "--format", "format_", type=click.Choice(["text", "jsonl"]), default="text",
    show_default=True,
)  # fmt: skip
@click.option("--chunks", "has_chunks", is_flag=True, help="Parts of pages, as for retrieval.")
@click.option("--index", "folder", help="Where the index lies.  [default: CORPUS/index]")
def search(
    corpus: str,
    query: tuple[str, ...],
    site: str | None,
    language: str | None,
    since: str | None,
    until: str | None,
    duplicates: bool,
    is_any: bool,
    limit: int,
    start: int,
    format_: str,
    has_chunks: bool,
    folder: str | None,
) -> int:
    """Show the pages of CORPUS that have all words of QUERY, best first.

    Words are found in every form (走った by 走る), spelling (打込む by 打ち込む) and, in kana, by
    their reading. "…" is a phrase, - leaves out, OR joins two; title:, site: and url: look there.

    \b
    Examples:
      zaru search corpus 京都 寺
      zaru search corpus '"朝市 再開" -大雪 site:example.jp'
      zaru search corpus 京都 --since 2009-01-01 -f jsonl | jq .url
      zaru search corpus 京都 寺 --chunks -f jsonl
    """
    searcher = Searcher(corpus, folder=folder)
    if searcher.is_stale:
        say(f"{corpus}: has changed since it was indexed; run: zaru index {corpus}")
    filters = Filters(site, language, to_days(since, until), duplicates)
    asked = " ".join(query)
    if has_chunks:
        found = find_chunks(searcher, asked, filters=filters, is_any=is_any, limit=limit)
        rows = (hit.to_json() for hit in found)
        lines: Iterable[str] = (line for hit in found for line in _describe_chunk(hit))
    else:
        results = searcher.search(
            asked, filters=filters, is_any=is_any, offset=start - 1, limit=limit
        )
        rows = (to_row(searcher.corpus, hit) for hit in results.hits)
        lines = _describe(results)
    style = str if sys.stdout.isatty() else click.unstyle
    with open_output("-") as file:
        file.writelines(map(to_line, rows if format_ == "jsonl" else map(style, lines)))
    return 0


def _describe(results: Results) -> Iterator[str]:
    """Yield the lines that a person reads."""
    last = results.offset + len(results.hits)
    shown = f"{results.offset + 1}–{last} of " if results.hits else ""
    yield f"{shown}{results.total} pages, {results.seconds:.3f} s"
    for number, hit in enumerate(results.hits, results.offset + 1):
        yield ""
        yield from _describe_hit(number, hit)


def _describe_hit(number: int, hit: Hit) -> Iterator[str]:
    title = _mark(hit.page.title or "(no title)", hit.title_marks)
    yield f"{number:>3}  {title}"
    about = [hit.page.url or hit.page["page"], hit.page["date"], f"{hit.score:.5f}", hit.page.id]
    yield "     " + click.style(visible("  ".join(filter(None, about))), dim=True)
    for excerpt in hit.excerpts:
        begin = "…" if excerpt.begin else ""
        end = "…" if excerpt.begin + len(excerpt.text) < len(excerpt.passage) else ""
        yield f"     {begin}{_mark(excerpt.text, excerpt.marks)}{end}"


def _describe_chunk(hit: ChunkHit) -> Iterator[str]:
    above = " › ".join(filter(None, [hit.page.title, *hit.chunk.headings]))
    yield click.style(visible(above), bold=True)
    about = [hit.page.url or hit.page["page"], f"{hit.score:.5f}", hit.page.id]
    yield click.style(visible("  ".join(about)), dim=True)
    begin = 0
    for line in hit.chunk.text.split("\n"):
        end = begin + len(line)
        marks = [(one - begin, other - begin) for one, other in hit.marks if begin <= one < end]
        yield _mark(line, marks)
        begin = end + 1
    yield ""


def _mark(text: str, marks: Iterable[Sequence[int]]) -> str:
    """Return *text* with what was looked for in bold."""
    parts, last = [], 0
    for begin, end in marks:
        parts += [visible(text[last:begin]), click.style(visible(text[begin:end]), bold=True)]
        last = end
    return "".join([*parts, visible(text[last:])])
