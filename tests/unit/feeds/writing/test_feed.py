"""Feeds as a reader sees them: every format, and two weeks of a page that changes."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from hypothesis import given
from tests.unit.feeds.made import FEED, NOW, any_lists, make_article, make_list, read_feed

from zaru.errors import UsageError
from zaru.feeds.article import Article, ArticleList
from zaru.feeds.writing.feed import FORMATS, write_feed
from zaru.feeds.writing.history import History
from zaru.layout.value import Part

DAYS = 14
LIST_LENGTH = 30
XML = ("rss", "atom")


def test_unknown_format_is_refused() -> None:
    with pytest.raises(UsageError, match="known: rss, atom, jsonfeed, jsonl"):
        write_feed(make_list(), format="xml")


def test_jsonl_has_a_line_for_each_article() -> None:
    page = make_list(make_article("紅葉", link="a"), make_article("\ud800\n"))
    lines = write_feed(page, format="jsonl").encode("utf-8").splitlines()
    assert [json.loads(line)["title"] for line in lines] == ["紅葉", "\ud800\n"]
    assert json.loads(lines[0])["page"] == "page.html"


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("length", [0, 1, 50])
def test_same_articles_give_the_same_feed(format_: str, length: int) -> None:
    page = make_list(*(make_article(f"記事{number}") for number in range(length)))
    first, second = (write_feed(page, format=format_, feed_url=FEED, now=NOW) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("format_", FORMATS)
@given(articles=any_lists())
def test_any_list_is_utf8(format_: str, articles: ArticleList) -> None:
    write_feed(articles, format=format_, now=NOW).encode("utf-8")


def test_long_title_is_cut_in_every_feed() -> None:
    page = make_list(make_article("長" * 2**20, body="x" * 2**20))
    for format_ in ("rss", "atom", "jsonfeed"):
        assert len(write_feed(page, format=format_, now=NOW)) < 150_000


class SimulatedPage:
    """A page whose list grows, is moved, edited and decorated from day to day."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.articles: list[Article] = []
        self.written: list[str] = []  # the body of each article ever listed, which names it

    def add(self, day: int) -> None:
        """Put a new article on top; some have no link, some no date, some share a title."""
        number = len(self.written)
        name = f"本文{number}番"
        self.written.append(name)
        kind = number % 4
        link = {0: f"/news/{number}.html", 1: f"/show?id={number}", 2: None, 3: "/notice.pdf"}[kind]
        title = "ホームページを更新しました" if kind == 3 else f"お知らせの{name}"
        date = (
            None if kind == 0 else f"2026-11-{day + 1:02}T{len(self.written) % 24:02}:00:00+09:00"
        )
        self.articles.insert(0, make_article(title, link=link, date=date, body=name))

    def fetch(self) -> ArticleList:
        """Return the list as it looks now: shuffled, with other badges, counters and sessions."""
        shown = [self._decorate(article) for article in self.articles[:LIST_LENGTH]]
        self.random.shuffle(shown)
        return make_list(*shown, language="ja")

    def edit(self) -> None:
        """Change the body of one article."""
        place = self.random.randrange(len(self.articles))
        article = self.articles[place]
        assert article.body is not None
        edited = Part(article.body.text + " 訂正しました", None)
        self.articles[place] = replace(article, body=edited)

    def _decorate(self, article: Article) -> Article:
        badge = self.random.choice(["", "【NEW】", "更新 ", "1位 ", "★新着★"])
        counter = self.random.choice(["", " ({})", " コメント({})", " {} views", "NEW!"])
        title = badge + article.title.text + counter.format(self.random.randrange(5_000))
        link = article.link
        if link:
            mark = "&" if "?" in link.text else "?"
            noise = self.random.choice(["", "utm_source=top", f"PHPSESSID={self.random.random()}"])
            link = Part(f"{link.text}{mark}{noise}#comments" if noise else link.text, None)
        return replace(article, title=Part(title, None), link=link)


@pytest.mark.parametrize("format_", XML)
@pytest.mark.parametrize("seed", range(5))
def test_two_weeks_without_duplicate_or_loss(format_: str, seed: int) -> None:
    page, history, inbox = SimulatedPage(seed), History(), dict[str, str]()
    for day in range(DAYS):
        for _ in range(page.random.randrange(6)):
            page.add(day)
        if page.articles:
            page.edit()
        for hour in (6, 18):
            fetched, now = page.fetch(), NOW + timedelta(days=day, hours=hour)
            history = history.update(fetched, now)
            for found in read_feed(
                write_feed(fetched, format=format_, history=history, now=now)
            ).articles:
                inbox.setdefault(found["id"], found["summary"].split()[0])
    assert sorted(inbox.values()) == sorted(page.written)


def test_articles_without_dates_that_share_a_link_stay_apart() -> None:
    history, inbox, bodies = History(), set[str](), dict[str, str]()
    for day in range(DAYS):
        bodies[f"商品{day}"] = "新発売"
        for edited in (None, f"商品{day // 2}"):
            if edited:
                bodies[edited] += " 値下げ"
            shown = [make_article(name, link="/shop", body=body) for name, body in bodies.items()]
            page, now = make_list(*shown[-5:][::-1]), NOW + timedelta(days=day)
            history = history.update(page, now)
            inbox.update(read_feed(write_feed(page, history=history)).ids)
    assert len(inbox) == DAYS


@pytest.mark.parametrize("seed", range(3))
def test_unchanged_page_gives_an_unchanged_atom_feed(seed: int) -> None:
    page = SimulatedPage(seed)
    for _ in range(20):
        page.add(0)
    history = History().update(page.fetch(), NOW)
    times = []
    for hours in range(3):
        fetched, now = page.fetch(), NOW + timedelta(hours=hours)
        history = history.update(fetched, now)
        read = read_feed(write_feed(fetched, format="atom", history=history, now=now))
        times.append({article["id"]: article["updated"] for article in read.articles})
    assert times[0] == times[1] == times[2]
