"""Feeds: how the cost of a list grows with its items, pages a second, and feeds that validate.

usage: python bench/feeds.py [BENCH] [--sizes N …]

CPU time. Made list pages of three shapes with 100 to 2,000 items; then all pages of the feed
benchmark: the default finder and paper 3's method, and each feed read by feedparser, with ids equal
over two runs and after the articles were shuffled.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import feedparser

from zaru import Page, find_articles, write_feed
from zaru.cli import relax_garbage_collection
from zaru.feeds.article import ArticleList
from zaru.feeds.paper.method import find_articles_by_paper
from zaru.feeds.writing.identity import identify

DEFAULT_BENCH = Path.home() / ".cache" / "zaru-bench"
SIZES = (100, 500, 1000, 2000)
NOW = datetime(2026, 11, 15, tzinfo=UTC)

Make = Callable[[int], str]
SHAPES: dict[str, Make] = {
    "cards": lambda n: (
        f'<div class=card><h2><a href="/{n}/">Article {n} of the list</a></h2><p class=date>'
        f"2026-{n % 12 + 1:02}-{n % 28 + 1:02}</p><p>What article {n} says, in short.</p></div>"
    ),
    "table": lambda n: (
        f"<tr><td>令和8年{n % 12 + 1}月{n % 28 + 1}日</td>"
        f"<td><a href=/{n}.html>お知らせその{n}</a></td></tr>"
    ),
    "breaks": lambda n: (
        f"<b>■{n % 12 + 1}月{n % 28 + 1}日 今日の出来事{n}</b><br>"
        f"{n}回目の日記です。長く書くこともあります。<br><br>"
    ),
}


def make_page(shape: str, items: int) -> Page:
    """Return a page with a list of so many items between a menu and a footer."""
    menu = "".join(f"<li><a href=/m/{n}>Menu {n}</a></li>" for n in range(20))
    body = "".join(map(SHAPES[shape], range(items)))
    body = f"<table>{body}</table>" if shape == "table" else body
    html = f"<title>2026年の一覧</title><body><ul>{menu}</ul><div>{body}</div><p>© 2026</p>"
    return Page.from_bytes(html.encode(), url="https://www.example.org/list/")


def measure_growth(sizes: list[int]) -> None:
    """Print the time of lists of each size, against the first."""
    for shape in SHAPES:
        base = 0.0
        for size in sizes:
            page = make_page(shape, size)
            begin = time.process_time()
            found = find_articles(page, now=NOW)
            seconds = time.process_time() - begin
            base = base or seconds / size
            words = f"{shape:8} {size:5} items: {len(found):5} articles, {seconds:6.2f} s"
            print(f"{words}, {seconds / size / base:.2f} × an item")


def measure_pages(
    pages: list[Page], name: str, find: Callable[[Page], ArticleList]
) -> list[ArticleList]:
    """Print pages a second; return the lists."""
    begin = time.process_time()
    lists = [find(page) for page in pages]
    speed = len(pages) / (time.process_time() - begin)
    print(f"{name}: {speed:.1f} pages/s, {sum(map(bool, lists))} lists")
    return lists


def check_feeds(pages: list[Page], lists: list[ArticleList]) -> None:
    """Print how many feeds are well-formed, and how many have the same ids again."""
    good = stable = total = 0
    for page, articles in zip(pages, lists, strict=True):
        if not articles:
            continue
        total += 1
        texts = [write_feed(articles, format=form, now=NOW) for form in ("rss", "atom")]
        good += not any(feedparser.parse(text).bozo for text in texts)
        shuffled = list(articles)
        random.Random(1).shuffle(shuffled)
        again = (
            identify(find_articles(page, now=NOW)),
            identify(replace(articles, articles=tuple(shuffled))),
        )
        ids = {identity.id for identity in identify(articles)}
        stable += all({identity.id for identity in other} == ids for other in again)
    print(f"feeds: {total}, well-formed {good}, ids the same again and after shuffling {stable}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("bench", nargs="?", type=Path, default=DEFAULT_BENCH)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    options = parser.parse_args()
    relax_garbage_collection()
    measure_growth(options.sizes)
    paths = sorted(options.bench.glob("feeds/data/*/*.html"))
    paths += sorted(options.bench.glob("feeds/hard/data/*/*.html"))
    pages = [Page.from_bytes(path.read_bytes(), source=path.parent.name) for path in paths]
    pages = [page.at(f"https://www.example.org/{page.origin.source}/") for page in pages]
    if pages:
        lists = measure_pages(pages, "default", lambda page: find_articles(page, now=NOW))
        measure_pages(pages, "paper", find_articles_by_paper)
        check_feeds(pages, lists)


if __name__ == "__main__":
    main()
