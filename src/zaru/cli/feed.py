"""`zaru feed`: the articles that pages list, as feeds."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Literal

import click

from zaru.cli.list_wrapper import learn_list, read_list
from zaru.cli.output import open_output, to_line
from zaru.cli.report import Report
from zaru.cli.wrapper_file import load_wrapper, save_wrapper, tell
from zaru.content.extraction import extract
from zaru.errors import FormatError, InputError, OutputFailed, UsageError
from zaru.feeds.article import Article, ArticleList, Part
from zaru.feeds.finding.finding import find_articles
from zaru.feeds.writing.feed import FORMATS, write_feed
from zaru.feeds.writing.history import History
from zaru.io.publish import publish
from zaru.io.sources import STDIN, read_pages
from zaru.page import Page

Find = Callable[[Page], ArticleList]

_SUFFIXES = {"rss": "rss.xml", "atom": "atom.xml", "jsonfeed": "json", "jsonl": "jsonl"}
_UNSAFE = re.compile(r"[^\w.-]+")
_NAME_CHARS = 40


@click.command()
@click.argument("sources", nargs=-1, required=True)
@click.option(
    "-o", "--output", default="-", show_default=True, help="A file, or a folder for many."
)
@click.option(
    "-f", "--format", "format_", type=click.Choice(FORMATS), default="rss", show_default=True,
    help="jsonl: one object for each article, with byte spans.",
)  # fmt: skip
@click.option("--url", help="The address of the page, when there is one page.")
@click.option("--feed-url", help="Where the feed will be found.")
@click.option("--state", help="A file that remembers when articles were first seen.")
@click.option("--full", is_flag=True, help="Take bodies from the articles' own pages, if given.")
@click.option(
    "--method", type=click.Choice(["default", "paper"]), default="default", show_default=True,
    help="paper: clusters of subtrees under the tree mapping distance, as in paper 3.",
)  # fmt: skip
@click.option("--save", help="Write the rule of the list as a wrapper file, for --by.")
@click.option("--by", help="Read the list by a saved rule; a changed layout is an error.")
@click.option("--explain", is_flag=True, help="Print the lists that were considered, and why.")
@click.option("-q", "--quiet", is_flag=True, help="No summary, no progress bar.")
def feed(
    sources: tuple[str, ...],
    output: str,
    format_: str,
    url: str | None,
    feed_url: str | None,
    state: str | None,
    full: bool,
    method: Literal["default", "paper"],
    save: str | None,
    by: str | None,
    explain: bool,
    quiet: bool,
) -> None:
    """Make a feed of the articles that each page of SOURCES lists.

    Nothing is guessed: an article without a date has none, and a page without a list gives no
    feed but exit code 1. With --state, readers see each article once, also when it moves.

    \b
    Examples:
      zaru feed news.html --url https://www.example.org/news/ -o news.xml
      zaru feed news.html -f jsonl
      zaru feed news.html --explain
      zaru feed site/ -f atom -o feeds/
      zaru feed site/index.html site/ --full -o site.xml
      zaru feed monday.html --save list.json && zaru feed tuesday.html --by list.json
    """
    if url and len(sources) > 1 and not full:
        raise UsageError("--url is for one page; give an index.jsonl beside many")
    report = Report(quiet=quiet)
    find = _finder(method, by)
    writer = _Writer(output, format_, feed_url, state, save, explain)
    lists = sources[:1] if full else sources
    bodies = _Bodies(sources[1:]) if full else None
    for page in report.pages_of(read_pages(lists)):
        named = page if url is None else page.at(url)
        report.attempt(
            named, lambda page: writer.write(page, _list(page, find, bodies)), stage="feed"
        )
    if report.pages > report.failures and not writer.count:
        tell(f"{_name(sources)}: no list of articles found; `zaru feed --explain` says more")
        raise SystemExit(1)
    report.finish()


def _name(sources: tuple[str, ...]) -> str:
    return sources[0] if len(sources) == 1 else f"{len(sources)} sources"


def _finder(method: Literal["default", "paper"], by: str | None) -> Find:
    if by is not None:
        wrapper = load_wrapper(by)
        if "title" not in wrapper.fields:
            raise UsageError(f"{by}: no wrapper of a list; `zaru feed --save` writes one")
        return lambda page: read_list(page, wrapper)
    return lambda page: find_articles(page, method=method, now=_fetched(page))


def _fetched(page: Page) -> datetime | None:
    """Return when the page was fetched: as its source says, or just now for standard input."""
    try:
        if page.time:
            return datetime.fromisoformat(page.time)
    except ValueError:  # an index.jsonl may say anything
        pass
    return datetime.now(UTC) if page.origin.source == STDIN else None


def _list(page: Page, find: Find, bodies: _Bodies | None) -> ArticleList:
    found = find(page)
    return found if bodies is None else bodies.join(found)


class _Bodies:
    """The contents of articles' own pages, read from the sources when first needed."""

    def __init__(self, sources: tuple[str, ...]) -> None:
        if not sources or STDIN in sources:
            raise UsageError("--full takes the page with the list first, then the articles' pages")
        self.sources = sources

    def join(self, articles: ArticleList) -> ArticleList:
        """Return *articles* with the content of their own pages as bodies, where there is one."""
        wanted = {article.link.text for article in articles if article.link}
        texts: dict[str, str] = {}
        for page in read_pages(self.sources):
            if isinstance(page, Page) and page.url in wanted:
                try:
                    texts[page.url] = extract(page).text
                except InputError as error:
                    tell(str(error))
        return replace(articles, articles=tuple(_with_body(one, texts) for one in articles))


