"""`zaru feed`: the articles that pages list, as feeds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import click

from zaru.cli.feed_output import SUFFIXES, Made, Outlet
from zaru.cli.jobs import Run, Task, is_sharded, run_options
from zaru.cli.output import check_apart, is_folder, open_output, to_line, visible
from zaru.cli.report import Report
from zaru.cli.wrapper_file import load_wrapper, read_own_file
from zaru.content.extraction import extract
from zaru.errors import Failure, FormatError, UsageError
from zaru.feeds.article import Article, ArticleList
from zaru.feeds.finding.finding import find_articles
from zaru.feeds.writing.feed import FORMATS, write_feed
from zaru.feeds.writing.history import History
from zaru.feeds.writing.permalinks import absolute_link
from zaru.io.listing import STDIN
from zaru.io.sources import read_pages
from zaru.layout.value import Part
from zaru.page import Page
from zaru.runs.outputs import name_page_file
from zaru.runs.sheets import Form, Rendered, Rendering

if TYPE_CHECKING:  # wrappers need numpy, which takes longer to start than a page takes
    from zaru.wrappers.wrapper import Wrapper

Find = Callable[[Page], ArticleList]


@click.command()
@click.argument("sources", nargs=-1, required=True)
@click.option("-o", "--output", default="-", show_default=True, help="A file or a folder/.")
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
    help="paper: clusters of subtrees under a tree mapping distance (Yajima and Katsuno).",
)  # fmt: skip
@click.option(
    "--pick", type=click.IntRange(min=1), help="Take the list of that number in --explain."
)
@click.option("--save", help="Write the rule of the list as a wrapper file, for --by.")
@click.option("--by", help="Read the list by a saved rule; a changed layout is an error.")
@click.option("--explain", is_flag=True, help="Print the lists that were considered, and why.")
@run_options(has_limit=False)
def feed(
    sources: tuple[str, ...],
    output: str,
    format_: str,
    url: str | None,
    feed_url: str | None,
    state: str | None,
    full: bool,
    method: Literal["default", "paper"],
    pick: int | None,
    save: str | None,
    by: str | None,
    explain: bool,
    run: Run,
) -> int:
    """Make a feed of the articles that each page of SOURCES lists.

    Nothing is guessed: an article without a date has none, and a page without a list gives no
    feed but exit code 1. With --state, readers see each article once, also when it moves.

    \b
    Examples:
      zaru feed news.html --url https://www.example.org/news/ -o news.xml
      zaru feed news.html -f jsonl
      zaru feed news.html --explain && zaru feed news.html --pick 2 --save list.json
      zaru feed site/ -f atom -o feeds/
      zaru feed site/index.html site/ --full -o site.xml
      zaru feed monday.html --save list.json && zaru feed tuesday.html --by list.json
    """
    _check_options(sources, url=url, full=full, can_pick=not by and method == "default", pick=pick)
    sources, others = (sources[:1], sources[1:]) if full else (sources, ())
    check_apart(output, sources, f".{SUFFIXES[format_]}")
    now, report = datetime.now(UTC), run.report
    history = None if state is None else _load_history(state)
    rule = None if by is None else _load_rule(by)
    find = _finder(method, rule, pick, explain)
    write = partial(write_feed, format=format_, feed_url=feed_url, now=now)

    def make(page: Page) -> Made:
        page = page if url is None else page.at(url)
        articles, failures = _add_bodies(find(page), others)
        made = Made(articles, name_page_file(page), format_, failures=tuple(failures))
        if explain or not articles.articles:
            return made
        # by what was known before this run, so that the order of pages does not matter
        known = None if history is None else history.update(articles, now)
        wrapper = None if save is None else _learn(page, articles)
        return replace(made, text=write(articles, history=known), wrapper=wrapper)

    is_plain = not (explain or full or save or state)
    if is_plain and is_folder(output) and is_sharded(sources, output):
        options: dict[str, Any] = {"format": format_, "url": url, "feed_url": feed_url}
        options |= {"method": method, "pick": pick, "by": None if rule is None else rule.to_json()}
        form = Form(f".{SUFFIXES[format_]}")
        prepare = partial(partial, partial(_render, make, report))
        run.write(Rendering(sources, "feed", form, prepare, options), output)
        return _finish(report, sources, report.kept - report.empty)
    count = 0
    outlet = Outlet(output, now, save=save, state=state, history=history)
    for made in run.work(sources, lambda: make, stage="feed"):
        _tell(made, report, explain=explain)
        count += bool(made.articles.articles)
        if made.text:
            outlet.take(made)
    outlet.close()
    return _finish(report, sources, count)


def _check_options(
    sources: tuple[str, ...], *, url: str | None, full: bool, pick: int | None, can_pick: bool
) -> None:
    if url and len(sources) > 1 and not full:
        raise UsageError("--url is for one page; give an index.jsonl beside many")
    if full and (len(sources) < 2 or STDIN in sources[1:]):
        raise UsageError("--full takes the page with the list first, then the articles' pages")
    if pick and not can_pick:
        raise UsageError("--pick is for the lists of the default method: no --by, no --method")


def _finish(report: Report, sources: tuple[str, ...], count: int) -> int:
    """Say what came of all pages, *count* of which have a list; return the exit code."""
    if report.kept and not count:
        name = sources[0] if len(sources) == 1 else f"{len(sources)} sources"
        report.say(f"{name}: no list of articles found; `zaru feed --explain` says more")
        return 1
    return report.finish()


def _render(make: Callable[[Page], Made], report: Report, task: Task) -> Rendered:
    """Return the feed of a page as it is written; say what else there is to say of it."""
    made = make(task[0])
    _tell(made, report, explain=False)
    return Rendered(made.name, made.text.encode("utf-8", "backslashreplace"))


def _load_history(state: str) -> History:
    advice = "--state takes a file that zaru wrote, or a new one"
    try:
        return History.loads(read_own_file(state, advice), source=state)
    except FormatError as error:
        raise UsageError(f"{error}; {advice}") from error
    except UsageError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return History()
        raise


def _load_rule(by: str) -> Wrapper:
    wrapper = load_wrapper(by)
    if "title" not in wrapper.fields:
        raise UsageError(f"{by}: no wrapper of a list; `zaru feed --save` writes one")
    return wrapper


def _finder(
    method: Literal["default", "paper"], rule: Wrapper | None, pick: int | None, explain: bool
) -> Find:
    if rule is not None:
        from zaru.studio.feed.list_wrapper import read_list

        return lambda page: read_list(page, rule, now=_fetched(page))
    find = partial(find_articles, method=method, pick=pick, explain=explain)
    return lambda page: find(page, now=_fetched(page))


def _learn(page: Page, articles: ArticleList) -> Wrapper:
    from zaru.studio.feed.list_wrapper import learn_list

    return learn_list(page, articles)


def _fetched(page: Page) -> datetime | None:
    """Return when the page was fetched: as its source says, or just now for standard input."""
    try:
        if page.time:
            return datetime.fromisoformat(page.time)
    except ValueError:  # an index.jsonl may say anything
        pass
    return datetime.now(UTC) if page.origin.source == STDIN else None


def _add_bodies(
    articles: ArticleList, sources: tuple[str, ...]
) -> tuple[ArticleList, list[Failure]]:
    """Return *articles* with the content of their own pages as bodies, where there is one."""
    wanted = {article.link.text for article in articles if article.link}
    texts: dict[str, str] = {}
    failures: list[Failure] = []
    for page in read_pages(sources):
        if isinstance(page, Page) and page.url in wanted:
            try:
                texts[page.url] = extract(page).text
            except Exception as error:  # costs the body
                source = str(page.origin)
                failures.append(Failure.caught(error, stage="content", source=source))
    found = tuple(_with_body(article, texts) for article in articles)
    return replace(articles, articles=found), failures


def _with_body(article: Article, texts: dict[str, str]) -> Article:
    text = texts.get(article.link.text, "") if article.link else ""
    return replace(article, body=Part(text, None)) if text else article


def _tell(made: Made, report: Report, *, explain: bool) -> None:
    """Say what was lost, why the list was chosen, and what a reader of the feed should know."""
    articles = made.articles
    for failure in made.failures:
        report.fail(failure)
    if explain:
        lines = [f"{number}. {line}" for number, line in enumerate(articles.reasons, 1)]
        with open_output("-") as file:
            for line in (f"# {articles.place}: {len(articles)} articles", *lines):
                file.write(to_line(visible(line)))
    for address in articles.feeds if articles.articles else ():
        report.say(f"{articles.place}: the page names a feed of its own: {address}")
    if made.text and made.format != "jsonl" and articles.url is None:
        links = [one.link.text for one in articles if one.link]
        lost = sum(absolute_link(None, link) is None for link in links)
        end = f"{lost} of {len(links)} links are left out" if lost else "the feed names no page"
        report.say(f"{articles.place}: the address of the page is not known, so {end}; give --url")