def _with_body(article: Article, texts: dict[str, str]) -> Article:
    text = texts.get(article.link.text, "") if article.link else ""
    return replace(article, body=Part(text, None)) if text else article


class _Writer:
    """Writes the feed of each page that has a list."""

    def __init__(
        self,
        output: str,
        format_: str,
        feed_url: str | None,
        state: str | None,
        save: str | None,
        explain: bool,
    ) -> None:
        self.save = save
        self.output = output
        self.format = format_
        self.feed_url = feed_url
        self.state = None if state is None else Path(state)
        self.explain = explain
        self.count = 0
        self.now = datetime.now(UTC)

    def write(self, page: Page, articles: ArticleList) -> None:
        if self.explain:
            self.write_reasons(articles)
        if not articles.articles:
            return
        self.count += 1
        for address in articles.feeds:
            tell(f"{articles.source}: the page names a feed of its own: {address}")
        if self.explain:
            return
        if self.save is not None:
            save_wrapper(learn_list(page, articles), self.save)
        history = self.update_history(articles)
        text = write_feed(
            articles,
            format=self.format,
            feed_url=self.feed_url,
            history=history,
            now=self.now,
        )
        with open_output(self.target(articles)) as file:
            file.write(text.encode("utf-8", "backslashreplace"))

    def write_reasons(self, articles: ArticleList) -> None:
        with open_output("-") as file:
            file.write(to_line(f"# {articles.source}: {len(articles)} articles"))
            for reason in articles.reasons:
                file.write(to_line(reason))

    def target(self, articles: ArticleList) -> str:
        """Return where the feed goes: one file, or one for each page in a folder."""
        folder = Path(self.output)
        if not (self.output.endswith("/") or folder.is_dir()):
            if self.count > 1 and self.output != "-":
                raise OutputFailed(f"{self.output}: more than one page has a list; give a folder")
            return self.output
        folder.mkdir(parents=True, exist_ok=True)
        stem = _UNSAFE.sub("-", PurePath(articles.source).stem)[:_NAME_CHARS].strip("-.") or "page"
        digest = sha256((articles.url or articles.source).encode("utf-8", "replace")).hexdigest()
        return str(folder / f"{stem}-{digest[:8]}.{_SUFFIXES[self.format]}")

    def update_history(self, articles: ArticleList) -> History | None:
        """Return the history with *articles* in it, written to its file."""
        if self.state is None:
            return None
        history = History()
        try:
            history = History.loads(self.state.read_bytes(), source=str(self.state))
        except FileNotFoundError:
            pass
        except (OSError, FormatError) as error:
            raise UsageError(
                f"{error}; --state takes a file that zaru wrote, or a new one"
            ) from error
        history = history.update(articles, self.now)
        with publish(self.state) as file:
            file.write(history.dumps().encode())
        return history
